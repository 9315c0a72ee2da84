"""The general list that anybody may buy from, and abilities as they are written in one line (TRAIT-ABIL-03)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import Literal, TypeVar

from msgspec import Struct

from mechanics.campaign import clean, fold
from mechanics.game import Refused

ROLES = ("attack_body", "attack_projectile", "defence", "dodge_body", "dodge_projectile", "general", "order")
"""What an ability is for: to start a challenge, to answer one, both, or to act earlier (TRAIT-ABIL-04)."""
TRAIT_NAMES = ("physical", "mental", "social")
"""The three traits (TRAIT-TRAIT-01)."""
FURTHEST = 99
"""The greatest trait, rating or damage that a sheet may have; buying ends earlier."""
MOST = 50
"""The most abilities of a sheet, a list or a line."""

Role = Literal["attack_body", "attack_projectile", "defence", "dodge_body", "dodge_projectile", "general", "order"]
T = TypeVar("T")
_PARTS = re.compile(r"[,;\n]|[^\s,;]+")
_AFTER = {"projectile": "attack_projectile", "body": "attack_body", "defence": "defence"}


class Entry(Struct, frozen=True):
    """One ability of the general list: its trait ("" for none), what it is for, in words, and what it costs.

    `exp_total` is the price in all of rating 1, 2, ...; None: a rating costs as much as it is (TRAIT-ABIL-03).
    """

    name: str
    trait: str = ""
    role: Role = "general"
    text: str = ""
    exp_total: tuple[int, ...] | None = None


class Written(Struct, frozen=True):
    """An ability as it was written: `Sword Attack 4 dmg 2`. `role` "" where nothing is said of it."""

    name: str
    rating: int
    damage: int = 0
    role: str = ""


def _shipped() -> dict[str, Entry]:
    text = files("mechanics.games.traits").joinpath("data", "abilities.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {key(row["name"]): Entry(**row) for row in rows}  # type: ignore[arg-type]


def key(name: str) -> str:
    """A name as it is compared: case, punctuation and blanks aside."""
    return " ".join(re.sub(r"[:\-_]", " ", fold(name)).split())


SHIPPED: dict[str, Entry] = _shipped()
"""The general list at first, by key: what the rules' text names (TRAIT-ABIL-03)."""


def within(number: int, low: int, high: int, what: str) -> int:
    """The number itself if it lies in low..high, else `RANGE` naming what it is."""
    if not low <= number <= high:
        raise Refused("RANGE", f"{what} cannot be {number}.", f"a whole number from {low:,} to {high:,}")
    return number


def trait_named(text: str) -> str:
    """The trait that a text names, any case; else `UNKNOWN` (TRAIT-TRAIT-01)."""
    wanted = key(text)
    if wanted in TRAIT_NAMES:
        return wanted
    raise Refused("UNKNOWN", "There is no such trait.", "physical, mental or social")


def meant(text: str, known: Iterable[tuple[str, T]]) -> T | None:
    """What a typed name means of (name, thing): the one so called, else the only one whose name begins like it."""
    wanted, things = key(text), list(known)
    for name, thing in things:
        if key(name) == wanted:
            return thing
    begun = [thing for name, thing in things if wanted and key(name).startswith(wanted + " ")]
    return begun[0] if len(begun) == 1 else None


def ability_name(text: str) -> str:
    """A name as it is stored. `RANGE` for one that a line could not hold: a comma, a brace, a last number."""
    name = clean(text, "ability")
    if re.search(r"[,;{}]", name) or name.split()[-1].isdecimal() or key(name) in ("", *TRAIT_NAMES):
        raise Refused("RANGE", f'That cannot be called "{name[:40]}".', "words, without a comma, brace or last number")
    return name


def read_abilities(text: str) -> tuple[Written, ...]:
    """Abilities as typed: `Sword Attack 4 dmg 2, Dodge: body 2, bow 3 projectile`; commas may be left out.

    A word after the rating says what the ability is for: body, projectile (attacks) or defence. Refuses `RANGE`.
    """
    found: list[Written] = []
    words: list[str] = []
    for part in _PARTS.findall(text):
        if part in (",", ";", "\n"):
            if words:
                raise _unreadable(" ".join(words))
        elif not words and found and part.casefold() in _AFTER:
            last = found.pop()
            found.append(Written(last.name, last.rating, last.damage, _AFTER[part.casefold()]))
        elif words and _is_number(part):
            number = within(int(part), 0, FURTHEST, " ".join(words)[:40])
            if found and [w.casefold() for w in words] in (["dmg"], ["damage"]):
                last = found.pop()
                found.append(Written(last.name, last.rating, number, last.role))
            else:
                name = ability_name(" ".join(words))
                found.append(Written(name, within(number, 1, FURTHEST, name)))
            words = []
        else:
            words.append(part)
    if words:
        raise _unreadable(" ".join(words))
    if len(found) > MOST:
        raise Refused("RANGE", f"{len(found)} abilities are too many.", f"up to {MOST}")
    names = [key(w.name) for w in found]
    if twice := next((w.name for w in found if names.count(key(w.name)) > 1), ""):
        raise Refused("RANGE", f"{twice} is there twice.", "each ability once")
    return tuple(found)


def _is_number(text: str) -> bool:
    return re.fullmatch(r"[+-]?[0-9]{1,9}", text) is not None


def _unreadable(text: str) -> Refused:
    return Refused("RANGE", f'"{text[:40]}" is no ability with its number.', "such as Sword Attack 4, Dodge: body 2")
