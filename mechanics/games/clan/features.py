"""What a Feature is and can do, and how it is typed (CLAN-FP-02, CLAN-FEA-01, CLAN-CHK-02)."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from mechanics.campaign import clean, fold
from mechanics.game import Refused
from mechanics.games.clan.dice import read_dice

ABILITIES = ("kick", "bad", "smart")
"""The three scores (CLAN-ABL-03)."""
NUMBERS = ("kick", "bad", "smart", "armor", "hp_max", "check", "attack", "damage", "actions")
"""What a Feature can add to (CLAN-FEA-01)."""
FURTHEST = 20
"""How far from 0 a Feature moves a number."""
HIGHEST_PRICE = 99
TEXT_LENGTH = 500
DC_OF = ("", *ABILITIES, "armor")

DcOf = Literal["", "kick", "bad", "smart", "armor"]
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"([a-z_ ]+?)\s*([+-]?\s*[0-9]{1,3})")
_DC = re.compile(r"dc\s+(?:([+-]?[0-9]{1,3})(?:\s*\+\s*([a-z]+))?|([a-z]+))")


class Dc(Struct, frozen=True):
    """The DC of a Feature's checks: a number and at most one score of its owner, or their Armor (CLAN-CHK-02)."""

    base: int = 0
    of: DcOf = ""

    @property
    def words(self) -> str:
        """`8 + smart`."""
        return self.of if self.of and not self.base else f"{self.base} + {self.of}" if self.of else str(self.base)


class Mods(Struct, frozen=True, omit_defaults=True):
    """What of a Feature the rules read. All else is its text."""

    kick: int = 0
    bad: int = 0
    smart: int = 0
    armor: int = 0
    hp_max: int = 0
    check: int = 0
    attack: int = 0
    damage: int = 0
    actions: int = 0
    unarmed_dice: str = ""
    weapon: str = ""
    weapon_dice: str = ""
    dc: Dc | None = None

    @property
    def words(self) -> str:
        """As it is typed: `armor +2, dc 8 + smart`."""
        parts = [f"{n} {getattr(self, n):+d}" for n in NUMBERS if getattr(self, n)]
        if self.unarmed_dice:
            parts.append(f"unarmed {self.unarmed_dice}")
        if self.weapon:
            parts.append(f"weapon {self.weapon} {self.weapon_dice}")
        if self.dc is not None:
            parts.append(f"dc {self.dc.words}")
        return ", ".join(parts)


class Feature(Struct, frozen=True):
    """A Feature that is owned, with the price paid for it."""

    name: str
    cost: int = 0
    text: str = ""
    mods: Mods = Mods()


class Entry(Struct, frozen=True):
    """A Feature that can be bought. `repeatable`: more than once."""

    name: str
    price: int
    text: str = ""
    mods: Mods = Mods()
    repeatable: bool = False


class Written(NamedTuple):
    """A Feature's text as it was typed, taken apart."""

    text: str
    mods: Mods
    repeatable: bool


def key(name: str) -> str:
    """A name as it is compared."""
    return fold(name)


def within(number: int, low: int, high: int, what: str) -> int:
    """The number itself if it lies in low..high, else `RANGE` naming what it is."""
    if not low <= number <= high:
        raise Refused("RANGE", f"{what} cannot be {number}.", f"a whole number from {low:,} to {high:,}")
    return number


def read_text(typed: str) -> Written:
    """`Thick as a wall [armor +2, hp_max +1]`: a text, and in brackets what the rules are to know of it.

    In brackets, by commas: a number of `NUMBERS`, `unarmed 1d6`, `weapon claws 1d8`, `dc 8 + smart`, `repeatable`.
    Refuses `RANGE` and `UNKNOWN` for what is none of these.
    """
    mods, repeatable = Mods(), False
    for inner in _BRACKETS.findall(typed):
        for part in inner.split(","):
            words = " ".join(part.split())
            if words.casefold() == "repeatable":
                repeatable = True
            elif words:
                mods = _with(mods, words)
    text = " ".join(_BRACKETS.sub(" ", typed).split())
    if len(text) > TEXT_LENGTH:
        raise Refused("RANGE", f"That text has {len(text)} characters.", f"up to {TEXT_LENGTH}")
    return Written(text, mods, repeatable)


def _with(mods: Mods, words: str) -> Mods:
    low = words.casefold()
    if low.startswith("unarmed "):
        return replace(mods, unarmed_dice=str(read_dice(low.removeprefix("unarmed "))))
    if low.startswith("weapon "):
        name, _, dice = words[len("weapon ") :].rpartition(" ")
        return replace(mods, weapon=clean(name, "weapon"), weapon_dice=str(read_dice(dice)))
    if low.startswith("dc "):
        return replace(mods, dc=_dc(low))
    match = _NUMBER.fullmatch(low)
    name = match[1].strip().replace(" ", "_") if match else ""
    if match is None or name not in NUMBERS:
        known = ", ".join(NUMBERS)
        raise Refused("UNKNOWN", f'A Feature does no such thing: "{words[:40]}".', f"{known}, unarmed, weapon, dc")
    number = within(int(match[2].replace(" ", "")), -FURTHEST, FURTHEST, name)
    changed: dict[str, Any] = {name: number}
    return replace(mods, **changed)


def _dc(low: str) -> Dc:
    match = _DC.fullmatch(low)
    base, of = (int(match[1] or 0), match[2] or match[3] or "") if match else (0, "nothing")
    if of not in DC_OF:
        raise Refused("UNKNOWN", f'That is no DC: "{low[:40]}".', "such as dc 8 + smart, dc armor, dc 12")
    return Dc(within(base, -20, 40, "The base of a DC"), of)  # type: ignore[arg-type]
