"""Exact odds as they are handed out: of a plan's total, and of the matching sets of one pool."""

from fractions import Fraction
from functools import lru_cache
from math import comb, factorial

from mechanics.dice.estimate import MOST_STEPS, Budget
from mechanics.dice.nodes import Node

# What one outcome costs when its fraction is made, in steps of the budget.
_OUTCOME = 25


class Odds:
    """The exact distribution of a plan's total.

    `weights` are integer parts of `whole` for each total, upward. An endless explosion is followed until less than
    1e-12 is left; that rest is `left_over` and belongs to no total. `min` and `max` are the lowest and highest possible
    total, None where an explosion has no end.
    """

    __slots__ = ("_total", "max", "min", "weights", "whole")

    def __init__(self, weights: dict[int, int], whole: int, low: int | None, high: int | None) -> None:
        self.weights = weights
        self.whole = whole
        self.min = low
        self.max = high
        self._total: dict[int, Fraction] | None = None

    def __repr__(self) -> str:
        return f"Odds({self.min}..{self.max}, mean {float(self.mean):.3f})"

    @property
    def total(self) -> dict[int, Fraction]:
        """The chance of each total, upward."""
        if self._total is None:
            whole = self.whole
            # Many totals are equally likely, and reducing a fraction is the dear part.
            made = {weight: Fraction(weight, whole) for weight in set(self.weights.values())}
            self._total = {value: made[weight] for value, weight in self.weights.items()}
        return self._total

    @property
    def left_over(self) -> Fraction:
        """The chance of all that was cut off; 0 unless something explodes without end."""
        return Fraction(self.whole - sum(self.weights.values()), self.whole)

    @property
    def mean(self) -> Fraction:
        """The mean total (of what was not cut off)."""
        return Fraction(sum(v * w for v, w in self.weights.items()), sum(self.weights.values()))

    def at_least(self, n: int) -> Fraction:
        """The chance of a total of `n` or more (what was cut off is not in it)."""
        return Fraction(sum(w for v, w in self.weights.items() if v >= n), self.whole)

    @property
    def true(self) -> Fraction:
        """The chance that the total is not 0: for a comparison, that it holds."""
        return Fraction(sum(w for v, w in self.weights.items() if v), self.whole)


def odds_of(root: Node, depth: int | None, dice: int) -> Odds:
    """The odds of an expression of `dice` dice. DiceError `odds_too_big` before work that would take too long."""
    budget = Budget(depth, dice)
    size = root.size(budget)
    budget.spend(min(size.width, MOST_STEPS) * _OUTCOME)
    table = root.odds(budget)
    pairs = sorted(table.weights.items())
    weights: dict[int, int] = {}
    if size.whole:
        weights = dict(pairs)  # type: ignore[arg-type]
    else:
        for value, weight in pairs:
            total = int(value)
            weights[total] = weights.get(total, 0) + weight
    return Odds(
        weights,
        table.whole,
        None if size.down else min(weights),
        None if size.up else max(weights),
    )


Set = tuple[int, int]


@lru_cache(maxsize=32)
def _set_rows(n: int, faces: int) -> tuple[dict[tuple[Set, ...], int], int]:
    rows: dict[tuple[Set, ...], int] = {}

    def grow(face: int, left: int, ways: int, row: tuple[Set, ...]) -> None:
        # The dice in no set show different faces among those that made none.
        spare = faces - len(row)
        if left <= spare:
            single = ways * comb(spare, left) * factorial(left)
            key = tuple(sorted(row, reverse=True))
            rows[key] = rows.get(key, 0) + single
        for height in range(face, 0, -1):
            for width in range(2, left + 1):
                grow(height - 1, left - width, ways * comb(left, width), (*row, (width, height)))

    grow(faces, n, 1, ())
    return rows, faces**n


def sets(n: int, faces: int) -> dict[tuple[Set, ...], Fraction]:
    """The joint chance of the matching sets among `n` dice: rows of (width, height), the widest and then tallest first;
    the empty row is no match. `n` 0..20 dice of 1..100 faces, and at most 20,000 different rows (ValueError)."""
    if not (0 <= n <= 20 and 1 <= faces <= 100) or _rows(n, faces) > 20_000:
        raise ValueError(f"The sets of {n} x d{faces} are too many to list.")
    rows, whole = _set_rows(n, faces)
    return {row: Fraction(weight, whole) for row, weight in rows.items()}


def _rows(n: int, faces: int) -> int:
    return sum(comb(faces, k) * comb(n - k, k) for k in range(min(faces, n // 2) + 1))


def best_set(n: int, faces: int) -> dict[Set, Fraction]:
    """The chance of each (width, height) of the widest set among `n` dice, the tallest of equally wide ones; (0, 0) is
    no match. `n` 0..100 dice of 1..100 faces (ValueError)."""
    if not (0 <= n <= 100 and 1 <= faces <= 100):
        raise ValueError("0..100 dice of 1..100 faces.")
    weights, whole = _best_sets(n, faces)
    return {best: Fraction(weight, whole) for best, weight in weights.items()}


@lru_cache(maxsize=32)
def _best_sets(n: int, faces: int) -> tuple[dict[Set, int], int]:
    # Ways to give m dice to k faces so that no face shows more than w: row w of a table by width, one face at a time.
    out: dict[Set, int] = {}
    powers = [_at_most(n, faces, width) for width in range(n + 1)]
    for width in range(2, n + 1):
        for height in range(1, faces + 1):
            # This face shows exactly `width`; lower ones at most that, higher ones fewer.
            ways = 0
            lower, higher = powers[width][height - 1], powers[width - 1][faces - height]
            for below in range(n - width + 1):
                above = n - width - below
                ways += comb(n - width, below) * lower[below] * higher[above]
            if ways:
                out[width, height] = comb(n, width) * ways
    none = powers[1][faces][n] if n else 1
    if none:
        out[0, 0] = none
    return out, faces**n


def _at_most(n: int, faces: int, width: int) -> list[list[int]]:
    """`[k][m]`: ways in which m distinct dice show k faces, none of them more than `width` times."""
    table = [[1] + [0] * n]
    for _ in range(faces):
        last = table[-1]
        table.append([sum(comb(m, c) * last[m - c] for c in range(min(width, m) + 1)) for m in range(n + 1)])
    return table
