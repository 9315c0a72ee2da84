"""Creatures of one line: `ogre 6/2/1 maul 1d8`."""

from __future__ import annotations

import re

from msgspec.structs import replace

from mechanics.campaign import clean
from mechanics.game import CHAIR, Refused
from mechanics.games.clan.dice import read_dice
from mechanics.games.clan.features import within
from mechanics.games.clan.play.buying import HIGHEST_LEVEL
from mechanics.games.clan.play.edit import HIGHEST_SCORE, read_weapons
from mechanics.games.clan.play.health import ZERO
from mechanics.games.clan.sheet import Sheet

EXAMPLE = "ogre 6/2/1 maul 1d8"
_LINE = re.compile(
    r"(?P<name>.*\S)\s+(?P<scores>[+-]?[0-9]{1,3}\s*/\s*[+-]?[0-9]{1,3}\s*/\s*[+-]?[0-9]{1,3})(?P<rest>\s.*)?",
    re.DOTALL,
)
_LEVEL = re.compile(r"\blevel\s+([0-9]{1,3})\b", re.IGNORECASE)
_UNARMED = re.compile(r"\bunarmed\s+(\S+)", re.IGNORECASE)


def stat_line(text: str) -> Sheet:
    """The creature of a line: name, Kick/Bad/Smart, weapons with dice, `unarmed 1d6`, `level 2`.

    Whether the scores are allowed is for the table to say; refuses `RANGE` for what is no such line.
    """
    line = _LINE.fullmatch(text.strip())
    if line is None:
        raise Refused("RANGE", "That is no stat line.", f"name, three scores, weapons: {EXAMPLE}")
    kick, bad, smart = (within(n, 0, HIGHEST_SCORE, "A score") for n in scores_of(line["scores"]))
    rest = line["rest"] or ""
    level, unarmed = _LEVEL.search(rest), _UNARMED.search(rest)
    weapons = ",".join(part for part in _UNARMED.sub(",", _LEVEL.sub(",", rest)).split(",") if part.strip())
    sheet = Sheet(
        clean(line["name"]),
        CHAIR,
        within(int(level[1]), 1, HIGHEST_LEVEL, "The level") if level else 1,
        kick,
        bad,
        smart,
        weapons=read_weapons(weapons),
        unarmed_dice=str(read_dice(unarmed[1].rstrip(","))) if unarmed else "",
    )
    return born(sheet)


def born(sheet: Sheet) -> Sheet:
    """A new creature: at full hit points, or dead from the start with a score of 0 (CLAN-HP-01, CLAN-ABL-02)."""
    if 0 in (sheet.kick, sheet.bad, sheet.smart):
        return replace(sheet, hp=0, status="dead", reason=ZERO)
    return replace(sheet, hp=sheet.hp_max)


def scores_of(text: str) -> tuple[int, int, int]:
    """Three scores as typed, `4/3/2`; `RANGE` for anything else."""
    parts = re.split(r"\s*[/,\s]\s*", text.strip())
    if len(parts) != 3 or not all(re.fullmatch(r"[+-]?[0-9]{1,9}", part) for part in parts):
        raise Refused("RANGE", "Scores are three numbers.", "Kick/Bad/Smart, such as 4/3/2")
    kick, bad, smart = map(int, parts)
    return kick, bad, smart
