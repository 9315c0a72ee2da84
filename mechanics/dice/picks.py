"""Which dice an operator means, by value or by rank, and what it must know of them for the odds."""

import operator
from collections.abc import Callable
from math import log

from msgspec import Struct

from mechanics.dice.roll import Kind
from mechanics.dice.weights import Value

_TESTS: dict[str, Callable[[Value, int], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Picks(Struct, frozen=True):
    """Selectors joined by "or": by value (`= 6`, `>= 5`) or by rank (`h 2` the two highest, `l 1` the lowest)."""

    parts: tuple[tuple[str, int], ...]

    @property
    def ranks(self) -> bool:
        return any(sign in "hl" for sign, _ in self.parts)

    @property
    def values(self) -> bool:
        return any(sign not in "hl" for sign, _ in self.parts)

    def hits(self, value: Value) -> bool:
        """Whether a selector by value picks it."""
        for sign, number in self.parts:
            if sign == "=":
                if value == number:
                    return True
            elif sign not in "hl" and _TESTS[sign](value, number):
                return True
        return False

    def within(self, low: float, high: float) -> bool:
        """Whether a selector by value may pick something of low..high."""
        return any(
            {"=": low <= n <= high, "!=": low != n or high != n, "<": low < n, "<=": low <= n, ">": high > n}.get(
                sign, high >= n
            )
            for sign, n in self.parts
            if sign not in "hl"
        )

    def chosen(self, row: list[Value]) -> list[bool]:
        """Which places of a row are picked. Equal values rank in the order in which they lie, so that the highest and
        the lowest never mean the same die while there are two."""
        out = [self.hits(v) for v in row] if self.values else [False] * len(row)
        for sign, number in self.parts:
            if sign in "hl":
                order = sorted(range(len(row)), key=row.__getitem__)
                for place in order[:number] if sign == "l" else order[max(len(row) - number, 0) :]:
                    out[place] = True
        return out

    def matched(self, kind: Kind) -> int:
        """How many of the die's faces the selectors by value pick."""
        if kind.values is not None:
            return sum(map(self.hits, kind.values))
        # Runs of faces, for a die may have a million of them.
        top = kind.faces
        runs: list[tuple[int, int]] = []
        for sign, n in self.parts:
            if sign == "!=":
                runs += [(1, n - 1), (n + 1, top)]
            elif sign not in "hl":
                runs.append({"=": (n, n), "<": (1, n - 1), "<=": (1, n), ">": (n + 1, top), ">=": (n, top)}[sign])
        total = reached = 0
        for first, last in sorted(runs):
            first, last = max(first, reached + 1), min(last, top)
            if first <= last:
                total += last - first + 1
                reached = last
        return total


class Ask(Struct, frozen=True):
    """What an operator must know of its pool when asked for odds: the die, and how long a chain of explosions may get.

    `depth`: at most so many more dice, or None; `slack`: how much of an endless chain may be cut off.
    """

    kind: Kind | None
    depth: int | None
    slack: float

    def chain(self, picks: Picks) -> tuple[int, bool]:
        """Length of the longest chain worth following, and whether it ends there by rule."""
        assert self.kind is not None
        if self.depth is not None:
            return self.depth, True
        share = picks.matched(self.kind) / self.kind.faces
        return (max(1, int(log(self.slack) / log(share)) + 1) if share else 0), False
