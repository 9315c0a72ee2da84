"""Damage marked by hand, and the DM's last word on any number (DH-TRACK, DH-BASE-03)."""

from __future__ import annotations

from msgspec.structs import replace

from mechanics.facts import Noted
from mechanics.game import Id, Refused
from mechanics.games.dragonhead import track as circles
from mechanics.games.dragonhead.create import finished
from mechanics.games.dragonhead.moves import Hurt, Override
from mechanics.games.dragonhead.play import DragonheadStep
from mechanics.games.dragonhead.scores import FURTHEST, one_of, within
from mechanics.games.dragonhead.sheet import ABILITIES, COMPUTED, Sheet, stunned, value
from mechanics.games.dragonhead.track import Track

_TOLD = {
    ("awake", "unconscious"): "{0} passes out.",
    ("awake", "dead"): "{0} dies.",
    ("unconscious", "dead"): "{0} dies.",
    ("unconscious", "awake"): "{0} comes to.",
    ("dead", "awake"): "{0} lives again.",
    ("dead", "unconscious"): "{0} lives again, out cold.",
}
WRITTEN = {"wear": "wear", "tear": "tear", "scar": "scar", "rests_used": "rests_used", "unspent": "unspent"}
"""Numbers of the sheet that the DM writes over; there is nothing computed to come back to."""
FLAGS = {"s": "s", "k": "k", "dead": "killed"}
"""Marks that the DM sets with 1 and takes away with 0."""
NUMBERS = {name.casefold(): key for key, name in ABILITIES.items()} | {
    "hit points": "hp",
    "stun point": "stun",
    "rests": "rests_used",
    "xp": "unspent",
    "killed": "dead",
}
"""Other names of the numbers that the DM may say."""


def mark(step: DragonheadStep, i: Id, rule: str, track: Track, **also: object) -> None:
    """Write a track to the sheet, with other fields if need be, and tell who passes out, comes to or dies."""
    before = step.sheet(i).track.label
    step.set(i, rule, wear=track.wear, tear=track.tear, scar=track.scar, killed=track.killed, **also)
    _tell_label(step, i, before)


def _tell_label(step: DragonheadStep, i: Id, before: str) -> None:
    after = step.sheet(i).track.label
    if text := _TOLD.get((before, after)):
        rule = "DH-TRACK-05" if "dead" in (before, after) else "DH-TRACK-04"
        step.say(Noted(rule=rule, text=text, about=(i,)))


def hurt(step: DragonheadStep, move: Hurt) -> None:
    """One blow after AC or DC: wear, tear, scars, and the marks of a stun (DH-TRACK-02, DH-CHAR-11)."""
    sheet = finished(step, move.actor)
    track = circles.hit(sheet.track, move.amount, move.type, move.scar)
    s, k = stunned(value(sheet, "stun"), move.amount)
    step.say(Noted(rule="DH-TRACK-02", text=f"{{0}} takes {points(move.amount, move.type)}.", about=(move.actor,)))
    mark(step, move.actor, "DH-TRACK-02", track, s=sheet.s or s, k=sheet.k or k)


def points(amount: int, kind: str) -> str:
    """Damage or healing in words: `8 mixed`, or the number alone."""
    named = circles.damage_type(kind)
    return str(amount) if named == "none" else f"{amount} {named}"


def override(step: DragonheadStep, move: Override) -> None:
    """The DM's word on a number: computed values keep it beside them, others are written over (DH-BASE-03).

    Refuses `UNKNOWN` fields, `RANGE` for what cannot be, `STATE` where it changes nothing.
    """
    known = (*COMPUTED, *WRITTEN, *FLAGS)
    wanted = " ".join(move.field.replace("_", " ").casefold().split())
    field = NUMBERS.get(wanted) or one_of(wanted.replace(" ", "_"), [*known, *NUMBERS], "field")
    say_otherwise(step, move.who, field, move.value)


def say_otherwise(step: DragonheadStep, i: Id, field: str, number: int | None) -> None:
    """What `override` does with a field of `COMPUTED`, `WRITTEN` or `FLAGS`."""
    old = finished(step, i)
    fields = _computed(old, field, number) if field in COMPUTED else _written(old, field, number)
    if replace(old, **fields) == old:
        raise Refused("STATE", f"That is what {field.replace('_', ' ')} is already.", "another number")
    step.set(i, "DH-BASE-03", **fields)
    _tell_label(step, i, old.track.label)


def _computed(sheet: Sheet, field: str, number: int | None) -> dict[str, object]:
    if number is None:
        return {"overrides": {f: n for f, n in sheet.overrides.items() if f != field}}
    low = 1 if field in ABILITIES or field in ("hp", "stun") else -FURTHEST
    return {"overrides": {**sheet.overrides, field: within(number, low, FURTHEST, ABILITIES.get(field, field))}}


def _written(sheet: Sheet, field: str, number: int | None) -> dict[str, object]:
    if number is None:
        raise Refused("RANGE", f"Nothing computes {field.replace('_', ' ')}, so it cannot be cleared.", "a number")
    if field in FLAGS:
        return {FLAGS[field]: bool(within(number, 0, 1, field))}
    if field == "unspent":
        return {field: within(number, -(10**12), 10**12, "XP")}
    if field == "rests_used":
        return {field: within(number, 0, 10, "Rests used")}
    low = {"scar": 0, "tear": sheet.scar, "wear": sheet.tear}[field]
    high = {"scar": sheet.tear, "tear": sheet.wear, "wear": circles.MOST}[field]
    return {field: within(number, low, high, field)}
