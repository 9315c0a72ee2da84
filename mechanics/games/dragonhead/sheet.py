"""A Dragonhead sheet: what is written on it, and what follows from that (DH-CHAR-01, DH-BASE-02)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from mechanics.state import Sealed

ABILITIES = {
    "mus": "Muscle",
    "con": "Constitution",
    "dex": "Dexterity",
    "int": "Intellect",
    "wis": "Wisdom",
    "cha": "Charisma",
    "spi": "Spirit",
    "mag": "Magic",
    "luc": "Luck",
}
"""The nine abilities in sheet order: key on the sheet and full name (DH-CHAR-05)."""


class ClassLevel(Struct, frozen=True):
    """One class of a character with its own level, at least 1 (DH-CHAR-07)."""

    name: str
    level: int
    xp_spent: int = 0


class Attack(Struct, frozen=True):
    """One line of the Combat page: hit roll with its damage letter, aspects, spell level under X (DH-CHAR-13)."""

    name: str
    score: int = 0
    letter: str = ""
    aspects: str = ""
    x: int | None = None


class Gear(Struct, frozen=True):
    """One line of the Equipment page."""

    name: str
    value: int = 0
    move: int = 0
    aspects: str = ""


class Spent(Struct, frozen=True):
    """One line of the spent list: what the XP went into, and how much (DH-CHAR-14)."""

    what: str
    xp: int


class Sheet(Struct, frozen=True):
    """A character or creature. Circles: 0 <= scar <= tear <= wear; `hp` is where the line is drawn (DH-TRACK)."""

    name: str
    owner: str
    # Existence
    classes: tuple[ClassLevel, ...] = ()
    social: str = ""
    inclination: Sealed[str] | None = None
    traits: str = ""
    scores: dict[str, int] = {}
    raised: dict[str, int] = {}
    # Combat
    hp: int = 10
    stun: int = 5
    wear: int = 0
    tear: int = 0
    scar: int = 0
    killed: bool = False
    ac: int = 0
    dc: int = 0
    move: int = 0
    locomotions: dict[str, int] = {}
    s: bool = False
    k: bool = False
    hinders: tuple[Hinder, ...] = ()
    attacks: tuple[Attack, ...] = ()
    spells: tuple[Spell, ...] = ()
    rests_used: int = 0
    hit_die_rolls: tuple[int, ...] = ()
    # Equipment
    gear: tuple[Gear, ...] = ()
    # Experience
    spent: tuple[Spent, ...] = ()
    unspent: int = 0
    # Whatever the DM says otherwise (DH-BASE-03)
    overrides: dict[str, int] = {}
    notes: str = ""
    draft: Draft | None = None
