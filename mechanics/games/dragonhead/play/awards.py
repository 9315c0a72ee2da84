"""What the DM gives or takes: experience (DH-ADV-06, -07)."""

from __future__ import annotations

from mechanics.facts import Noted
from mechanics.game import Refused
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.moves import Award
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.rolls import short_note
from mechanics.games.dragonhead.scores import within

MOST = 10**12
"""The most XP that are given or owned, either way (the ledger's general refusal)."""


def award(step: DragonheadStep, move: Award) -> None:
    """XP for each of them; what is taken comes off unspent XP, even below 0. Level and scores stay (DH-ADV-07)."""
    if not move.who or len(set(move.who)) < len(move.who):
        raise Refused("RANGE", "It takes at least one character, each named once.", "one or more different characters")
    if not move.xp:
        raise Refused("RANGE", "0 XP are no award.", "a whole number, below 0 to take away")
    within(move.xp, -MOST, MOST, "An award")
    rule = "DH-ADV-06" if move.xp > 0 else "DH-ADV-07"
    for i in move.who:
        unspent = within(finished(step, i).unspent + move.xp, -MOST, MOST, "Unspent XP")
        step.set(i, rule, unspent=unspent)
    if short_note(move.note):
        step.say(Noted(rule=rule, text=move.note))
