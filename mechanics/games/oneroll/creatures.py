"""Stats and skills in a line of text: a creature's stat line, a form's fields."""

from __future__ import annotations

import re

from mechanics.campaign import clean
from mechanics.game import CHAIR, Refused
from mechanics.games.oneroll.body import profile_of
from mechanics.games.oneroll.sheet import Sheet, with_skill, with_stats
from mechanics.games.oneroll.skills import SKILLS, STATS, key_of, rating, skill_of, title_of

EXAMPLE = "thug body 3 brawl 4 sense 2"
_WORDS = 3
"""The most words of a skill's name."""
_DAMAGE = re.compile(r"\(([^()]*)\)")


def six(text: str) -> dict[str, int]:
    """Stats as six numbers in sheet order, or by name; refused `RANGE` or `UNKNOWN` (ORE-SHEET-01)."""
    words = text.replace(",", " ").split()
    if words and not words[0].lstrip("+-").isdecimal():
        found = dict(pairs(text))
        if other := [k for k in found if k not in STATS]:
            raise Refused("UNKNOWN", f"{title_of(other[0])} is no stat.", ", ".join(STATS.values()))
        return found
    if len(words) != len(STATS):
        raise Refused("RANGE", f"Stats are {len(STATS)} numbers, not {len(words)}.", ", ".join(STATS.values()))
    return {key: rating(word, STATS[key]) for key, word in zip(STATS, words, strict=True)}


def pairs(text: str) -> list[tuple[str, int]]:
    """Stats and skills by key with their numbers, from `pistol 3, language/German 2`. Refused `RANGE`, `UNKNOWN`."""
    found: list[tuple[str, int]] = []
    words: list[str] = []
    for word in text.replace(",", " ").replace(":", " ").split():
        if words and word.lstrip("+-").isdecimal():
            name = " ".join(words)
            key = key_of(name) if key_of(name) in STATS else skill_of(name)
            found.append((key, rating(word, name)))
            words = []
        else:
            words.append(word)
    if words:
        raise Refused("RANGE", f"{' '.join(words)[:40]} needs a number.", "such as pistol 3")
    return found


def stat_line(text: str) -> Sheet:
    """A creature: `thug body 3 brawl 4 sense 2`; what an attack does in brackets, `rifle 3 (W killing)`."""
    damage: dict[str, str] = {}
    plain = text
    for match in _DAMAGE.finditer(text):
        profile_of(match[1].strip())
        before = pairs(_after_name(text[: match.start()])[1])
        if not before or before[-1][0] in STATS:
            raise Refused("RANGE", "Damage in brackets stands behind a skill.", "rifle 3 (W killing)")
        damage[before[-1][0]] = match[1].strip()
        plain = plain.replace(match[0], " ", 1)
    name, rest = _after_name(plain)
    stats: dict[str, int] = {}
    skills: dict[str, int] = {}
    for key, value in pairs(rest):
        if key in STATS:
            stats = with_stats(stats, {key: value})
        else:
            skills = with_skill(skills, key, value)
    if not name or not (stats or skills):
        raise Refused("RANGE", "A creature is a name, stats and skills.", EXAMPLE)
    return Sheet(clean(name), CHAIR, stats, skills, damage=damage)


def _after_name(text: str) -> tuple[str, str]:
    """The name at the beginning, and the text from the first stat or skill that has a number."""
    words = _DAMAGE.sub(" ", text).replace(",", " ").split()
    for n in range(1, len(words)):
        for length in range(_WORDS, 0, -1):
            key = key_of(" ".join(words[n : n + length]).partition("/")[0])
            number = words[n + length : n + length + 1]
            typed = "/" in " ".join(words[n : n + length])
            if (key in STATS or key in SKILLS or (typed and key in SKILLS)) and number and _number(number[0]):
                return " ".join(words[:n]), " ".join(words[n:])
    return " ".join(words), ""


def _number(word: str) -> bool:
    return word.lstrip("+-").isdecimal()
