"""Pools of ten-sided dice and the sets in them: how many dice, which sets, whose is better (sections 2 and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from mechanics.game import Refused

MOST = 10
"""The most dice of a pool, and the most faces of a die."""
FURTHEST_BONUS = 10
ACTIONS = 5
"""The most actions at once (ORE-MULTI-01)."""


class Set(NamedTuple):
    """Equal dice: how many (width), and their face (height). Greater is wider, then higher."""

    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


class Found(NamedTuple):
    """What a roll holds: sets, widest and then highest first, and the loose dice, high first (ORE-SET-01)."""

    sets: tuple[Set, ...]
    loose: tuple[int, ...]


def find(dice: Sequence[int]) -> Found:
    """The sets in a roll; refused `RANGE` for a face outside 1 to 10 or more than 10 dice (ORE-SET-01)."""
    if len(dice) > MOST or not all(1 <= d <= MOST for d in dice):
        raise Refused("RANGE", "That is no roll of this game.", f"up to {MOST} dice of 1 to {MOST}")
    counts = {face: dice.count(face) for face in set(dice)}
    sets = sorted((Set(n, face) for face, n in counts.items() if n > 1), reverse=True)
    loose = sorted((face for face, n in counts.items() if n == 1), reverse=True)
    return Found(tuple(sets), tuple(loose))


def throw(dice: Any, n: int, laid: int = 0) -> tuple[Set, ...]:
    """The sets of n dice thrown, with one die more that was laid down showing `laid` (0: none). A named chance."""
    faces = [*dice.draw(n, MOST), laid] if n and laid else [laid] if laid else dice.draw(n, MOST) if n else []
    return find(faces).sets


def dice_in(stat: int, skill: int, *, bonus: int = 0, lent: int = 0, actions: int = 1, penalty: int = 0) -> int:
    """The dice of a pool (ORE-POOL-01), in this order: wound penalty on the stat, cap 10, bonus and lent dice, cap 10,
    one less for each action beyond the first, not below 0. Refused `RANGE` for a bonus beyond 10 either way.
    """
    if not -FURTHEST_BONUS <= bonus <= FURTHEST_BONUS:
        raise Refused("RANGE", f"A bonus of {bonus} dice cannot be.", f"-{FURTHEST_BONUS} to {FURTHEST_BONUS}")
    base = min(MOST, max(0, stat - penalty) + skill)
    return max(0, min(MOST, base + bonus + lent) - (actions - 1))


def several(pools: Sequence[int], bonus: int = 0, lent: int = 0) -> int:
    """The dice of several actions at once: the lowest pool, one less for each further action (ORE-MULTI-01).

    `pools` are those of the single actions. Refused `RANGE`: none or more than 5, or nothing that could match.
    """
    if not 1 <= len(pools) <= ACTIONS:
        raise Refused("RANGE", f"{len(pools)} actions at once cannot be.", f"1 to {ACTIONS}")
    n = dice_in(0, min(pools), bonus=bonus, lent=lent, actions=len(pools))
    if len(pools) > 1 and n < 2:
        raise Refused("RANGE", f"{len(pools)} actions leave {n} dice: nothing could match.", "fewer actions")
    return n


def usable(sets: Sequence[Set], target: int = 1) -> tuple[Set, ...]:
    """The sets that pass a test of this height; the first is the default (ORE-STATIC-01). Refused `RANGE`."""
    if not 1 <= target <= MOST:
        raise Refused("RANGE", f"A height of {target} cannot be asked for.", f"1 to {MOST}")
    return tuple(s for s in sets if s.height >= target)


def chosen(sets: Sequence[Set], text: str) -> Set:
    """The set that a typed `3x8` means; refused `UNKNOWN` if it is not among these (ORE-SET-03)."""
    for s in sets:
        if str(s) == text.strip().casefold().replace("×", "x"):
            return s
    raise Refused("UNKNOWN", f"There is no set {text[:20]}.", ", ".join(map(str, sets)) or "nothing matched")


class Side(NamedTuple):
    """One side of a Vs test: its sets, whether it is a player's, and its place in order of joining."""

    sets: tuple[Set, ...]
    player: bool
    joined: int = 0


def first(a: Side, b: Side) -> str:
    """Who acts first with their default sets: "a", "b", or "none" without any set (ORE-VS-01)."""
    best = {name: (s.sets[0], s.player, -s.joined) for name, s in (("a", a), ("b", b)) if s.sets}
    return max(best, key=lambda name: best[name]) if best else "none"


def winner(a: Side, b: Side) -> str:
    """Who wins where only one can: "a", "b", "none" (nobody has a set) or "tie" (ORE-VS-02)."""
    high_a, high_b = (max((s.height for s in side.sets), default=0) for side in (a, b))
    if high_a == high_b:
        return "none" if not high_a else "tie" if a.player == b.player else "a" if a.player else "b"
    return "a" if high_a > high_b else "b"


def highest(sets: Sequence[Set]) -> Set | None:
    """The highest set, the one that counts in a contest."""
    return max(sets, key=lambda s: s.height, default=None)


# -- lent dice ---------------------------------------------------------------------------------------------------------


def lent(own: int, offers: Sequence[int]) -> tuple[int, ...]:
    """What each helper really lends, in order of offering: together no more than fills the pool (ORE-COOP-01)."""
    taken, room = [], MOST - min(MOST, own)
    for offer in offers:
        taken.append(min(offer, room))
        room -= taken[-1]
    return tuple(taken)


def shares(points: int, dice: Sequence[int]) -> tuple[int, ...]:
    """Points of consequence for each, in proportion to their dice: whole parts, the rest by largest remainder, ties to
    the leader and then in order of offering (ORE-COOP-01). `dice` begins with the leader's own."""
    quotas = [Fraction(points * n, sum(dice)) for n in dice]
    parts = [int(q) for q in quotas]
    for i in sorted(range(len(dice)), key=lambda i: parts[i] - quotas[i])[: points - sum(parts)]:
        parts[i] += 1
    return tuple(parts)
