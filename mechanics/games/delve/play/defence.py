"""Being attacked: the defence, Counterspell in its place, armor (DELVE-DEF-01, DELVE-ARM-01)."""

from __future__ import annotations

from mechanics.facts import Rolled, Sum, typed
from mechanics.game import Id, Refused
from mechanics.games.delve.moves import Counterspell, Defend, Take, Wear
from mechanics.games.delve.pending import Armor, Defence, Roll, ToAvoid, ToCounter, ToKeep
from mechanics.games.delve.play import DelveStep, note
from mechanics.games.delve.play.attacks import open_counter
from mechanics.games.delve.play.life import hurt
from mechanics.games.delve.play.rolls import afford, go_on, roll
from mechanics.games.delve.sheet import Casting, Item, Sheet, changed, place_of, without
from mechanics.games.delve.throws import Harm, parts_of, throw

TN_ARMOR = 10
"""What CHA has to beat for armor to last (DELVE-ARM-01)."""


def defend(step: DelveStep, move: Defend) -> None:
    """The one attacked rolls DEX; an ally its level (DELVE-DEF-01, DELVE-ALLY-01)."""
    waiting, attacked = step.top(Defence, move.actor, move.pending)
    if move.plus5:
        afford(step, attacked.who)
    step.close(waiting)
    roll(step, attacked.who, "dex", attacked.tn, ToAvoid(attacked.enemy, attacked.harm), move.plus5)


@go_on.register(ToAvoid)
def _avoid(goal: ToAvoid, step: DelveStep, made: Roll, verdict: str) -> None:
    if verdict == "critical success":
        open_counter(step, made.who, goal.enemy)
    elif verdict != "success":
        _struck(step, made.who, goal.harm, wounds=verdict == "critical fail")


def _struck(step: DelveStep, i: Id, harm: Harm, wounds: bool) -> None:
    thrown, dice = throw(step, harm)
    total = max(0, thrown)
    step.say(Rolled(rule="DELVE-DEF-02", label="damage", sum=Sum(i, parts_of(harm, thrown), total, dice)))
    if total and any(map(wearable, step.sheet(i).items)):
        step.open((i,), Armor(i, total, wounds), "armor against half of the damage? Wear or Take it")
    else:
        hurt(step, i, total, "DELVE-DEF-01", wounds)


# -- Counterspell ------------------------------------------------------------------------------------------------------


def counterspell(step: DelveStep, move: Counterspell) -> None:
    """INT in place of a defence against magic (DELVE-SPELL-01, 3). It takes no action."""
    waiting, attacked = step.top(Defence, move.actor, move.pending)
    sheet = step.sheet(attacked.who)
    if not attacked.magic:
        raise Refused("RULE", "That attack is not magical.", "Defend")
    item = ready_counterspell(sheet)
    if move.plus5:
        afford(step, attacked.who)
    step.close(waiting)
    goal = ToCounter(attacked.enemy, attacked.harm, item.name)
    roll(step, attacked.who, "int", step.state.rulings.cast_tn, goal, move.plus5)


def ready_counterspell(sheet: Sheet) -> Item:
    """The thing that holds an unspent Counterspell; else `UNKNOWN`, or `STATE` when spent, lost, or casting another."""
    held = [item for item in sheet.items if item.spell == "Counterspell"]
    if not held:
        raise Refused("UNKNOWN", f"{sheet.name} has no Counterspell.", "Defend")
    free = next((item for item in held if item.usable), None)
    if free is None or "Counterspell" in sheet.lost_spells:
        raise Refused("STATE", "Counterspell is spent or lost.", "Defend")
    if sheet.casting and sheet.casting.spell != "Counterspell":
        raise Refused("STATE", f"{sheet.name} is casting {sheet.casting.spell}.", "Defend")
    return free


@go_on.register(ToCounter)
def _countered(goal: ToCounter, step: DelveStep, made: Roll, verdict: str) -> None:
    sheet = step.sheet(made.who)
    if verdict == "success":
        k = place_of(sheet.items, goal.item)
        items = sheet.items if k is None else changed(sheet.items, k, spent=True)
        step.set(made.who, "DELVE-SPELL-01", items=items, casting=None)
        note(step, "DELVE-SPELL-01", "{0} undoes the magic.", made.who)
        return
    tries = sheet.casting.tries if sheet.casting else 0
    step.set(made.who, "DELVE-CAST-01", casting=Casting("Counterspell", goal.item, tries + 1))
    _struck(step, made.who, goal.harm, wounds=False)


# -- armor -------------------------------------------------------------------------------------------------------------


def wearable(item: Item) -> bool:
    """Armor that can take half of a blow now."""
    return item.kind == "armor" and item.usable


def halved(damage: int) -> int:
    """What armor lets through (DELVE-ARM-01)."""
    return damage // 2


def wear(step: DelveStep, move: Wear) -> None:
    """One piece halves the damage; then it shows whether it lasts (DELVE-ARM-01)."""
    waiting, blow = step.top(Armor, move.actor, move.pending)
    items = step.sheet(blow.who).items
    k = place_of(items, move.item) if move.item else next((k for k, x in enumerate(items) if wearable(x)), None)
    if k is None or items[k].kind != "armor":
        raise Refused("UNKNOWN", "That is no armor carried.", "a piece of armor, or Take it")
    piece = items[k]
    if not piece.usable:
        raise Refused("STATE", f"{piece.name} is spent until the next session.", "another piece, or Take it")
    step.close(waiting)
    half = halved(blow.damage)
    note(step, "DELVE-ARM-01", f"{{0}}'s {typed(piece.name)} takes half.", blow.who)
    if piece.temporary:
        step.set(blow.who, "DELVE-SPELL-01", items=without(items, k))
        hurt(step, blow.who, half, "DELVE-ARM-01", blow.wound)
    else:
        roll(step, blow.who, "cha", TN_ARMOR, ToKeep(piece.name, half, blow.wound), plus5=False)


@go_on.register(ToKeep)
def _kept(goal: ToKeep, step: DelveStep, made: Roll, verdict: str) -> None:
    items = step.sheet(made.who).items
    k = next((k for k, x in enumerate(items) if x.name == goal.item and wearable(x)), None)
    if k is not None:
        good = verdict == "success"
        step.set(made.who, "DELVE-ARM-01", items=changed(items, k, spent=True) if good else without(items, k))
        word = "lasts, and is spent until the next session" if good else "is destroyed"
        note(step, "DELVE-ARM-01", f"{{0}}'s {typed(goal.item)} {word}.", made.who)
    hurt(step, made.who, goal.damage, "DELVE-ARM-01", goal.wound)


def take(step: DelveStep, move: Take) -> None:
    """The damage is taken as it is."""
    waiting, blow = step.top(Armor, move.actor, move.pending)
    step.close(waiting)
    hurt(step, blow.who, blow.damage, "DELVE-DEF-01", blow.wound)
