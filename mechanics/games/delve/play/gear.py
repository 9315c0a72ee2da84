"""Things and coins: ten slots, using, giving, dropping, what the GM gives (DELVE-GEAR-01, -ITEM-01, -COIN-01)."""

from __future__ import annotations

from mechanics.facts import Rolled, Sum, typed
from mechanics.game import Id, Refused
from mechanics.games.delve.creatures import item_of, told
from mechanics.games.delve.moves import Award, DropItem, GiveItem, UseItem
from mechanics.games.delve.play import DelveStep, act, finished, may_act, not_casting, note, player, within
from mechanics.games.delve.play.life import mend
from mechanics.games.delve.sheet import SLOTS, Item, Sheet, changed, place_of, without
from mechanics.games.delve.throws import harm_of, parts_of, throw

MOST = 1_000_000
"""The most coins of a sheet."""
COUNT = 100
"""The most things named at once."""


def _carried(sheet: Sheet, name: str, usable: bool = True) -> int:
    k = place_of(sheet.items, name, usable)
    if k is None:
        raise Refused("UNKNOWN", f"{sheet.name} carries no {name.strip()[:40] or 'such thing'}.", "/delve gear")
    return k


def fits(sheet: Sheet, count: int) -> None:
    """Refuses `RULE` unless so many more things can be carried (DELVE-GEAR-01)."""
    if sheet.carried + count > SLOTS:
        raise Refused("RULE", f"{sheet.name} has no slot left: {sheet.carried}/{SLOTS}.", "drop something first")


def use(step: DelveStep, move: UseItem) -> None:
    """A thing is used: its text, and the dice it heals (DELVE-ITEM-01)."""
    sheet = may_act(step, move.actor)
    k = _carried(sheet, move.item)
    item = sheet.items[k]
    if item.spell:
        raise Refused("RULE", f"{item.name} holds a spell.", "/delve cast")
    if not item.usable:
        raise Refused("STATE", f"{item.name} is {'broken' if item.broken else 'spent'}.", "another thing")
    target: Id = move.actor if move.target is None else move.target
    other = finished(step, target)
    if item.heal and other.status == "dead":
        raise Refused("STATE", f"{other.name} is dead.", "somebody alive")
    not_casting(sheet)
    act(step, move.actor)
    whom = " on {1}" if target != move.actor else ""
    note(step, "DELVE-ITEM-01", f"{{0}} uses {typed(item.name)}{whom}.", *dict.fromkeys((move.actor, target)))
    if item.uses != "free":
        step.set(move.actor, "DELVE-ITEM-01", items=changed(sheet.items, k, spent=True))
    if item.heal:
        harm = harm_of(item.heal)
        total, dice = throw(step, harm)
        added = Sum(target, parts_of(harm, total), total, dice)
        step.say(Rolled(rule="DELVE-ITEM-01", label="healing", sum=added))
        mend(step, target, total)


def drop(step: DelveStep, move: DropItem) -> None:
    """A thing is left behind."""
    sheet = finished(step, move.actor)
    k = _carried(sheet, move.item, usable=False)
    step.set(move.actor, "DELVE-GEAR-01", items=without(sheet.items, k))
    note(step, "DELVE-GEAR-01", f"{{0}} drops {typed(sheet.items[k].name)}.", move.actor)


def give(step: DelveStep, move: GiveItem) -> None:
    """A thing changes hands; the other needs a slot for it (DELVE-GEAR-01)."""
    sheet, other = finished(step, move.actor), player(step, move.target)
    if move.target == move.actor:
        raise Refused("RULE", "That is the same character.", "another one")
    k = _carried(sheet, move.item)
    item = sheet.items[k]
    if item.temporary:
        raise Refused("RULE", f"{item.name} cannot be given.", "something that lasts")
    fits(other, 1)
    step.set(move.actor, "DELVE-GEAR-01", items=without(sheet.items, k))
    step.set(move.target, "DELVE-GEAR-01", items=(*other.items, item))
    note(step, "DELVE-GEAR-01", f"{{0}} gives {typed(item.name)} to {{1}}.", move.actor, move.target)


def award(step: DelveStep, move: Award) -> None:
    """Coins, also below 0, and things: for all of `who`, or nobody (DELVE-COIN-01, DELVE-GEAR-01)."""
    if not move.who or len(set(move.who)) != len(move.who):
        raise Refused("UNKNOWN", "Name who gets it, each once.", "one or more characters")
    if not move.coins and not move.item.strip():
        raise Refused("RANGE", "Nothing is given.", "coins, or a thing")
    within(move.coins, -MOST, MOST, "The coins")
    within(move.count, 1, COUNT, "The number of things")
    given: Item | None = item_of(move.item, move.kind, move.uses) if move.item.strip() else None
    for i in move.who:
        sheet = player(step, i)
        if sheet.coins + move.coins < 0:
            raise Refused("FUNDS", f"{sheet.name} has {sheet.coins} coins.", f"{-move.coins} are asked for")
        within(sheet.coins + move.coins, 0, MOST, "The coins")
        if given is not None:
            fits(sheet, move.count)
            step.set(i, "DELVE-GEAR-01", items=(*sheet.items, *(given,) * move.count))
            many = f" x{move.count}" if move.count > 1 else ""
            note(step, "DELVE-GEAR-01", f"{{0}} gets {typed(told(given))}{many}.", i)
        if move.coins:
            step.set(i, "DELVE-COIN-01", coins=sheet.coins + move.coins)


def new_session(step: DelveStep) -> None:
    """Spells, armor and things of a session can be used again; spent single ones vanish (DELVE-SES-01)."""
    for i, sheet in tuple(step.state.sheets.items()):
        kept = tuple(item for item in sheet.items if not (item.spent and item.uses == "single"))
        items = tuple(changed((item,), 0, spent=False)[0] for item in kept)
        if items != sheet.items:
            step.set(i, "DELVE-SES-01", items=items)
    note(step, "DELVE-SES-01", "Spells, armor and things of a session can be used again.")
