"""The operators of a pool. Each class holds both readings side by side: what it does to dice on the table (`roll`), and
what becomes of every value a die may have (`turn`, `spread`, `counts`).

A pool in the odds is a row of sorted values that still count. `turn(value)` lists what one die becomes, as (row,
weight) in parts of `unit`: an empty row is a dropped die, a longer row one that brought others. Operators that look at
the whole row answer `spread(row)` instead.
"""

import operator
from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial

from msgspec import Struct

from mechanics.dice.picks import Ask, Picks
from mechanics.dice.roll import Cast, Kind, Run
from mechanics.dice.weights import Value

Row = tuple[Value, ...]
Turns = list[tuple[Row, int]]

_value = operator.attrgetter("value")


class Keep(Struct, frozen=True):
    """`kh kl k dh dl d ph pl p`: keep what is picked, or drop it."""

    picks: Picks
    drop: bool
    at: int
    end: int

    @property
    def family(self) -> str:
        return "drop" if self.drop else "keep"

    @property
    def each(self) -> bool:
        return not self.picks.ranks

    def roll(self, casts: list[Cast], kind: Kind | None, run: Run) -> list[Cast]:
        kept = [c for c in casts if c.kept]
        drop = self.drop
        if len(self.picks.parts) == 1:
            sign, n = self.picks.parts[0]
            if sign in "hl":
                # By far the commonest: one end of the sorted dice goes.
                kept.sort(key=_value)
                cut = max(len(kept) - n, 0) if sign == "h" else n
                for cast in kept[:cut] if (sign == "h") is not drop else kept[cut:]:
                    cast.kept = False
                    cast.why = "dropped"
                return casts
        for cast, picked in zip(kept, self.picks.chosen([c.value for c in kept]), strict=True):
            if picked is drop:
                cast.kept = False
                cast.why = "dropped"
        return casts

    def turn(self, value: Value, ask: Ask) -> Turns:
        return [((value,), 1)] if self.picks.hits(value) is not self.drop else [((), 1)]

    def unit(self, ask: Ask) -> int:
        return 1

    def places(self, n: int) -> list[bool]:
        """Which of n dice, sorted upward, stay; for picks by rank only."""
        # Equal dice are worth the same, so ranks alone decide.
        return [picked is not self.drop for picked in self.picks.chosen(list(range(n)))]

    def one_end(self, n: int) -> tuple[int, bool] | None:
        """How many of n dice stay, and whether they are the lowest ones; None unless one end of the row stays."""
        if len(self.picks.parts) != 1:
            return None
        sign, count = self.picks.parts[0]
        if sign not in "hl":
            return None
        count = min(count, n)
        return (n - count, sign == "h") if self.drop else (count, sign == "l")

    def spread(self, row: Row, most: int, ask: Ask) -> Turns:
        picked = self.picks.chosen(list(row))
        return [(tuple(v for v, p in zip(row, picked, strict=True) if p is not self.drop), 1)]

    def enough_dice(self, n: int) -> int:
        """How long a growing row of n dice may get when this operator comes next (see `enough`)."""
        if not self.drop and len(self.picks.parts) == 1 and self.picks.parts[0][0] in "hl":
            return min(n, self.picks.parts[0][1])
        return n

    def enough(self, row: Row) -> Row:
        """The part of a growing row that this operator, coming next, can still keep."""
        if not self.drop and len(self.picks.parts) == 1:
            sign, n = self.picks.parts[0]
            if sign == "h":
                return row[-n:] if n else ()
            if sign == "l":
                return row[:n]
        return row


