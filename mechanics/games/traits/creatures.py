"""Creatures of one line: `guard 3/2/2 sword 2`."""

from __future__ import annotations

import re

from mechanics.campaign import clean
from mechanics.game import CHAIR, Refused
from mechanics.games.traits.catalogue import FURTHEST, SHIPPED, read_abilities, within
from mechanics.games.traits.play.edit import owned
from mechanics.games.traits.sheet import Sheet

EXAMPLE = "guard 3/2/2 sword 2"
_LINE = re.compile(
    r"(?P<name>.*\S)\s+(?P<traits>[0-9]{1,9}\s*/\s*[0-9]{1,9}\s*/\s*[0-9]{1,9})(?P<rest>\s.*)?", re.DOTALL
)


def stat_line(text: str) -> Sheet:
    """The creature of a line: name, Physical/Mental/Social, abilities with ratings, `dmg` and what an attack does.

    Abilities are those that ship with the game, or attacks; refuses `RANGE` for what is no such line.
    """
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise Refused("RANGE", "That is no stat line.", f"name, three traits, abilities: {EXAMPLE}")
    physical, mental, social = traits_of(line["traits"])
    abilities = owned(read_abilities(line["rest"] or ""), SHIPPED)
    return Sheet(clean(line["name"]), CHAIR, physical, mental, social, hp=physical, abilities=abilities)


def traits_of(text: str) -> tuple[int, int, int]:
    """Three trait levels as typed, `4/3/2`; `RANGE` for anything else."""
    parts = re.split(r"[/,\s]+", text.strip())
    if len(parts) != 3 or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
        raise Refused("RANGE", "Traits are three numbers.", "Physical/Mental/Social, such as 4/3/2")
    physical, mental, social = (within(int(part), 1, FURTHEST, "A trait") for part in parts)
    return physical, mental, social
