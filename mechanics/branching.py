"""Dice that walk every possible draw: the rules themselves run once per distinguishable outcome."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, Literal

Keep = Literal["all", "best", "worst"]
Weighted = list[tuple[Any, int]]


class TooMany(Exception):
    """More ways for the dice to fall than may be walked."""


@lru_cache(maxsize=256)
def _multisets(n: int, faces: int) -> tuple[Weighted, int]:
    """Every distinguishable throw of n equal dice with the number of ways it falls, and the number of all ways."""
    found: Weighted = []
    for throw in combinations_with_replacement(range(1, faces + 1), n):
        ways = math.factorial(n)
        for face in set(throw):
            ways //= math.factorial(throw.count(face))
        found.append((throw, ways))
    return found, faces**n


@lru_cache(maxsize=512)
def _distribution(chance: Callable[..., Any], args: tuple[object, ...]) -> tuple[Weighted, int]:
    """The exact distribution of a pure `chance(dice, *args)`: run once per leaf, equal values merged, ascending.

    A chance that can count for itself has `exact(*args)`: ways by value, and all ways; it may raise `TooMany`.
    """
    if (exact := getattr(chance, "exact", None)) is not None:
        ways_by_value, whole = exact(*args)
        return sorted(ways_by_value.items()), whole
    dice, leaves = BranchingDice(), []
    while True:
        value = chance(dice, *args)
        leaves.append((value, *dice.weight()))
        if len(leaves) > BranchingDice.WIDEST:
            raise TooMany
        if not dice.advance():
            break
    whole = math.lcm(*{den for _, _, den in leaves})
    merged: dict[Any, int] = {}
    for value, ways, den in leaves:
        merged[value] = merged.get(value, 0) + ways * (whole // den)
    return sorted(merged.items()), whole


@lru_cache(maxsize=512)
def _throws(chance: Callable[..., Any], args: tuple[object, ...], n: int, keep: Keep) -> tuple[Weighted, int]:
    """n throws of a chance: which values come back, how many ways. Of best and worst only the kept one matters."""
    single, den = _distribution(chance, args)
    if n == 1:
        return [((value,), ways) for value, ways in single], den
    if keep != "all":
        found, below = [], 0
        for value, ways in single:
            upto = below + ways
            kept = upto**n - below**n if keep == "best" else (den - below) ** n - (den - upto) ** n
            found.append(((value,), kept))
            below = upto
        return found, den**n
    found = []
    for picks in combinations_with_replacement(range(len(single)), n):
        ways = math.factorial(n)
        for pick in set(picks):
            ways //= math.factorial(picks.count(pick))
        for pick in picks:
            ways *= single[pick][1]
        found.append((tuple(single[pick][0] for pick in picks), ways))
    return found, den**n


class BranchingDice:
    """Follows one path of draws at a time; `advance` moves to the next, False when all were walked."""

    WIDEST = 100_000
    """The most outcomes that a named chance may be made of."""

    def __init__(self, leaves: int = WIDEST) -> None:
        self._leaves = leaves
        self._path: list[tuple[int, Weighted, int]] = []
        self._at = 0

    def draw(self, n: int, faces: int) -> list[int]:
        """The faces of this path's next draw: a multiset, so their order must not matter to the rule.

        Raises `TooMany` at once where there are more than may be walked.
        """
        if math.comb(n + faces - 1, n) > self._leaves:
            raise TooMany
        return list(self._next(lambda: _multisets(n, faces)))

    def chance(self, chance: Callable[..., Any], args: tuple[object, ...], n: int, keep: Keep) -> tuple[Any, ...]:
        """The values of this path's next n throws of a named chance; only the kept one of "best" and "worst"."""
        values = len(_distribution(chance, args)[0])
        if (math.comb(n + values - 1, n) if keep == "all" else values) > self._leaves:
            raise TooMany
        return tuple(self._next(lambda: _throws(chance, args, n, keep)))

    def _next(self, outcomes: Callable[[], tuple[Weighted, int]]) -> Any:
        if self._at == len(self._path):
            self._path.append((0, *outcomes()))
        index, found, _ = self._path[self._at]
        self._at += 1
        return found[index][0]

    def weight(self) -> tuple[int, int]:
        """The probability of the path just walked, as ways and all ways."""
        ways = whole = 1
        for index, found, den in self._path:
            ways *= found[index][1]
            whole *= den
        return ways, whole

    def advance(self) -> bool:
        """Go to the next path."""
        self._at = 0
        while self._path and self._path[-1][0] + 1 == len(self._path[-1][1]):
            self._path.pop()
        if not self._path:
            return False
        index, found, den = self._path[-1]
        self._path[-1] = (index + 1, found, den)
        return True