class Reroll(Struct, frozen=True):
    """`r rr` until no picked face shows; `ro` once; `ra` adds one die beside the first that is picked."""

    picks: Picks
    how: str
    at: int
    end: int

    @property
    def family(self) -> str:
        return self.how

    @property
    def each(self) -> bool:
        return self.how != "ra" and not self.picks.ranks

    def roll(self, casts: list[Cast], kind: Kind | None, run: Run) -> list[Cast]:
        assert kind is not None
        kept = [c for c in casts if c.kept]
        picked = {id(c) for c, p in zip(kept, self.picks.chosen([c.value for c in kept]), strict=True) if p}
        out: list[Cast] = []
        for cast in casts:
            out.append(cast)
            if id(cast) not in picked:
                continue
            value = run.one(kind, self.at, self.end)
            if self.how == "ra":
                cast.why = "exploded"
                out.append(Cast(value, True, "added"))
                picked = set()
                continue
            cast.kept, cast.why = False, "rerolled"
            while self.how == "rr" and self.picks.hits(value):
                out.append(Cast(value, False, "rerolled"))
                value = run.one(kind, self.at, self.end)
            out.append(Cast(value))
        return out

    def _fresh(self, ask: Ask) -> dict[Value, int]:
        assert ask.kind is not None
        fresh: dict[Value, int] = {}
        for value in ask.kind.all_values():
            if self.how != "rr" or not self.picks.hits(value):
                fresh[value] = fresh.get(value, 0) + 1
        return fresh

    def unit(self, ask: Ask) -> int:
        assert ask.kind is not None
        return ask.kind.faces - (self.picks.matched(ask.kind) if self.how == "rr" else 0)

    def turn(self, value: Value, ask: Ask) -> Turns:
        if not self.picks.hits(value):
            return [((value,), self.unit(ask))]
        return [((v,), w) for v, w in self._fresh(ask).items()]

    def spread(self, row: Row, most: int, ask: Ask) -> Turns:
        picked = self.picks.chosen(list(row))
        if self.how == "ra":
            if True not in picked:
                return [(row, self.unit(ask))]
            return [(tuple(sorted((*row, v))), w) for v, w in self._fresh(ask).items()]
        # Picked by rank and thrown once more: any multiset of fresh dice in their place.
        again = sum(picked)
        rest = tuple(v for v, p in zip(row, picked, strict=True) if not p)
        fresh = self._fresh(ask)
        spare = self.unit(ask) ** (most - again)
        out: Turns = []
        for drawn in combinations_with_replacement(sorted(fresh), again):
            weight = factorial(again)
            for value in set(drawn):
                count = drawn.count(value)
                weight = weight // factorial(count) * fresh[value] ** count
            out.append((tuple(sorted(rest + drawn)), weight * spare))
        return out


class Explode(Struct, frozen=True):
    """`e !` a picked die brings another, and so on; `!!` folds the chain into the die; with `p` each extra counts 1
    less."""

    picks: Picks
    fold: bool
    less: int
    at: int
    end: int
    each = True

    @property
    def family(self) -> str:
        return f"explode{self.fold}{self.less}"

    def roll(self, casts: list[Cast], kind: Kind | None, run: Run) -> list[Cast]:
        assert kind is not None
        parts, hits, less = self.picks.parts, self.picks.hits, self.less
        one, at, end = run.one, self.at, self.end
        # Most dice explode on one face: told apart here, that costs no call a die.
        single = parts[0][1] if len(parts) == 1 and parts[0][0] == "=" else None
        if single is not None:
            places = [i for i, c in enumerate(casts) if c.value == single and c.kept]
        else:
            places = [i for i, c in enumerate(casts) if c.kept and hits(c.value)]
        more = 1
        for place in places:
            cast = casts[place + more - 1]
            cast.why = "exploded"
            again = True
            while again:
                face = one(kind, at, end)
                again = face == single if single is not None else hits(face)
                if self.fold:
                    cast.value += face - less
                else:
                    casts.insert(place + more, Cast(face - less, True, "exploded" if again else "added"))
                    more += 1
        return casts

    def unit(self, ask: Ask) -> int:
        assert ask.kind is not None
        unit: int = ask.kind.faces ** ask.chain(self.picks)[0]
        return unit

    def turn(self, value: Value, ask: Ask) -> Turns:
        unit = self.unit(ask)
        if not self.picks.hits(value):
            return [((value,), unit)]
        out: Turns = []
        for row, weight in _chains(self, ask).items():
            out.append(((value + sum(row),) if self.fold else tuple(sorted((value, *row))), weight))
        return out

    def spread(self, row: Row, most: int, ask: Ask) -> Turns:
        return spread_each(self, row, most, ask)


