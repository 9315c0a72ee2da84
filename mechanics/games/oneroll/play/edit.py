"""A sheet edited by hand, imported, or written in rulings that have to fit."""

from __future__ import annotations

from mechanics.characters import write
from mechanics.game import Id, Refused
from mechanics.games.oneroll import body
from mechanics.games.oneroll.body import Box
from mechanics.games.oneroll.play import OneRollStep
from mechanics.games.oneroll.sheet import Sheet, with_skill, with_stats
from mechanics.games.oneroll.skills import SKILLS, STATS, rating, skill_of, stat_of, title_of
from mechanics.keeping import EditField

FURTHEST = 1_000_000
"""The most points a sheet has."""


def edit(step: OneRollStep, move: EditField) -> None:
    """Stats, skills (`language/German`, or `language` with `German 3`), places as shock/killing, `damage rifle`."""
    i = move.who
    sheet = step.sheet(i)
    field = "_".join(move.field.casefold().replace("-", " ").replace("_", " ").split())
    value = move.value.strip()
    if field in STATS:
        step.set(i, "ORE-SHEET-01", stats=with_stats(sheet.stats, {field: rating(value, STATS[field])}))
    elif field.partition("/")[0] in SKILLS:
        _skill(step, i, move.field, value)
    elif field in body.PLACES:
        step.set(i, "ORE-DMG-02", boxes=body.marked({**sheet.boxes, field: _box(value, field)}))
    elif field.startswith("damage_"):
        skill = skill_of(move.field.strip()[len("damage_") :])
        text = "" if value.casefold() in ("", "none", "default") else value
        if text:
            body.profile_of(text)
        kept = {k: d for k, d in sheet.damage.items() if k != skill}
        step.set(i, "ORE-DMG-01", damage={**kept, skill: text} if text else kept)
    elif field in ("stats", "skills", "boxes", "damage", "draft", "condition", "shock", "killing"):
        raise Refused("unknown", f"{field} is not edited as a whole.", "a field such as body, pistol or left arm")
    else:
        write(step, i, field, move.value, "ORE-SHEET-01")
    check(step.sheet(i))


def _skill(step: OneRollStep, i: Id, field: str, value: str) -> None:
    name, _, kind = field.partition("/")
    if not kind and " " in value:
        kind, _, value = value.rpartition(" ")
    key = skill_of(name, kind)
    skills = with_skill(step.sheet(i).skills, key, rating(value, title_of(key)))
    step.set(i, "ORE-SHEET-01", skills=skills)


def _box(text: str, place: str) -> Box:
    shock, _, killing = text.partition("/")
    try:
        box = Box(int(shock[:9]), int(killing[:9]))
    except ValueError:
        raise Refused("RANGE", f"{body.words(place)} cannot be {text[:40]}.", "shock/killing, such as 2/1") from None
    return _fits(box, place)


def _fits(box: Box, place: str) -> Box:
    if min(box.shock, box.killing) < 0 or box.shock + box.killing > body.PLACES[place]:
        raise Refused("RANGE", f"{body.words(place)} cannot be {box}.", f"together up to {body.PLACES[place]}")
    return box


def check(sheet: Sheet) -> None:
    """Refuses a sheet that no rule could have made: `RANGE` a number, `UNKNOWN` a name (ORE-SHEET-01)."""
    if sheet.draft:
        raise Refused("STATE", "That character is not finished.", "one that is")
    for key, value in sheet.stats.items():
        stat_of(key)
        rating(value, key)
    for key, value in sheet.skills.items():
        rating(value, title_of(skill_of(key)))
    for key, box in sheet.boxes.items():
        _fits(box, body.named_place(key))
    for key, text in sheet.damage.items():
        skill_of(key)
        body.profile_of(text)
    if not 0 <= sheet.points <= FURTHEST:
        raise Refused("RANGE", f"{sheet.points} points cannot be.", f"0 to {FURTHEST}")
