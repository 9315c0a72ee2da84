"""The six stats and forty-one skills, and how a typed word names one of them (section 1 of the rules)."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

from mechanics.game import Refused

STATS = {
    "body": "Body",
    "brains": "Brains",
    "command": "Command",
    "cool": "Cool",
    "coordination": "Coordination",
    "sense": "Sense",
}
"""Stats by key, in the order of the rules."""
HIGHEST = 10
"""The highest stat or skill (ORE-SHEET-01, ours)."""
LONGEST = 30
"""The longest type of a typed skill, in characters."""


class Skill(NamedTuple):
    """A skill: the stat it goes with, its name, whether it has a type, and which types there are (empty: any)."""

    stat: str
    name: str
    typed: bool
    types: tuple[str, ...]


def _read() -> dict[str, Skill]:
    text = files("mechanics.games.oneroll").joinpath("data", "skills.csv").read_text(encoding="utf-8")
    return {
        row["key"]: Skill(
            row["stat"], row["name"], bool(row["typed"]), tuple(row["typed"].split("/")) if "/" in row["typed"] else ()
        )
        for row in csv.DictReader(text.splitlines())
    }


SKILLS = _read()
"""Skills by key, in the order of the rules."""


def key_of(text: str) -> str:
    """A typed name as a key: lower case, `_` for blanks and hyphens."""
    return "_".join(text.casefold().replace("-", " ").replace("_", " ").split())


def stat_of(text: str) -> str:
    """The stat that a typed name means; refused `UNKNOWN`."""
    if (key := key_of(text)) not in STATS:
        raise Refused("UNKNOWN", f"There is no stat called {text[:40]}.", ", ".join(STATS.values()))
    return key


def skill_of(text: str, kind: str = "") -> str:
    """The skill that a typed name means, `pistol` or `language/German`; `kind` is its type where not in the name.

    Refused `UNKNOWN`: no such skill, a typed one without its type, an untyped one with one, a type there is not. A type
    longer than 30 characters is refused `RANGE` (ORE-SHEET-01).
    """
    name, _, inner = text.partition("/")
    key, kind = key_of(name), " ".join((kind or inner).split())
    if key not in SKILLS:
        raise Refused("UNKNOWN", f"There is no skill called {text[:40]}.", "a skill of the rules, such as Pistol")
    skill = SKILLS[key]
    if not skill.typed:
        if kind:
            raise Refused("UNKNOWN", f"{skill.name} has no types.", f"{skill.name} alone")
        return key
    if not kind:
        which = " or ".join(skill.types) or "a word of your own, such as German"
        raise Refused("UNKNOWN", f"{skill.name} needs its type.", which)
    if len(kind) > LONGEST:
        raise Refused("RANGE", f"That type has {len(kind)} characters.", f"1 to {LONGEST} characters")
    if skill.types:
        fitting = [t for t in skill.types if t.casefold() == kind.casefold()]
        if not fitting:
            raise Refused("UNKNOWN", f"There is no {skill.name} of the type {kind}.", " or ".join(skill.types))
        kind = fitting[0]
    return f"{key}/{kind}"


def stat_for(skill: str) -> str:
    """The stat that goes with a skill's key."""
    return SKILLS[skill.partition("/")[0]].stat


def title_of(skill: str) -> str:
    """How a skill is written: `Pistol`, `Language (German)`."""
    key, _, kind = skill.partition("/")
    return f"{SKILLS[key].name} ({kind})" if kind else SKILLS[key].name


def rating(text: str | int, what: str) -> int:
    """A stat or skill as a number of 0 to 10; refused `RANGE` (ORE-SHEET-01)."""
    try:
        number = int(str(text).strip()[:20])
    except ValueError:
        raise Refused("RANGE", f"{what} cannot be {str(text).strip()[:40]}.", f"0 to {HIGHEST}") from None
    if not 0 <= number <= HIGHEST:
        raise Refused("RANGE", f"{what} cannot be {number}.", f"0 to {HIGHEST}")
    return number