@lru_cache(maxsize=32)
def _chains(op: Explode, ask: Ask) -> dict[Row, int]:
    """Every chain of extra dice with its weight in parts of `unit`; folded chains as their sum."""
    assert ask.kind is not None
    depth, bounded = ask.chain(op.picks)
    faces = ask.kind.faces
    ends: dict[int, int] = {}
    goes: dict[int, int] = {}
    for face in ask.kind.all_values():
        source = goes if op.picks.hits(face) else ends
        source[face - op.less] = source.get(face - op.less, 0) + 1
    running: dict[Row, int] = {(): 1}
    out: dict[Row, int] = {}
    if bounded and not depth:
        return running
    for step in range(1, depth + 1):
        rest = faces ** (depth - step)
        following: dict[Row, int] = {}
        for row, weight in running.items():
            for value, count in ends.items():
                new = _longer(op, row, value)
                out[new] = out.get(new, 0) + weight * count * rest
            for value, count in goes.items():
                new = _longer(op, row, value)
                following[new] = following.get(new, 0) + weight * count
        running = following
    if bounded:
        for row, weight in running.items():
            out[row] = out.get(row, 0) + weight
    return out


def _longer(op: Explode, row: Row, value: Value) -> Row:
    return (sum(row) + value,) if op.fold else tuple(sorted((*row, value)))


class Clamp(Struct, frozen=True):
    """`mi min` raises lower values to `bound`; `ma max` lowers higher ones to it."""

    bound: int
    raises: bool
    at: int
    end: int
    family = ""
    each = True

    def roll(self, casts: list[Cast], kind: Kind | None, run: Run) -> list[Cast]:
        bound = self.bound
        for cast in casts:
            if cast.kept and cast.value != bound and (cast.value < bound) is self.raises:
                cast.value = bound
                cast.why = "raised" if self.raises else "lowered"
        return casts

    def unit(self, ask: Ask) -> int:
        return 1

    def turn(self, value: Value, ask: Ask) -> Turns:
        return [((max(value, self.bound) if self.raises else min(value, self.bound),), 1)]

    def spread(self, row: Row, most: int, ask: Ask) -> Turns:
        return spread_each(self, row, most, ask)


class Count(Struct, frozen=True):
    """`t` counts the dice that `success` picks, less those that `failure` picks; ends the pool."""

    success: Picks
    failure: Picks
    at: int
    end: int

    def score(self, casts: list[Cast]) -> int:
        total = 0
        for cast in casts:
            if cast.kept:
                point = self.worth(cast.value)
                total += point
                if point:
                    cast.why = "success" if point > 0 else "failure"
        return total

    def worth(self, value: Value) -> int:
        return self.success.hits(value) - self.failure.hits(value)

    def counts(self, row: Row) -> int:
        return sum(map(self.worth, row))


class Sets(Struct, frozen=True):
    """`mt` how many sets of at least `width` equal dice, `mw` the widest set's width, `mh` the highest set's face; 0 if
    none; ends the pool."""

    what: str
    width: int
    at: int
    end: int

    def score(self, casts: list[Cast]) -> Value:
        widths = Counter(c.value for c in casts if c.kept)
        for cast in casts:
            if cast.kept and widths[cast.value] >= self.width:
                cast.why = "set"
        return self._measure(widths)

    def counts(self, row: Row) -> Value:
        return self._measure(Counter(row))

    def _measure(self, widths: dict[Value, int]) -> Value:
        best: Value = 0
        for value, width in sorted(widths.items()):
            if width >= self.width:
                best = self.after(best, width, value)
        return best

    def after(self, best: Value, width: int, value: Value) -> Value:
        """The measure so far, joined by one more set of a higher face."""
        if self.what == "mt":
            return best + 1
        return max(best, width) if self.what == "mw" else value


def spread_each(op: "Keep | Reroll | Explode | Clamp", row: Row, most: int, ask: Ask) -> Turns:
    """What a row becomes under an operator that looks at each die alone."""
    unit = op.unit(ask)
    rows: dict[Row, int] = {(): unit ** (most - len(row))}
    for value in row:
        rows = joined(rows, op.turn(value, ask), None)
    return list(rows.items())


def joined(rows: dict[Row, int], turns: Turns, following: "Op | None") -> dict[Row, int]:
    """All rows with one more die, of which only what the following operator can still keep."""
    out: dict[Row, int] = {}
    prune = following.enough if isinstance(following, Keep) else None
    for row, weight in rows.items():
        for more, w in turns:
            new = tuple(sorted(row + more))
            if prune is not None:
                new = prune(new)
            out[new] = out.get(new, 0) + weight * w
    return out


def rows_of(values: int, n: int) -> int:
    """How many sorted rows of n dice with so many values there are."""
    return comb(values + n - 1, n) if values else 1


Op = Keep | Reroll | Explode | Clamp
End = Count | Sets
