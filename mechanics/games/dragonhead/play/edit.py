"""A sheet edited by hand: a computed number is overridden, all others are written, and the whole still has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from mechanics.characters import set_told, write
from mechanics.game import Id, Refused
from mechanics.games.dragonhead import track as circles
from mechanics.games.dragonhead.create import classes_of, finished
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.play.track import FLAGS, NUMBERS, WRITTEN, say_otherwise
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import FURTHEST, LETTERS, parse_roll, within
from mechanics.games.dragonhead.sheet import ABILITIES, COMPUTED, INCLINATIONS, Sheet, ability_score, inclination
from mechanics.keeping import EditField
from mechanics.state import Sealed

INNER = ("scores", "raised", "overrides", "killed", "draft")
"""What has other names by hand: abilities and computed values are edited under their own, `killed` is `dead`."""
WIDEST = 10**12
"""The greatest number on a sheet (XP); all others are smaller."""


def edit(step: DragonheadStep, move: EditField) -> None:
    """Write a field; the DM's word on a computed one is its override, cleared by "default" (DH-BASE-03)."""
    i, sheet = move.who, finished(step, move.who)
    wanted = " ".join(move.field.replace("_", " ").casefold().split())
    field = NUMBERS.get(wanted, wanted.replace(" ", "_"))
    if field in COMPUTED or field in WRITTEN or field in FLAGS:
        say_otherwise(step, i, field, _number(move.value, field))
    elif field == "classes":
        spent = {c.name.casefold(): c.xp_spent for c in sheet.classes}
        made = classes_of(move.value) if move.value.strip().casefold() not in ("", "none") else ()
        kept = tuple(type(c)(c.name, c.level, spent.get(c.name.casefold(), 0)) for c in made)
        step.set(i, "DH-CHAR-07", classes=kept)
    elif field == "social":
        step.set(i, "DH-CHAR-03", social=inclination(move.value)[0])
    elif field == "inclination":
        _incline(step, i, move.value)
    elif field in INNER:
        raise Refused("unknown", f"{field} is not edited as a whole.", "a field such as muscle, hp or dead")
    else:
        write(step, i, field, move.value, "DH-CHAR-01")
    check(step.sheet(i))


def _number(text: str, field: str) -> int | None:
    word = text.strip().casefold()
    if word in ("", "default", "none", "clear"):
        return None
    if field in FLAGS and word in ("on", "off", "yes", "no"):
        return int(word in ("on", "yes"))
    try:
        return int(word[:20])
    except ValueError:
        raise Refused("RANGE", f'{field} cannot be "{text.strip()[:40]}".', "a whole number, or default") from None


def _incline(step: DragonheadStep, i: Id, text: str) -> None:
    """Both inclinations: `LN/CG`, or one code for both (DH-CHAR-03). The true one is told to its owner alone."""
    sheet = step.sheet(i)
    social, true = inclination(text)
    step.set(i, "DH-CHAR-03", social=social)
    before = sheet.inclination.value if sheet.inclination else None
    after = None if true == social else true
    if before != after:
        sealed = None if after is None else Sealed(i, after)
        words = (before or sheet.social or "none", after or social)
        set_told(step, i, "inclination", *words, "DH-CHAR-03", secret=True, inclination=sealed)


# -- does it fit? ------------------------------------------------------------------------------------------------------


def check(sheet: Sheet) -> None:
    """Refuses `RANGE` naming the field of a sheet that no rule could have made, `STATE` for an unfinished one."""
    if sheet.draft is not None:
        raise Refused("STATE", "That character is not finished.", "one that is")
    within(sheet.hp, 1, FURTHEST, "Hit points")
    within(sheet.stun, 0, FURTHEST, "The stun point")
    for field, low, high in (
        ("wear", 0, circles.MOST),
        ("tear", 0, sheet.wear),
        ("scar", 0, sheet.tear),
        ("rests_used", 0, 10),
        ("legs", 0, 1000),
        ("burning", 0, 1000),
        ("frozen", 0, FURTHEST),
        ("light", 0, FURTHEST),
    ):
        within(getattr(sheet, field) or 0, low, high, field.replace("_", " "))
    for name, score in (*sheet.scores.items(), *sheet.raised.items()):
        _known(name, ABILITIES, "ability")
        within(score, 0, FURTHEST, name)
    for name, score in sheet.scores.items():
        ability_score(score, name)
    for name, number in sheet.overrides.items():
        _known(name, COMPUTED, "override")
        within(number, 1 if name in (*ABILITIES, "hp", "stun") else -FURTHEST, FURTHEST, name)
    for entry in sheet.classes:
        within(entry.level, 1, FURTHEST, f"The level of {entry.name[:40]}")
    for spell in sheet.spells:
        within(spell.level, 1, 9, f"The level of {spell.name[:40]}")
    for attack in sheet.attacks:
        _known(attack.letter, ("", *LETTERS), "letter of damage")
    for roll in (*sheet.rolls.values(), *(a.roll for a in sheet.attacks if a.roll)):
        parse_roll(roll)
    for code in (sheet.social, sheet.inclination.value if sheet.inclination else None):
        _known(code or "", ("", *INCLINATIONS), "inclination")
    _bounded(sheet)


def _known(name: str, names: object, what: str) -> None:
    if name not in names:  # type: ignore[operator]
        raise Refused("UNKNOWN", f"There is no {what} called {name[:40]}.", "the name as the rules write it")


def _bounded(x: Any) -> None:
    if isinstance(x, int):
        within(x, -WIDEST, WIDEST, "A number of the sheet")
    elif isinstance(x, Struct):
        for field in x.__struct_fields__:
            _bounded(getattr(x, field))
    elif isinstance(x, Mapping):
        for item in x.values():
            _bounded(item)
    elif isinstance(x, tuple):
        for item in x:
            _bounded(item)


def check_rulings(rulings: Rulings) -> None:
    """Refuses `RANGE` for a row of the Dice Table that cannot be rolled (DH-DICE-05)."""
    for roll in rulings.dice_table.values():
        parse_roll(roll)
