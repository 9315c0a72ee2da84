"""The DM asks people for a check or a save; they press when they are ready (DH-ACT-11)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.dragonhead.moves import AnswerAsk, Ask, ShiftAsk
from mechanics.games.dragonhead.pending import Requested, What
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.checks import alone
from mechanics.games.dragonhead.play.rolls import Declared, declare, first_throw
from mechanics.games.dragonhead.scores import FURTHEST, ladder, within
from mechanics.state import Pending

MANY = 25
"""The most characters that are asked at once."""


def ask(step: DragonheadStep, move: Ask) -> None:
    """Each of them may roll, or be rolled for by the DM; nobody has to (DH-ACT-11)."""
    if not 1 <= len(move.who) <= MANY or len(set(move.who)) < len(move.who):
        raise Refused("RANGE", f"{len(move.who)} people are asked.", f"1 to {MANY} different characters")
    for i in move.who:
        what = Requested(i, move.ability, move.difficulty, move.save, move.note)
        roll = _declared(step, what).roll  # refuses now what could not be rolled
        what = replace(what, ability=roll.ability, difficulty=ladder(move.difficulty).name)
        step.open((i,), what, roll.label + (f": {move.note}" if move.note else ""), blocks=False)


def _declared(step: DragonheadStep, what: Requested, tries: str = "no", rise: int = 0) -> Declared:
    return declare(
        step,
        what.who,
        what.ability,
        save=what.save,
        difficulty=what.difficulty,
        tries=tries,
        rise=rise,
        note=what.note,
    )


def answer(step: DragonheadStep, move: AnswerAsk) -> None:
    """Who was asked rolls (DH-ACT-01, -07)."""
    p, what = _mine(step, move.actor, move.pending)
    declared = _declared(step, what, move.tries, move.rise)
    step.close(p)
    alone(step, first_throw(step, declared))


def _mine(step: DragonheadStep, actor: Id, pending: int | None) -> tuple[Pending[What], Requested]:
    p, what = step.top(Requested, actor, pending)
    if what.who != actor:
        raise Refused("not-yours", "Somebody else was asked.", "only the one asked answers")
    return p, what


def shift(step: DragonheadStep, move: ShiftAsk) -> None:
    """The DM makes it harder or easier before it is rolled; `STATE` at the end of the ladder (DH-ACT-11)."""
    p, what = step.top(Requested, pending=move.pending)
    within(move.by, -FURTHEST, FURTHEST, "A shift")
    rung = ladder(what.difficulty, move.by).name
    if rung == what.difficulty:
        raise Refused("STATE", f"It is {rung} already.", "a shift the other way, within easy to herculean")
    step.update(p, what=replace(what, difficulty=rung))
    text = f"What is asked of {{0}} is {rung} from now on, not {what.difficulty}."
    step.say(Noted(rule="DH-ACT-11", text=text, about=(what.who,)))
