"""Clan played, one module a chapter. Here stands what all of them work on."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mechanics.game import Id, Refused
from mechanics.games.clan.features import within
from mechanics.games.clan.pending import What
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import Sheet
from mechanics.state import State
from mechanics.step import Step

ACTIONS = 3
"""Actions of a turn (CLAN-ACT-01)."""


class Did(Struct, frozen=True):
    """What a fighter did last to somebody: attack, kill, hold or move; with what weapon, from how far."""

    what: str
    target: Id
    weapon: str = ""
    feet: int = 0


class Budget(Struct, frozen=True):
    """What a fighter has left of this turn, the d12s of the roll for turn order, and what was done last, to propose."""

    actions: int = ACTIONS
    order: tuple[int, ...] = ()
    last: Did | None = None


ClanState = State[Rulings, Sheet, None, Budget, None, What]
ClanStep = Step[Rulings, Sheet, None, Budget, None, What]


def finished(step: ClanStep, i: Id) -> Sheet:
    """The sheet of a creature that is played; refused `STATE` while it is being made."""
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    return sheet


def living(step: ClanStep, i: Id) -> Sheet:
    """The sheet of somebody who is not dead; else refused `STATE` (CLAN-GEN-01)."""
    sheet = finished(step, i)
    if sheet.dead:
        raise Refused("STATE", f"{sheet.name} is dead.", "somebody alive")
    return sheet


def awake(step: ClanStep, i: Id) -> Sheet:
    """The sheet of somebody who can act; else refused `STATE` (CLAN-UNC-01)."""
    sheet = living(step, i)
    if not sheet.able:
        raise Refused("STATE", f"{sheet.name} is unconscious.", "a full rest or healing wakes")
    return sheet


def named(who: tuple[Id, ...]) -> tuple[Id, ...]:
    """Those whom the GM means, each once; `UNKNOWN` for nobody."""
    if not who:
        raise Refused("UNKNOWN", "Nobody is named.", "one or more characters")
    return tuple(dict.fromkeys(who))


def in_round(step: ClanStep, i: Id) -> bool:
    """Whether i fights here, and the first round has begun: then actions are counted, and an open roll blocks."""
    fight = step.scene.fight
    return fight is not None and fight.round > 0 and i in fight.seats


def can_pay(step: ClanStep, i: Id, cost: int) -> None:
    """Refuses `STATE` where a fight is on and this is not i's turn, or fewer actions are left (CLAN-ACT-01)."""
    fight = step.scene.fight
    if fight is None or not fight.round:
        return
    name = step.sheet(i).name
    if i not in fight.seats:
        raise Refused("STATE", f"{name} is not in the fight here.", "/combat join")
    if i not in fight.now:
        raise Refused("STATE", f"It is not {name}'s turn.", "/combat status shows the order")
    left = fight.seats[i].budget.actions
    if left < cost:
        words = f"{cost} action" if cost == 1 else f"{cost} actions"
        raise Refused("STATE", f"That needs {words}, and {name} has {left} left.", "/combat next ends the turn")


def pay(step: ClanStep, i: Id, cost: int) -> None:
    """Take the actions, where they are counted; they never come back."""
    if cost and in_round(step, i):
        step.budget(i, actions=step.fight.seats[i].budget.actions - cost)


def did(step: ClanStep, i: Id, last: Did) -> None:
    """Remember what i did, where it is proposed again."""
    if in_round(step, i):
        step.budget(i, last=last)


def hidden(step: ClanStep, who: Iterable[Id]) -> tuple[Id, ...]:
    """Those of them who hide in the fight here."""
    fight = step.scene.fight
    return tuple(i for i in who if fight is not None and i in fight.seats and fight.seats[i].hidden)


def cost_of(step: ClanStep, chosen: int | None, usual: int) -> int:
    """What something costs: as usual, or 0 to 3 where a GM says so; `OWNER`, `RANGE` (CLAN-ACT-01)."""
    if chosen is None:
        return usual
    if not step.caller.gm:
        raise Refused("OWNER", "Only a GM says that this costs another number of actions.", "leave it out")
    return within(chosen, 0, ACTIONS, "A cost")
