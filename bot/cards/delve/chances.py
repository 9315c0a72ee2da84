"""Exact chances of Delve's rolls: the rules themselves, played through every face of the die."""

from __future__ import annotations

from fractions import Fraction

from bot.shown import Shown
from bot.text import percent
from mechanics.facts import Fact, Rolled
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.odds import odds
from mechanics.offers import judge

ROLL = "DELVE-ROLL-01"
"""The rule of every roll of a d20 with an ability."""


def verdict_of(fact: Fact) -> str | None:
    """How good a roll with an ability was; None for any other fact."""
    return fact.verdict if isinstance(fact, Rolled) and fact.rule == ROLL else None


def owner_of(shown: Shown, who: Id) -> Caller:
    """Whoever may act for a character: its player, or a GM for a creature."""
    entry = shown.state.campaign.names.get(who)
    return Caller(shown.viewer.user, gm=True) if entry is None or entry.owner == CHAIR else Caller(entry.owner)


def chance(shown: Shown, who: Id, move: Move) -> Fraction | None:
    """How likely the first roll of this move of `who` succeeds; None where nothing is rolled, or it cannot be told."""
    found = odds(shown.game, shown.state, owner_of(shown, who), move, verdict_of)
    if isinstance(found, Refusal) or set(found) == {None}:
        return None
    return sum((c for verdict, c in found.items() if verdict and verdict.endswith("success")), Fraction(0))


def likely(shown: Shown, who: Id, move: Move) -> str:
    """The same in words, ` 45 %`; empty where it cannot be told."""
    found = chance(shown, who, move)
    return f" {percent(found)}" if found is not None else ""


def why_not(shown: Shown, who: Id, move: Move) -> str:
    """Why whoever acts for `who` may not make this move now; empty if they may."""
    refusal = judge(shown.game, shown.state, owner_of(shown, who), move).refusal
    return refusal.message if refusal is not None else ""
