"""A sheet edited by hand, and whether a sheet, of a file or a stat line, fits (CLAN-ABL-01, -GEN-01)."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from mechanics import typed
from mechanics.characters import newcomer, set_told, write
from mechanics.creatures import is_creature
from mechanics.game import Refused
from mechanics.games.clan.dice import read_dice
from mechanics.games.clan.features import ABILITIES, FURTHEST, HIGHEST_PRICE, NUMBERS, TEXT_LENGTH, key, within
from mechanics.games.clan.play import ClanStep, finished
from mechanics.games.clan.play.buying import (
    HIGHEST_LEVEL,
    MOST_FEATURES,
    MOST_WEAPONS,
    warn_of_zero,
    weapon_name,
)
from mechanics.games.clan.play.health import ZERO
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import MOST_POINTS, POINTS, Sheet, Weapon
from mechanics.keeping import EditField

HIGHEST_SCORE = 20
"""The most that a score is set to by hand, or has in a free build."""
MOST_LUCK = 1_000
_WEAPON = re.compile(r"(.*\S)\s+([0-9]+d[0-9]+(?:\s*\+\s*[0-9]+)?)", re.IGNORECASE)


def edit(step: ClanStep, move: EditField) -> None:
    """Write a field: scores and hit points bring along what rests on them; then the sheet must fit."""
    i, before = move.who, finished(step, move.who)
    field = key(move.field).replace("-", " ").replace("_", " ").replace(" ass", "").replace(" ", "_")
    if field in ABILITIES:
        new = _number(move.value, field, 0, HIGHEST_SCORE)
        changed = replace(before, **{field: new})
        hp = min(before.hp, changed.hp_max)
        changes: dict[str, Any] = {field: new, "hp": hp}
        set_told(step, i, field, str(getattr(before, field)), str(new), "CLAN-ABL-01", **changes)
        warn_of_zero(step, i, before)
    elif field == "hp":
        hp = _number(move.value, field, 0, before.hp_max)
        if before.dead:
            raise Refused("STATE", f"{before.name} is dead.", "/clan-gm revive")
        step.set(i, "CLAN-HP-02", hp=hp, status="ok" if hp else "unconscious")
    elif field == "weapons":
        if not step.caller.gm and step.state.rulings.weapons_need_gm:
            raise Refused("OWNER", "A GM gives weapons at this table.", "propose one: /play, Weapon")
        weapons = read_weapons(move.value)
        set_told(step, i, "weapons", _line(before.weapons), _line(weapons), "CLAN-WPN-01", weapons=weapons)
    elif field == "unarmed_dice":
        dice = "" if key(move.value) in ("", "none") else str(read_dice(move.value))
        set_told(step, i, "unarmed_dice", before.unarmed_dice, dice, "CLAN-DMG-01", unarmed_dice=dice)
    elif field in ("status", "reason", "draft", "features"):
        hint = "/clan-gm feature" if field == "features" else "hp, /clan-gm kill, /clan-gm revive"
        raise Refused("unknown", f"{field.capitalize()} is not edited by hand.", hint)
    else:
        write(step, i, field, move.value)
    check(step.sheet(i))


def _number(text: str, field: str, low: int, high: int) -> int:
    bare = text.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", bare):
        raise Refused("RANGE", f'{field} cannot be "{bare[:40]}".', f"a whole number from {low} to {high}")
    return within(int(bare), low, high, field)


def _line(weapons: tuple[Weapon, ...]) -> str:
    return ", ".join(w.words for w in weapons) or "none"


def read_weapons(text: str) -> tuple[Weapon, ...]:
    """`axe 1d6, sling 1d4`; "none" for no weapon. `RANGE` for what is no weapon with its dice."""
    if key(text) in ("", "none"):
        return ()
    found: list[Weapon] = []
    for part in text.split(","):
        match = _WEAPON.fullmatch(part.strip())
        if match is None:
            raise Refused("RANGE", f'"{part.strip()[:40]}" is no weapon with its dice.', "such as axe 1d6, sling 1d4")
        found.append(Weapon(weapon_name(match[1]), str(read_dice(match[2]))))
    names = [key(w.name) for w in found]
    if len(set(names)) < len(names):
        raise Refused("RANGE", "A weapon is there twice.", "each once")
    within(len(found), 0, MOST_WEAPONS, "The number of weapons")
    return tuple(found)


# -- does it fit? ------------------------------------------------------------------------------------------------------


def check_scores(kick: int, bad: int, smart: int) -> None:
    """Nine points, 0 to 6 each: `RANGE`, or `RULE` saying how many are left or over (CLAN-ABL-01)."""
    for name, number in zip(ABILITIES, (kick, bad, smart), strict=True):
        within(number, 0, MOST_POINTS, f"{name.capitalize()} Ass")
    over = kick + bad + smart - POINTS
    if over:
        words = f"{over} over" if over > 0 else f"{-over} left"
        raise Refused("RULE", f"Nine points go over the three scores: {words}.", "such as 4/3/2")


def check(sheet: Sheet) -> None:
    """Refuses `RANGE` naming the field of a sheet that no rule could have made, `STATE` for an unfinished one."""
    if sheet.draft:
        raise Refused("STATE", "That character is not finished.", "one that is")
    within(sheet.level, 1, HIGHEST_LEVEL, "The level")
    for ability in ABILITIES:
        within(int(getattr(sheet, ability)), 0, HIGHEST_SCORE, f"{ability.capitalize()} Ass")
    within(len(sheet.features), 0, MOST_FEATURES, "The number of Features")
    for f in sheet.features:
        within(f.cost, 0, HIGHEST_PRICE, f"The cost of {f.name[:40]}")
        within(len(f.text), 0, TEXT_LENGTH, f"The length of {f.name[:40]}'s text")
        within(len(f.name), 1, 80, "The length of a Feature's name")
        for number in NUMBERS:
            within(int(getattr(f.mods, number)), -FURTHEST, FURTHEST, f"{number} of {f.name[:40]}")
        for dice in (f.mods.unarmed_dice, f.mods.weapon_dice):
            if dice or (f.mods.weapon and dice is f.mods.weapon_dice):
                read_dice(dice)
        if f.mods.dc is not None:
            within(f.mods.dc.base, -20, 40, "The base of a DC")
    if sheet.fp_unspent < 0:
        raise Refused("FUNDS", f"{sheet.name} has spent {-sheet.fp_unspent} Feature Points too many.", "a higher level")
    within(sheet.luck_spent, 0, MOST_LUCK, "Spent Luck")
    within(sheet.hp, 0, sheet.hp_max, "Hit points")
    if (sheet.hp == 0) is sheet.able:
        raise Refused("RANGE", f"{sheet.name} cannot be {sheet.status} at {sheet.hp} hit points.", "0: not ok")
    if sheet.dead and sheet.hp:
        raise Refused("RANGE", f"{sheet.name} is dead and has hit points.", "0")
    within(len(sheet.weapons), 0, MOST_WEAPONS, "The number of weapons")
    for w in sheet.weapons:
        weapon_name(w.name)
        read_dice(w.dice)
    if sheet.unarmed_dice:
        read_dice(sheet.unarmed_dice)
    within(len(sheet.clan), 0, typed.TEXT_LENGTH, "The length of the clan's name")


def _as_built(sheet: Sheet, rulings: Rulings, creature: bool) -> None:
    if not (creature and rulings.npc_free_build):
        check_scores(sheet.kick, sheet.bad, sheet.smart)
    if 0 in (sheet.kick, sheet.bad, sheet.smart) and (not sheet.dead or sheet.reason != ZERO):
        raise Refused("RULE", f"{sheet.name} has a score of 0 and is dead from the start.", "no score of 0")


def arrived(step: ClanStep) -> None:
    """A character came from a file: it must fit. Only a GM brings one with other scores than nine points give."""
    i = newcomer(step)
    sheet = step.sheet(i)
    check(sheet)
    if not step.caller.gm:
        _as_built(sheet, step.state.rulings, creature=False)


def made(step: ClanStep) -> None:
    """Creatures were made of a stat line, or read from a file: they must fit, and be built like everybody else unless
    the table builds creatures freely (CLAN-ABL-01)."""
    for i in tuple(step.state.sheets):
        if i not in step.start.sheets and is_creature(step.state, i):
            check(step.sheet(i))
            _as_built(step.sheet(i), step.state.rulings, creature=True)


def check_rulings(before: Rulings, after: Rulings) -> None:
    """Dice must be dice."""
    if before.unarmed_dice != after.unarmed_dice:
        read_dice(after.unarmed_dice)
