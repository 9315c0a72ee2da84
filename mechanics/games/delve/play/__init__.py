"""Delve played, one module a chapter. Here stands what all of them work on."""

from __future__ import annotations

from msgspec import Struct

from mechanics.facts import Noted
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.pending import What
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Sheet
from mechanics.state import State
from mechanics.step import Step

FEET = 25
"""How far a turn, a dash or a point of Luck goes (DELVE-ACT-01)."""
FROZEN = "frozen"
"""The effect of ice: who lies under it has no turn (DELVE-SPELL-01, 7)."""


class Budget(Struct, frozen=True):
    """What is left of this turn. `tried`: a spell was tried in it. `last`: whom one attacked last in this fight, and
    with what: it is proposed again."""

    action: int = 1
    feet: int = FEET
    tried: bool = False
    last: tuple[Id, str] | None = None


class More(Struct, frozen=True):
    """What a fight keeps beside the seats: pairs that the GM has marked as adjacent (DELVE-ATK-03)."""

    adjacent: tuple[tuple[Id, Id], ...] = ()


DelveState = State[Rulings, Sheet, None, Budget, More, What]
DelveStep = Step[Rulings, Sheet, None, Budget, More, What]


def note(step: DelveStep, rule: str, text: str, *about: Id) -> None:
    """Tell a sentence about these."""
    step.say(Noted(rule=rule, text=text, about=about))


def within(number: int, low: int, high: int, what: str) -> int:
    """The number, if it lies between; else refused `RANGE`."""
    if not low <= number <= high:
        raise Refused("RANGE", f"{what} cannot be {number}.", f"{low} to {high}")
    return number


def finished(step: DelveStep, i: Id) -> Sheet:
    """The sheet of somebody; refused `STATE` while it is being made, `UNKNOWN` where nobody is named."""
    if i == CHAIR:
        raise Refused("UNKNOWN", "Nobody is named.", "a character or creature")
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    return sheet


def player(step: DelveStep, i: Id) -> Sheet:
    """The sheet of a character with abilities; refused `RULE` for enemies and allies (DELVE-GEN-01)."""
    sheet = finished(step, i)
    if not sheet.abilities:
        raise Refused("RULE", f"{sheet.name} has a level in place of abilities.", "a character of a player")
    return sheet


def up(step: DelveStep, i: Id) -> Sheet:
    """The sheet of somebody who is up; else refused `STATE`."""
    sheet = finished(step, i)
    if sheet.status != "up":
        raise Refused("STATE", f"{sheet.name} is {sheet.status}.", "healing, first aid or a GM's /delve-gm revive")
    return sheet


def in_round(step: DelveStep) -> bool:
    """Whether a fight is on here and its first round has begun."""
    fight = step.scene.fight
    return fight is not None and fight.round > 0


def frozen(step: DelveStep, i: Id) -> bool:
    """Whether ice holds this fighter."""
    fight = step.scene.fight
    return fight is not None and any(e.name == FROZEN and e.on == i for e in fight.effects)


def on_turn(step: DelveStep, i: Id) -> Budget:
    """What a fighter has left; refused `no-fight` without one, `STATE` unless it is their side's turn and theirs."""
    fight = step.fight
    name = step.sheet(i).name
    if fight.round < 1:
        raise Refused("STATE", "This fight has not begun yet.", "/combat begin")
    if i not in fight.seats:
        raise Refused("STATE", f"{name} is not in this fight.", "/combat join")
    if i not in fight.now:
        raise Refused("STATE", f"It is not {name}'s turn.", "/combat status shows who is up")
    return fight.seats[i].budget


def may_act(step: DelveStep, i: Id) -> Sheet:
    """The sheet of somebody who can take an action now: always outside a fight, else while one is left."""
    sheet = up(step, i)
    if in_round(step) and on_turn(step, i).action < 1:
        raise Refused("STATE", f"{sheet.name} has no action left.", "1 Luck buys one: /delve luck for:action")
    return sheet


def act(step: DelveStep, i: Id, **also: object) -> None:
    """Spend the action, in a fight."""
    if in_round(step):
        step.budget(i, action=step.fight.seats[i].budget.action - 1, **also)


def not_casting(sheet: Sheet) -> None:
    """Refuses `STATE` any other action of somebody with a spell begun: it has to be given up first (DELVE-CAST-01)."""
    if sheet.casting:
        raise Refused(
            "STATE",
            f"{sheet.name} has begun to cast {sheet.casting.spell}: anything else gives it up, and it is miscast.",
            "Give up first, or Try again",
        )


def fire(step: DelveStep, i: Id, word: str) -> None:
    """Effects on somebody that end on this word end, if a fight is on here."""
    if step.scene.fight is not None:
        step.fire(i, word)
