"""Who holds whom: an effect of the fight's tracker, so that a GM can end it by hand too (CLAN-MAN-02)."""

from __future__ import annotations

from collections.abc import Callable

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.clan.play import ClanStep, hidden, in_round
from mechanics.state import Effect

HELD = "held"


def holds(step: ClanStep, holder: Id, held: Id) -> bool:
    """Whether one holds the other."""
    fight = step.scene.fight
    return fight is not None and any(e.name == HELD and e.by == holder and e.on == held for e in fight.effects)


def is_held(step: ClanStep, i: Id) -> bool:
    """Whether anybody holds i."""
    fight = step.scene.fight
    return fight is not None and any(e.name == HELD and e.on == i for e in fight.effects)


def holder_of(step: ClanStep, i: Id) -> Id | None:
    """Who holds i, if it is known; refused `STATE` when nobody does."""
    if not is_held(step, i):
        raise Refused("STATE", f"{step.sheet(i).name} is not held.", "somebody who is")
    return next((e.by for e in step.fight.effects if e.name == HELD and e.on == i), None)


def take_hold(step: ClanStep, holder: Id, held: Id) -> None:
    """One holds the other from now on; outside of a fight it is only told."""
    if in_round(step, holder) and in_round(step, held) and not holds(step, holder, held):
        step.set_fight(effects=(*step.fight.effects, Effect(HELD, held, holder)))
    step.say(Noted(rule="CLAN-MAN-01", text="{0} holds {1}.", about=(holder, held)))
    if hidden(step, (holder,)):
        step.say(Noted(rule="CLAN-MAN-01", text="{0} is held.", about=(held,)))


def release(step: ClanStep, over: Callable[[Effect], bool]) -> None:
    """The holds of which this is true end, and say so."""
    fight = step.scene.fight
    if fight is None:
        return
    gone = tuple(e for e in fight.effects if e.name == HELD and over(e))
    if gone:
        step.set_fight(effects=tuple(e for e in fight.effects if e not in gone))
        step.tell_ended(gone)


def loosen(step: ClanStep) -> None:
    """Nobody is held by who is down, dead or gone."""

    def slack(e: Effect) -> bool:
        return e.by is not None and (e.by not in step.fight.seats or not step.sheet(e.by).able)

    release(step, slack)
