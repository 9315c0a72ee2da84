"""A sheet edited by hand, and whether a sheet of a file fits."""

from __future__ import annotations

import re

from msgspec.structs import replace

from mechanics.characters import set_told, write
from mechanics.game import Id, Refused
from mechanics.games.traits.catalogue import (
    FURTHEST,
    MOST,
    ROLES,
    TRAIT_NAMES,
    Entry,
    Written,
    ability_name,
    key,
    meant,
    read_abilities,
    within,
)
from mechanics.games.traits.play import TraitsStep, finished
from mechanics.games.traits.play.buying import raised
from mechanics.games.traits.play.health import tell_condition
from mechanics.games.traits.play.lists import MOST_EXTRA
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Disciplines, Sheet, level
from mechanics.keeping import EditField
from mechanics.state import Sealed

WIDEST = 1_000_000
"""The most EXP of a sheet."""
_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def edit(step: TraitsStep, move: EditField) -> None:
    """Write a field: a level moves what rests on it, abilities are a line, all else as it stands; then it must fit."""
    i, before = move.who, finished(step, move.who)
    field = key(move.field).replace(" ", "_").removeprefix("level_")
    if field in TRAIT_NAMES:
        number = within(_number(move.value, field), 1, FURTHEST, field.capitalize())
        step.set(i, "TRAIT-TRAIT-01", **raised(before, field, number))
    elif field in (names := {f"burned_{t}": t for t in TRAIT_NAMES}):
        trait = names[field]
        number = within(_number(move.value, field), 0, level(before, trait), field.replace("_", " ").capitalize())
        step.set(i, "TRAIT-BURN-01", burned=_kept({**before.burned, trait: number}))
    elif field == "abilities":
        line = "" if key(move.value) == "none" else move.value
        new = owned(read_abilities(line), step.state.rulings.catalogue, before.abilities)
        set_told(step, i, "abilities", _line(before.abilities), _line(new), "TRAIT-ABIL-03", abilities=new)
    elif field in ("disciplines", "draft"):
        raise Refused("unknown", f"{field.capitalize()} is not edited by hand.", "/traits-gm discipline")
    else:
        write(step, i, field, move.value)
        if (burned := step.sheet(i).burned) != _kept(burned):
            step.set(i, "TRAIT-BURN-01", burned=_kept(burned))
    check(step.sheet(i))
    tell_condition(step, i, before)


def _number(text: str, field: str) -> int:
    if not _WHOLE.fullmatch(text.strip()):
        raise Refused("RANGE", f'{field.replace("_", " ").capitalize()} cannot be "{text.strip()[:40]}".', "a number")
    return int(text)


def _line(abilities: tuple[Ability, ...]) -> str:
    return ", ".join(a.words for a in abilities) or "none"


def _kept(burned: dict[str, int]) -> dict[str, int]:
    return {trait: n for trait, n in burned.items() if n}


def owned(
    written: tuple[Written, ...], catalogue: dict[str, Entry], before: tuple[Ability, ...] = ()
) -> tuple[Ability, ...]:
    """Abilities of a line: those on the general list, or owned before; an attack may be of one's own making.

    What is not known is an attack on Physical, as in a stat line, or what its last word says.
    """
    found = []
    for one in written:
        known = meant(one.name, ((a.name, a) for a in before))
        entry = meant(one.name, ((e.name, e) for e in catalogue.values())) or meant(
            f"{one.name} attack", ((e.name, e) for e in catalogue.values())
        )
        if known is not None:
            ability = replace(known, rating=one.rating, damage=one.damage)
        elif entry is not None:
            ability = Ability(entry.name, entry.trait, one.rating, entry.role, one.damage)
        else:
            ability = Ability(one.name[:1].upper() + one.name[1:], "physical", one.rating, "attack_body", one.damage)
        found.append(replace(ability, role=one.role) if one.role else ability)
    names = [a.name for a in found]
    if len(set(names)) < len(names):
        raise Refused("RANGE", "An ability is there twice.", "each ability once")
    return tuple(found)


# -- does it fit? ------------------------------------------------------------------------------------------------------


def check(sheet: Sheet) -> None:
    """Refuses `RANGE` naming the field of a sheet that no rule could have made, `STATE` for an unfinished one."""
    if sheet.draft:
        raise Refused("STATE", "That character is not finished.", "one that is")
    for trait in TRAIT_NAMES:
        within(level(sheet, trait), 1, FURTHEST, trait.capitalize())
    for trait, points in sheet.burned.items():
        if trait not in TRAIT_NAMES:
            raise Refused("UNKNOWN", f"There is no trait called {trait[:40]}.", "physical, mental or social")
        within(points, 1, level(sheet, trait), f"Burned {trait}")
    within(sheet.hp, -sheet.hp_max - 1, sheet.hp_max, "Hit points")
    within(sheet.exp_earned, 0, WIDEST, "EXP earned")
    within(sheet.exp_spent, 0, sheet.exp_earned, "EXP spent")
    within(sheet.extra_dodges, 0, MOST_EXTRA, "Extra dodges")
    within(sheet.extra_abilities, 0, MOST_EXTRA, "Extra abilities")
    within(len(sheet.abilities), 0, MOST, "The number of abilities")
    names = []
    for one in sheet.abilities:
        names.append(key(ability_name(one.name)))
        within(one.rating, 1, FURTHEST, f"The rating of {one.name}")
        within(one.damage, 0, FURTHEST, f"The damage of {one.name}")
        if one.trait not in ("", *TRAIT_NAMES) or one.role not in ROLES:
            raise Refused("UNKNOWN", f"{one.name} has no such trait.", "physical, mental, social or none")
    if len(set(names)) < len(names):
        raise Refused("RANGE", "An ability is there twice.", "each ability once")
    if sheet.disciplines is not None:
        _check_disciplines(sheet.disciplines.open())


def _check_disciplines(known: Disciplines) -> None:
    within(len(known.lists), 0, MOST, "The number of disciplines")
    within(len(known.learnt), 0, 4 * MOST, "The number of abilities")
    for learnt in known.learnt:
        ability_name(learnt.name)
        ability_name(learnt.discipline)
        within(learnt.level, 1, FURTHEST, f"The level of {learnt.name}")


def arrived(step: TraitsStep, i: Id) -> None:
    """A character came from a file: it must fit. The lists open to it stay behind, unless a GM brings it."""
    sheet = step.sheet(i)
    if sheet.disciplines is not None and not step.caller.gm:
        known = sheet.disciplines.open()
        kept = Sealed(i, replace(known, lists=())) if known.learnt else None
        sheet = replace(sheet, disciplines=kept)
        step.state = replace(step.state, sheets={**step.state.sheets, i: sheet})
    check(sheet)


def check_rulings(before: Rulings, after: Rulings) -> None:
    """The lists have commands of their own: by /campaign ruling they would be told to everybody."""
    if before.disciplines is not after.disciplines:
        raise Refused("not-allowed", "Disciplines are not chosen here, for all to read.", "/traits-gm discipline")
    if before.catalogue is not after.catalogue and before.catalogue != after.catalogue:
        raise Refused("not-allowed", "The general list is not chosen here.", "/traits-gm ability")
