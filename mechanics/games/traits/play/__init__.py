"""Traits played, one module a chapter. Here stands what all of them work on."""

from msgspec import Struct

from mechanics.game import Id, Refused
from mechanics.games.traits.pending import What
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Sheet
from mechanics.state import State
from mechanics.step import Step


class Budget(Struct, frozen=True):
    """What a fighter has used up in this round: steps, dodges, and the one challenge of the turn."""

    steps: int = 0
    dodges: int = 0
    attacked: bool = False


TraitsState = State[Rulings, Sheet, None, Budget, None, What]
TraitsStep = Step[Rulings, Sheet, None, Budget, None, What]


def finished(step: TraitsStep, i: Id) -> Sheet:
    """The sheet of a character or creature that can act; refused `STATE` while it is being made."""
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished yet.", "finish it first")
    return sheet


def living(step: TraitsStep, i: Id) -> Sheet:
    """The sheet of somebody who is not dead; else refused `STATE` (TRAIT-HP-04)."""
    sheet = finished(step, i)
    if sheet.dead:
        raise Refused("STATE", f"{sheet.name} is dead.", "only a GM's /traits-gm revive brings the dead back")
    return sheet


def awake(step: TraitsStep, i: Id) -> Sheet:
    """The sheet of somebody who can act; else refused `STATE` (TRAIT-HP-04)."""
    sheet = living(step, i)
    if not sheet.conscious:
        raise Refused("STATE", f"{sheet.name} is unconscious.", "healing to 1 hit point wakes")
    return sheet


def on_turn(step: TraitsStep, i: Id) -> None:
    """Refuses `STATE` unless it is this fighter's turn in the fight here (TRAIT-ORDER-02)."""
    if i not in step.fight.now:
        raise Refused("STATE", f"It is not {step.sheet(i).name}'s turn.", "/combat status shows the order")


def in_round(step: TraitsStep) -> bool:
    """Whether a fight is on here, and its first round has begun: then turns, steps and dodges are counted."""
    fight = step.scene.fight
    return fight is not None and fight.round > 0
