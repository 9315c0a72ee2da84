"""A sheet edited by hand, and whether a sheet of a file fits (DELVE-GEN-01)."""

from __future__ import annotations

import re

from mechanics.characters import set_told, write
from mechanics.facts import typed
from mechanics.game import Id, Refused
from mechanics.games.delve.creatures import item_of, told
from mechanics.games.delve.play import DelveStep, note, within
from mechanics.games.delve.sheet import ABILITIES, FINGERS, HIGHEST, SLOTS, Item, Sheet, with_abilities
from mechanics.games.delve.spells import NAMES, spell_name
from mechanics.games.delve.throws import harm_of
from mechanics.keeping import EditField

LOWEST = -50
"""How low an ability can be written; wounds know no floor (DELVE-WND-01)."""
MOST = 1_000_000
ROWS = 60
"""The most rows of a sheet's list."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def edit(step: DelveStep, move: EditField) -> None:
    """Write a field: an ability by name, things as `sword: melee, leather: armor`, all else as it stands."""
    i, sheet = move.who, step.sheet(move.who)
    field = "_".join(move.field.casefold().replace("-", " ").replace("_", " ").split())
    field = next((k for k, name in ABILITIES.items() if field in (k, name.casefold())), field)
    if field in ABILITIES:
        if not sheet.abilities:
            raise Refused("unknown", f"{sheet.name} has no abilities.", "level, life, tn or damage")
        score = within(_number(move.value, field), 0 if sheet.draft else LOWEST, HIGHEST, field.upper())
        new = with_abilities(sheet, {**sheet.abilities, field: score})
        step.set(i, "DELVE-ABL-01", abilities=new.abilities, luck=new.luck)
    elif field == "items":
        items = things(move.value, sheet.items)
        before, after = (", ".join(map(str, x)) or "none" for x in (sheet.items, items))
        set_told(step, i, "items", before, after, "DELVE-GEAR-01", items=items)
        if added := [typed(told(item)) for item in items if item not in sheet.items]:
            note(step, "DELVE-GEAR-01", f"{{0}} has {', '.join(dict.fromkeys(added))}.", i)
    elif field == "damage":
        text = "" if move.value.strip().casefold() in ("", "none") else str(harm_of(move.value))
        set_told(step, i, "damage", sheet.damage, text, "DELVE-DEF-02", damage=text)
    elif field == "luck":
        number = within(_number(move.value, field), 0, sheet.luck_max, "Luck")
        step.set(i, "DELVE-LUCK-01", luck=number)
    elif field in ("abilities", "draft", "casting", "shadow", "summoned"):
        raise Refused("unknown", f"{field.capitalize()} is not edited as a whole.", "a field such as str or coins")
    else:
        write(step, i, field, move.value, "DELVE-GEN-01")
        _whole(step, i, field)
    check(step.sheet(i))


def _whole(step: DelveStep, i: Id, field: str) -> None:
    """What follows from a status or Life that was written, so that the two never disagree (DELVE-DIE-01)."""
    sheet = step.sheet(i)
    if field == "status":
        life = max(1, sheet.life) if sheet.status == "up" else 0
        clock = sheet.death_round if sheet.status == "dying" else None
        casting = sheet.casting if sheet.status == "up" else None
        step.set(i, "DELVE-DIE-01", life=life, life_max=max(life, sheet.life_max), death_round=clock, casting=casting)
    elif field == "life" and sheet.status == "dead":
        raise Refused("STATE", f"{sheet.name} is dead.", "/delve-gm revive")
    elif field == "life" and sheet.status == "up" and not sheet.life and sheet.life_max:
        raise Refused("RULE", "Nobody is up without Life.", "/delve hurt, which asks for what zero Life brings")
    elif field == "life" and sheet.life:
        step.set(i, "DELVE-HEAL-01", status="up", death_round=None)
    elif field == "death_round" and sheet.status != "dying" and sheet.death_round is not None:
        raise Refused("STATE", f"{sheet.name} is not dying.", "somebody who is")


def _number(text: str, field: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise Refused("RANGE", f'{field} cannot be "{text.strip()[:40]}".', "a whole number")
    return int(text)


def things(text: str, old: tuple[Item, ...]) -> tuple[Item, ...]:
    """Things as typed, each `name` or `name: kind`; those carried before keep what is known of them.

    Without a kind the name says what a thing is (DELVE-GEAR-01).
    """
    found: list[Item] = []
    before = list(old)
    rows = [row.strip() for row in text.split(",") if row.strip() and row.strip().casefold() != "none"]
    for row in rows:
        name, _, kind = row.partition(":")
        known = next((item for item in before if item.name.casefold() == name.strip().casefold()), None)
        if known is not None and not kind:
            before.remove(known)
            found.append(known)
        else:
            found.append(item_of(name, kind))
    return tuple(found)


def check(sheet: Sheet) -> None:
    """Refuses a sheet that no rule could have made: `RANGE` a number, `UNKNOWN` a name, `RULE` too much carried."""
    within(sheet.level, 1, 2 * HIGHEST if not sheet.abilities else HIGHEST, "The level")
    if sheet.abilities and set(sheet.abilities) != set(ABILITIES):
        raise Refused("UNKNOWN", "The abilities are not the six.", ", ".join(ABILITIES))
    if list(sheet.abilities) != list(ABILITIES) and sheet.abilities:
        raise Refused("UNKNOWN", "The abilities are not in their order.", ", ".join(ABILITIES))
    for key, score in sheet.abilities.items():
        within(score, LOWEST, HIGHEST, key.upper())
    within(sheet.life_max, 0, MOST, "The most Life")
    within(sheet.life, 0, sheet.life_max, "Life")
    within(sheet.luck, 0, sheet.luck_max, "Luck")
    within(sheet.gift, 0, MOST, "Luck that was given")
    within(sheet.coins, 0, MOST, "Coins")
    within(sheet.fingers, 0, FINGERS, "Fingers")
    within(len(sheet.conditions), 0, ROWS, "The number of conditions")
    if sheet.tn is not None:
        within(sheet.tn, 1, 40, "What hits it")
    if sheet.damage:
        harm_of(sheet.damage)
    for clock in (sheet.death_round, sheet.until, *(item.until for item in (*sheet.items, *sheet.shadow))):
        if clock is not None:
            within(clock, 1, MOST, "A last round")
    if sheet.carried > SLOTS:
        raise Refused("RULE", f"{sheet.name} would carry {sheet.carried}/{SLOTS}.", f"up to {SLOTS} things")
    for name in sheet.lost_spells:
        spell_name(name)
    for item in (*sheet.items, *sheet.shadow):
        _check_item(item)
    within(len(sheet.items) + len(sheet.shadow), 0, ROWS, "The number of things")


def _check_item(item: Item) -> None:
    if (item.kind == "spell") != (item.spell in NAMES.values()):
        raise Refused("UNKNOWN", f"{item.name} holds no such spell.", "one of the twenty")
    item_of(item.spell or item.name, item.kind, item.uses)
    if item.heal:
        harm_of(item.heal)


def arrived(step: DelveStep, i: Id) -> None:
    """A character came from a file: it must fit, finished, and whoever has no abilities is the GM's."""
    sheet = step.sheet(i)
    if sheet.draft:
        raise Refused("STATE", "That character is not finished.", "one that is")
    if not sheet.abilities and not step.caller.gm:
        raise Refused("RULE", "Only a GM brings creatures and allies.", "a character with six abilities")
    check(sheet)
