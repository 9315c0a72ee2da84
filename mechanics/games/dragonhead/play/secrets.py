"""Rolls that their roller and the GMs alone see, until they are revealed."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Noted, Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.dragonhead.moves import RevealRoll
from mechanics.games.dragonhead.pending import Covered, Thrown, What
from mechanics.games.dragonhead.play import DragonheadState, DragonheadStep
from mechanics.games.dragonhead.play.rolls import CRASH, make_room, tell_crash
from mechanics.state import Pending, Sealed
from mechanics.view import may_see


def sees(step: DragonheadStep, p: Pending[What]) -> Thrown | None:
    """The open roll that a decision is, if the caller may see it; None for other decisions and others' secrets."""
    if isinstance(p.what, Covered):
        return p.what.roll.value if may_see(step.state.campaign, step.caller, p.what.roll.to) else None
    return p.what if isinstance(p.what, Thrown) else None


def written(p: Pending[What], roll: Thrown) -> What:
    """A roll as this decision holds it: as covered as before."""
    return Covered(roll.session, Sealed(p.what.roll.to, roll)) if isinstance(p.what, Covered) else roll


def cover(step: DragonheadStep, roll: Thrown, told: int) -> None:
    """Keep a roll secret: what was told since fact number `told` is for its roller alone, or the GMs if one rolled it.

    It stays open, whether it can be fudged or not, so that it can be revealed.
    """
    to = CHAIR if step.caller.gm else roll.who
    keep_to(step, to, told)
    make_room(step)
    step.open((roll.who,), Covered(roll.session, Sealed(to, roll)), "", blocks=False, to=(to,))


def keep_to(step: DragonheadStep, to: Id, told: int) -> None:
    """Address every fact from number `told` on to somebody (and the GMs)."""
    step.facts[told:] = [replace(fact, to=(to,)) for fact in step.facts[told:]]


def hidden_rolls(state: DragonheadState) -> tuple[tuple[Pending[What], Thrown], ...]:
    """The secret rolls that are open here, oldest first, as far as this (viewed) state shows them."""
    found = ((p, p.what.roll.value) for p in state.scene.pending.values() if isinstance(p.what, Covered))
    return tuple((p, roll) for p, roll in found if roll is not None)


def reveal(step: DragonheadStep, move: RevealRoll) -> None:
    """A secret roll is told to all as it stands now; from then on it is open like any other, or closed."""
    p, roll = _covered(step, move)
    fudged = f", fudged {roll.fudges_used} times" if roll.fudges_used else ""
    score = "" if roll.dice else f", score {roll.score}"
    step.say(Noted(rule="DH-ACT-11", text=f"{{0}} shows a secret roll{score}{fudged}.", about=(roll.who,)))
    shown = Sum(roll.who, roll.parts, roll.strength)
    step.say(Rolled(rule="DH-ACT-11", label=roll.label, sum=shown, verdict=roll.verdict))
    if roll.note:
        step.say(Noted(text=roll.note))
    tell_crash(step, roll)
    if roll.session and roll.verdict != CRASH:
        step.update(p, what=roll, to=())
    else:
        step.close(p)


def _covered(step: DragonheadStep, move: RevealRoll) -> tuple[Pending[What], Thrown]:
    for p in reversed(step.scene.pending.values()):
        if move.pending in (None, p.id) and isinstance(p.what, Covered) and (roll := sees(step, p)) is not None:
            if move.actor not in (CHAIR, roll.who):
                raise Refused("not-yours", "Only whoever rolled reveals a roll.", "or a GM")
            return p, roll
    raise Refused("STATE", "There is no secret roll of yours here.", "a check or roll made with secret")
