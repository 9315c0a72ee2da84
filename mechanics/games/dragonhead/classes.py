"""Classes as data: what a campaign writes down of a race, a calling or a transformation (DH-CHAR-07)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import clean
from mechanics.game import Refused
from mechanics.games.dragonhead.scores import FURTHEST, one_of, parse_roll, within
from mechanics.games.dragonhead.sheet import INCLINATIONS, Feature, ability

LONGEST = 20_000
"""The longest text of classes that is read at once, in characters."""
MOST = 200
"""The most classes of a campaign."""

Kind = Literal["race", "calling", "transformation"]
How = Literal["full", "half"]
Fighting = Literal["melee", "ranged", "thrown", "unarmed", "ac"]


class ClassRecord(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One class. `hit_die` is a roll without a constant; `move` the class move, `locomotions` others by name.

    `combat` says which kinds of fighting have the class bonus, in full or half. `spells` and `powers` do so for kinds
    of magic, `any` standing for all that are not named; magic begins at level `magic_starts`. `best` are keys of
    abilities, `inclinations` the social ones allowed (none: all). `xp` is what each level costs, from the first.
    """

    name: str
    kind: Kind
    hit_die: str
    move: int = 6
    locomotions: dict[str, int] = {}
    combat: dict[Fighting, How] = {}
    spells: dict[str, How] = {}
    powers: dict[str, How] = {}
    magic_starts: int = 1
    best: tuple[str, ...] = ()
    inclinations: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    xp: tuple[int, ...] = ()
    note: str = ""


def checked(record: ClassRecord) -> ClassRecord:
    """The record as it is kept; refuses `RANGE` and `UNKNOWN` naming the field that no class could have."""
    name = clean(record.name, "class")
    die = parse_roll(record.hit_die)
    if not die.terms or die.bonus or die.letter:
        raise Refused("RANGE", f'The hit die of {name} cannot be "{record.hit_die[:40]}".', "dice alone, such as d8")
    within(record.move, 0, FURTHEST, f"The move of {name}")
    within(record.magic_starts, 1, FURTHEST, f"The level where the magic of {name} starts")
    if record.spells and record.powers:
        raise Refused("RULE", f"{name} has both spells and powers.", "a caster has spells, a power-user powers")
    for speed in record.locomotions.values():
        within(speed, 0, FURTHEST, f"A speed of {name}")
    for xp in record.xp:
        within(xp, 0, 10**12, f"What a level of {name} costs")
    for feature in record.features:
        within(feature.sa, 1, FURTHEST, f"The starting level of {feature.name[:40]}")
        within(feature.drain, 0, FURTHEST, f"The drain of {feature.name[:40]}")
    codes = [one_of(code, [c.casefold() for c in INCLINATIONS], "inclination").upper() for code in record.inclinations]
    return replace(
        record,
        name=name,
        hit_die=die.text,
        best=tuple(ability(word) for word in record.best),
        inclinations=tuple(codes),
        features=tuple(replace(f, of=name) for f in record.features),
    )


def read_classes(text: str) -> dict[str, ClassRecord]:
    """The classes of a JSON text, a list of records or a single one, by folded name.

    Refuses `too-long`, `bad-value` naming the field that does not fit, `RANGE` for two of one name, and as `checked`.
    """
    if len(text) > LONGEST:
        raise Refused("too-long", f"That text has {len(text):,} characters.", f"up to {LONGEST:,} characters")
    try:
        found = msgspec.json.decode(text.removeprefix("\ufeff"), type=list[ClassRecord] | ClassRecord)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        hint = 'such as {"name": "Warden", "kind": "calling", "hit_die": "d8"}'
        raise Refused("bad-value", f"That is no class: {str(error)[:200]}.", hint) from None
    records: dict[str, ClassRecord] = {}
    for record in [found] if isinstance(found, ClassRecord) else found:
        kept = checked(record)
        if kept.name.casefold() in records:
            raise Refused("RANGE", f"{kept.name} is there twice.", "each class once")
        records[kept.name.casefold()] = kept
    return records


CLASSES = read_classes(files(__package__).joinpath("data/classes.json").read_text(encoding="utf-8"))
"""The classes we ship, a starter set of our own: the printed list is not public."""


def find_class(name: str, own: Mapping[str, ClassRecord]) -> ClassRecord:
    """The class of this name, the campaign's `own` before ours; refused `UNKNOWN` with the closest (DH-CREA-04)."""
    known = {**CLASSES, **own}
    return known[one_of(name, known, "class")]
