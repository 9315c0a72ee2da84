"""One's own turn: feet, dash, and what Luck buys in it (DELVE-ACT-01, DELVE-LUCK-02)."""

from __future__ import annotations

from mechanics.facts import typed
from mechanics.game import Refused
from mechanics.games.delve.moves import Dash, SpendLuck, Walk
from mechanics.games.delve.play import FEET, DelveStep, finished, not_casting, note, on_turn, up
from mechanics.games.delve.play.rolls import afford, spend
from mechanics.games.delve.sheet import changed, place_of


def walk(step: DelveStep, move: Walk) -> None:
    """Some of the feet that are left. `RANGE` below 1, `STATE` for more than there are."""
    budget, sheet = on_turn(step, move.actor), up(step, move.actor)
    if move.feet < 1:
        raise Refused("RANGE", f"{move.feet} feet cannot be moved.", "1 or more")
    if move.feet > budget.feet:
        raise Refused("STATE", f"{sheet.name} has {budget.feet} feet left.", "dash, or 1 Luck for 25 feet")
    step.budget(move.actor, feet=budget.feet - move.feet)
    note(step, "DELVE-ACT-01", f"{{0}} moves {move.feet} feet, {budget.feet - move.feet} left.", move.actor)


def dash(step: DelveStep, move: Dash) -> None:
    """The action for 25 feet."""
    budget, sheet = on_turn(step, move.actor), up(step, move.actor)
    if budget.action < 1:
        raise Refused("STATE", f"{sheet.name} has no action left.", "1 Luck buys one")
    not_casting(sheet)
    step.budget(move.actor, action=budget.action - 1, feet=budget.feet + FEET)
    note(step, "DELVE-ACT-01", f"{{0}} dashes: {budget.feet + FEET} feet left.", move.actor)


def spend_luck(step: DelveStep, move: SpendLuck) -> None:
    """1 Luck: an action or 25 feet in one's own turn, or a thing that is spent (DELVE-LUCK-02)."""
    i, what = move.actor, move.on.strip().casefold()
    sheet = finished(step, i)
    if what not in ("action", "move", "item"):
        raise Refused("UNKNOWN", "Luck buys no such thing.", "action, move or item")
    if what == "item":
        up(step, i)
        k = next(
            (k for k, x in enumerate(sheet.items) if x.spent and x.name.casefold() == move.item.strip().casefold()),
            place_of(sheet.items, move.item, usable=False),
        )
        if k is None:
            raise Refused("UNKNOWN", f"{sheet.name} carries no {move.item.strip()[:40] or 'such thing'}.", "a thing")
        item = sheet.items[k]
        if not item.spent:
            raise Refused("STATE", f"{item.name} is not spent.", "a thing that is")
        if item.spell in sheet.lost_spells and item.spell:
            raise Refused("STATE", f"{item.spell} is lost for good.", "another thing")
        afford(step, i)
        spend(step, i)
        step.set(i, "DELVE-LUCK-02", items=changed(sheet.items, k, spent=False))
        note(step, "DELVE-LUCK-02", f"{{0}} can use {typed(item.name)} again.", i)
        return
    budget = on_turn(step, i)
    up(step, i)
    afford(step, i)
    spend(step, i)
    if what == "action":
        step.budget(i, action=budget.action + 1)
        note(step, "DELVE-LUCK-02", "{0} has one action more.", i)
    else:
        step.budget(i, feet=budget.feet + FEET)
        note(step, "DELVE-LUCK-02", f"{{0}} has {budget.feet + FEET} feet left.", i)
