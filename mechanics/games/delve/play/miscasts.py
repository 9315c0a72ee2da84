"""What comes of a spell given up (DELVE-MISC-01)."""

from __future__ import annotations

from typing import Literal

from mechanics.facts import Die, Rolled, Sum
from mechanics.game import CHAIR, Id, Refused
from mechanics.games.delve.moves import Decide, GiveBack
from mechanics.games.delve.pending import Miscast, ToCast
from mechanics.games.delve.play import DelveStep, note, player
from mechanics.games.delve.play.allies import join, life_dice
from mechanics.games.delve.play.effects import goes_off, without_targets
from mechanics.games.delve.sheet import Item, Sheet, changed, place_of
from mechanics.games.delve.spells import ELEMENTS, MISCASTS, NAMES, spell_of
from mechanics.games.delve.throws import another

RULE = "DELVE-MISC-01"
CONDITIONS = {1: "farm animal", 3: "gripping tail"}
CHOICES = {
    2: ("half as old", "twice as old"),
    7: ("horns", "antlers", "feelers"),
    8: ("bald", "wild hair"),
}
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
ASKS: dict[int, Literal["armor", "weapons", "shadow", "person"]] = {
    6: "armor",
    9: "weapons",
    10: "shadow",
    19: "person",
}
"""Which results the GM has to decide."""
BOUQUET = "bouquet"


def miscast(step: DelveStep, i: Id, spell: str, item: str) -> None:
    """A d20 on the table, and what it does to the caster's state."""
    number = _die(step, i, 20, "miscast", "")
    note(step, RULE, MISCASTS[number], i)
    if number in CONDITIONS:
        _condition(step, i, CONDITIONS[number])
    elif number in CHOICES:
        words = CHOICES[number]
        _condition(step, i, words[_die(step, i, len(words), "which", "") - 1])
    elif number == 4:
        if step.sheet(i).coins:
            step.set(i, RULE, coins=0)
    elif number in ASKS:
        step.open((CHAIR,), Miscast(i, ASKS[number], spell, item), "what of the miscast?", blocks=False)
    elif number == 12:
        note(step, RULE, f"{{0}} flies {COMPASS[_die(step, i, 8, 'direction', '') - 1]}.", i)
    elif number == 13:
        _some_other(step, i, spell)
    elif number == 14:
        _somebody(step, i, spell)
    elif number == 18 and spell not in step.sheet(i).lost_spells:
        step.set(i, RULE, lost_spells=(*step.sheet(i).lost_spells, spell))


def _die(step: DelveStep, i: Id, faces: int, label: str, verdict: str) -> int:
    (die,) = step.draw(1, faces)
    thrown = Sum(i, ((f"d{faces}", die),), die, (Die(faces, die),))
    step.say(Rolled(rule=RULE, label=label, sum=thrown, verdict=verdict))
    return die


def _condition(step: DelveStep, i: Id, word: str) -> None:
    conditions = step.sheet(i).conditions
    if word not in conditions:
        step.set(i, RULE, conditions=(*conditions, word))


def _some_other(step: DelveStep, i: Id, spell: str) -> None:
    sheet = step.sheet(i)
    barred = frozenset(n for n, name in NAMES.items() if name == spell or name in sheet.lost_spells)
    if len(barred) == len(NAMES):
        note(step, RULE, "No spell is left that could.")
        return
    (thrown,) = step.roll(another, barred)
    dice = tuple(Die(20, face, face == thrown.value) for face in thrown.faces)
    name = NAMES[thrown.value]
    step.say(
        Rolled(rule=RULE, label="which spell", sum=Sum(i, (("d20", thrown.value),), thrown.value, dice), verdict=name)
    )
    without_targets(step, i, name)


def _somebody(step: DelveStep, i: Id, spell: str) -> None:
    """A die over all present; those who hide are not counted. The spell goes off at that one where it can."""
    fight = step.scene.fight
    present = [j for j, seat in fight.seats.items() if not seat.hidden] if fight is not None else []
    if i not in present:
        present = [i]
    who = present[_die(step, i, len(present), "target", "") - 1] if len(present) > 1 else i
    note(step, RULE, f"{spell} goes off at {{0}}.", who)
    aimed = {"Elemental bolt": ELEMENTS[0], "Healing touch": "heal", "Invisibility": "", "Exploding finger": ""}
    if spell in aimed and not (spell == "Exploding finger" and not step.sheet(i).fingers):
        goes_off(step, i, ToCast(spell, "", aimed[spell], (who,)))
    elif spell == "Friendship":
        goes_off(step, i, ToCast(spell, "", "", (who,), (spell_of(spell).at(step.sheet(i).level)["points"] - 1,)))
    else:
        without_targets(step, i, spell)


# -- what the GM decides -----------------------------------------------------------------------------------------------


def decide(step: DelveStep, move: Decide, what: Miscast) -> None:
    """The caster's things, and those of others whom the GM names, or nothing at all."""
    others = tuple(dict.fromkeys(i for i in move.who if i != what.who))
    if move.no:
        note(step, RULE, "Nothing comes of it.")
        return
    for i in (what.who, *others):
        sheet = player(step, i)
        if what.kind == "armor":
            kept = tuple(item for item in sheet.items if item.kind != "armor")
            _things(step, i, sheet, kept, "All armor of {0} breaks.")
        elif what.kind == "weapons":
            kinds = ("melee", "ranged", "improvised")
            kept = tuple(Item(BOUQUET) if item.kind in kinds else item for item in sheet.items)
            _things(step, i, sheet, kept, "All weapons of {0} are bouquets now.")
        elif what.kind == "shadow" and i == what.who:
            step.set(i, RULE, items=(), shadow=(*sheet.shadow, *sheet.items))
            note(step, RULE, "{0}'s shadow has fled with everything.", i)
        elif what.kind == "person" and i == what.who:
            _person(step, i, sheet, what)


def _things(step: DelveStep, i: Id, sheet: Sheet, kept: tuple[Item, ...], text: str) -> None:
    step.set(i, RULE, items=kept)
    note(step, RULE, text, i)


def _person(step: DelveStep, i: Id, sheet: Sheet, what: Miscast) -> None:
    """The spell leaves its thing and joins as an ally of the caster's level."""
    k = place_of(sheet.items, what.item)
    if k is not None and sheet.items[k].spell:
        plain = changed(sheet.items, k, name=f"empty {sheet.items[k].name}"[:80], spell="", kind="gear", spent=False)
        step.set(i, RULE, items=plain)
    life = life_dice(step, i, sheet.level)
    join(step, i, Sheet(what.spell, sheet.owner, sheet.level, life=life, life_max=life))


def give_back(step: DelveStep, move: GiveBack) -> None:
    """The shadow gives back what it fled with."""
    sheet = player(step, move.who)
    if not sheet.shadow:
        raise Refused("STATE", f"{sheet.name}'s shadow has nothing.", "nothing to do")
    step.set(move.who, RULE, items=(*sheet.items, *sheet.shadow), shadow=())
    note(step, RULE, "{0}'s shadow gives everything back.", move.who)
