"""Clan's numbers in words: scores, sums with their dice, somebody's state."""

from __future__ import annotations

from bot.cards.health import health
from bot.shown import Shown
from bot.text import escape, listed
from mechanics.facts import Sum
from mechanics.game import Id
from mechanics.games.clan.dice import D12
from mechanics.games.clan.pending import Parts
from mechanics.games.clan.sheet import Sheet

SCORES = {"kick": "Kick Ass", "bad": "Bad Ass", "smart": "Smart Ass"}
"""What the three scores are called."""


def state_words(shown: Shown, who: Id) -> str:
    """`9/15`, `0/15 down`; of a creature a word, for players."""
    it: Sheet = shown.state.sheets[who]
    return health(shown, who, it.hp, it.hp_max, down=it.status == "unconscious", dead=it.dead)


def added(parts: Parts) -> str:
    """` + Kick Ass 4 - range 2d4 3`, escaped."""
    return "".join(f" {'-' if n < 0 else '+'} {escape(SCORES.get(label, label))} {abs(n)}" for label, n in parts)


def total_words(total: Sum) -> str:
    """`d12 **7** (best of 5 and 7) + Kick Ass 4 = **11**`"""
    (_, used), *parts = total.parts
    kept = next((n for n, d in enumerate(total.dice) if d.kept and d.faces == D12), 0)
    unkept = [n for n, d in enumerate(total.dice) if not d.kept]
    own = total.dice[: max([kept, *unkept]) + 1]
    best = f" (best of {listed([str(d.value) for d in own])})" if len(own) > 1 else ""
    more = added(tuple(parts))
    return f"d12 **{used}**{best}{more} = **{total.total}**" if more else f"d12 **{used}**{best}"


def damage_words(total: Sum) -> str:
    """`1d6 5 + Kick Ass 4 = **9**`"""
    (dice, n), *parts = total.parts
    twice = any(label == "doubled" for label, _ in parts)
    more = added(tuple((label, k) for label, k in parts if label != "doubled"))
    whole = f"({escape(dice)} {n}{more}) x 2" if twice else f"{escape(dice)} {n}{more}"
    return f"{whole} = **{total.total}**"


def signed(n: int) -> str:
    """` + 4`, ` - 1`, nothing for 0."""
    return f" {'-' if n < 0 else '+'} {abs(n)}" if n else ""
