"""Fights: the order of a round, steps, bleeding, and what a new evening gives back (TRAIT-SPEED, -ORDER, -BURN-06)."""

from __future__ import annotations

from mechanics.combat import Fights, Round
from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.traits.moves import Walk
from mechanics.games.traits.pending import What
from mechanics.games.traits.play import Budget, TraitsStep, awake, living, on_turn
from mechanics.games.traits.play.health import wound
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Halving, Sheet, alertness, speed


def steps_left(sheet: Sheet, budget: Budget, halving: Halving) -> int:
    """Steps of this round that are left: the speed of now without those taken, never below 0 (TRAIT-SPEED-01)."""
    return max(0, speed(sheet, halving) - budget.steps)


def walk(step: TraitsStep, move: Walk) -> None:
    """Take steps in one's own turn. `RANGE` below 1, `STATE` for more than are left."""
    sheet = awake(step, move.actor)
    on_turn(step, move.actor)
    if move.steps < 1:
        raise Refused("RANGE", f"{move.steps} steps cannot be taken.", "1 or more")
    budget = step.fight.seats[move.actor].budget
    left = steps_left(sheet, budget, step.state.rulings.halving)
    if move.steps > left:
        word = f"{left} step{'' if left == 1 else 's'}"
        raise Refused("STATE", f"{sheet.name} has {word} left in this round.", f"up to {left}")
    step.budget(move.actor, steps=budget.steps + move.steps)
    word = f"{move.steps} step{'' if move.steps == 1 else 's'}"
    step.say(Noted(rule="TRAIT-SPEED-01", text=f"{{0}} takes {word}, {left - move.steps} left.", about=(move.actor,)))


def may_join(step: TraitsStep) -> None:
    """Whoever has just sat down must be alive, else `STATE`."""
    before = step.start.scene.fight
    for i in step.fight.seats:
        if before is None or i not in before.seats:
            living(step, i)


def order(step: TraitsStep) -> Round:
    """Alertness, then speed, the higher first; else as they stand (TRAIT-ORDER-01). The round before ends first."""
    fight = step.fight
    if fight.round and step.state.rulings.bleed:
        for i in fight.seats:
            if step.sheet(i).condition == "bleeding":
                wound(step, i, 1, "TRAIT-HP-04")
    seen = [i for i, seat in fight.seats.items() if not seat.hidden]
    if fight.round and sum(step.sheet(i).conscious for i in seen) < 2:
        step.say(Noted(text="Fewer than two of those seen can still fight: a GM may end the fight."))

    return Round([(i,) for i in sorted(fight.seats, key=lambda i: _rank(step, i), reverse=True)])


def _rank(step: TraitsStep, i: Id) -> tuple[int, int]:
    return alertness(step.sheet(i)), speed(step.sheet(i), step.state.rulings.halving)


def wake(step: TraitsStep) -> None:
    """Whoever has come to in this move still acts in this round, unless their place in it is past (TRAIT-ORDER-02)."""
    fight, before = step.fight, step.start.sheets
    row = {i for group in (*fight.done, fight.now, *fight.later) for i in group}
    for i in fight.seats:
        if i in row or before[i].conscious or not step.sheet(i).conscious:
            continue
        if all(_rank(step, up) >= _rank(step, i) for up in fight.now):
            ahead = sum(_rank(step, group[0]) >= _rank(step, i) for group in fight.later)
            step.set_fight(later=(*fight.later[:ahead], (i,), *fight.later[ahead:]))
            return


def again(step: TraitsStep) -> None:
    """Whoever has the turn back may challenge again in it: this is how a GM allows more (TRAIT-ORDER-02)."""
    for i in step.fight.now:
        step.budget(i, attacked=False)


def new_evening(step: TraitsStep) -> None:
    """All burned points come back; hit points stay as they are (TRAIT-BURN-06)."""
    for i, sheet in step.state.sheets.items():
        if sheet.burned:
            step.set(i, "TRAIT-BURN-06", burned={})


FIGHTS: Fights[Rulings, Sheet, None, Budget, None, What] = Fights(
    more=None,
    fresh=lambda step, i: Budget(),
    able=lambda step, i: step.sheet(i).conscious,
    order=order,
)
"""Fights of Traits: groups of one, sorted anew each round."""
