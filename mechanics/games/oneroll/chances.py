"""Exact chances of pools, from the joint distribution of their sets (ORE-PROB-01)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from mechanics.dice import sets
from mechanics.games.oneroll.pools import MOST, Set

Sets = tuple[Set, ...]


@cache
def _rows(n: int) -> tuple[tuple[Sets, int], ...]:
    """Each way in which n dice make sets, and in how many of 10^n throws."""
    return tuple((tuple(Set(*s) for s in row), int(chance * MOST**n)) for row, chance in sets(n, MOST).items())


def chance_of(n: int, holds: Callable[[Sets], bool]) -> Fraction:
    """How likely n dice show sets (widest and then highest first) for which this holds. n 0..10."""
    return Fraction(sum(ways for row, ways in _rows(n) if holds(row)), MOST**n)


@cache
def any_set(n: int, height: int = 1, width: int = 2) -> Fraction:
    """Some set at least this high and this wide."""
    return chance_of(n, lambda row: any(s.height >= height and s.width >= width for s in row))


@cache
def widest(n: int, width: int) -> Fraction:
    """The widest set is exactly this wide; width 1: no set."""
    return chance_of(n, lambda row: (row[0].width if row else 1) == width)


@cache
def of_width(n: int, width: int) -> Fraction:
    """Some set is exactly this wide."""
    return chance_of(n, lambda row: any(s.width == width for s in row))


@cache
def enough_sets(n: int, k: int, height: int = 1) -> Fraction:
    """At least k sets, each at least this high: all of k actions succeed."""
    return chance_of(n, lambda row: sum(s.height >= height for s in row) >= k)


def called(pool: int) -> Fraction:
    """A called shot with a pool of this size hits: pool - 2 dice thrown, one of them matches the one laid down."""
    return 1 - Fraction(MOST - 1, MOST) ** (pool - 2) if pool >= 3 else Fraction(0)
