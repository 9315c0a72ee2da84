"""A Dragonhead sheet: what is written on it, and what follows from that (DH-CHAR-01, DH-BASE-02, -03)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from mechanics.game import Refused
from mechanics.games.dragonhead.scores import FURTHEST, Roll, one_of, parse_roll, within
from mechanics.games.dragonhead.track import Track
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
COMPUTED = (*ABILITIES, "hp", "stun", "ac", "dc", "move")
"""The values that the DM may say otherwise (DH-BASE-03)."""


class Draft(Struct, frozen=True):
    """How far a character in the making is: the step it is at, and whether its abilities were rolled."""

    step: int = 1
    rolled: bool = False


class ClassLevel(Struct, frozen=True):
    """One class of a character with its own level, at least 1 (DH-CHAR-07)."""

    name: str
    level: int
    xp_spent: int = 0


class Feature(Struct, frozen=True):
    """What a class can do from class level `sa` on, for `drain` points of damage each time (DH-CHAR-09)."""

    name: str
    of: str = ""
    sa: int = 1
    drain: int = 0
    text: str = ""


class Attack(Struct, frozen=True):
    """One line of the Combat page: hit score with its damage letter, aspects, spell level under X (DH-CHAR-13).

    `roll` is a finished roll in place of the score's (a creature's stat line). `ammo` are the shots left, `reload` the
    rounds until it is ready; None where nothing is counted.
    """

    name: str
    score: int = 0
    letter: str = ""
    aspects: str = ""
    x: int | None = None
    roll: str = ""
    ammo: int | None = None
    reload: int | None = None


class Spell(Struct, frozen=True):
    """A spell or power: its kind of magic, level 1-9, and whether it can be cast now (DH-CHAR-13, DH-CREA-14)."""

    name: str
    level: int
    kind: str = ""
    state: Literal["ready", "forgotten", "known"] = "known"

    @property
    def x(self) -> str:
        """The X column: the level while it can be cast, crossed out when forgotten, else nothing."""
        return {"ready": str(self.level), "forgotten": f"{self.level} crossed out", "known": ""}[self.state]


class Gear(Struct, frozen=True):
    """One line of the Equipment page."""

    name: str
    value: int = 0
    move: int = 0
    aspects: str = ""


class Hinder(Struct, frozen=True):
    """What hinders: free text, and the rungs by which it makes things harder (DH-CHAR-01)."""

    text: str
    shift: int = 0


class Condition(Struct, frozen=True):
    """What outlasts a fight (drunk, seared, paralysed): rungs harder at all, minutes left (None: until ended)."""

    name: str
    shift: int = 0
    minutes: int | None = None


class Poison(Struct, frozen=True):
    """A dose in the blood: its strength, kind, successes over the victim, and the minute of the clock it was taken."""

    kind: str
    strength: int
    successes: int = 1
    taken: int = 0


class Spent(Struct, frozen=True):
    """One line of the spent list: what the XP went into, and how much (DH-CHAR-14)."""

    what: str
    xp: int


class Sheet(Struct, frozen=True):
    """A character or creature. Circles: 0 <= scar <= tear <= wear; `hp` is where the line is drawn (DH-TRACK).

    `inclination` is the true one, the owner's and the DM's to see; `social` is what the world sees (DH-CHAR-03).
    `rolls` are finished rolls in place of those of a score (a creature's stat line), by field.
    """

    name: str
    owner: str
    # Existence
    classes: tuple[ClassLevel, ...] = ()
    features: tuple[Feature, ...] = ()
    social: str = ""
    inclination: Sealed[str] | None = None
    traits: str = ""
    scores: dict[str, int] = {}
    raised: dict[str, int] = {}
    size: str = "medium"
    vision: str = "normal"
    legs: int = 2
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
    rolls: dict[str, str] = {}
    s: bool = False
    k: bool = False
    hinders: tuple[Hinder, ...] = ()
    attacks: tuple[Attack, ...] = ()
    spells: tuple[Spell, ...] = ()
    rests_used: int = 0
    hit_die_rolls: tuple[int, ...] = ()
    # What befalls: sides of the die that burns, the strength of the ice, what a lit source reaches in squares
    conditions: tuple[Condition, ...] = ()
    poisons: tuple[Poison, ...] = ()
    burning: int = 0
    frozen: int = 0
    wet: bool = False
    fireproof: bool = False
    light: int | None = None
    # Equipment
    gear: tuple[Gear, ...] = ()
    metal: bool = False
    # Experience
    spent: tuple[Spent, ...] = ()
    unspent: int = 0
    # Whatever the DM says otherwise (DH-BASE-03)
    overrides: dict[str, int] = {}
    picture: str = ""
    notes: str = ""
    draft: Draft | None = None

    @property
    def track(self) -> Track:
        """The circles, with the line where it stands now."""
        return Track(value(self, "hp"), self.wear, self.tear, self.scar, self.killed)

    @property
    def xp(self) -> int:
        """Total XP: spent and unspent, never typed in (DH-CHAR-14)."""
        return sum(line.xp for line in self.spent) + self.unspent

    def gauges(self) -> Mapping[str, int | str | bool]:
        """The numbers and words under the ledger's names, overrides applied. The true inclination is not among them."""
        track = self.track
        shown: dict[str, int | str | bool] = {"name": self.name, **{field: value(self, field) for field in COMPUTED}}
        shown |= {
            "wear": self.wear,
            "tear": self.tear,
            "scar": self.scar,
            "recoverable": track.recoverable,
            "label": track.label,
            "unconscious": track.unconscious,
            "dead": track.dead,
            "killed": self.killed,
            "s": self.s,
            "k": self.k,
            "rests_used": self.rests_used,
            "unspent": self.unspent,
            "xp": self.xp,
            "classes": ", ".join(f"{c.name} {c.level}" for c in self.classes),
            "social": self.social,
            "traits": self.traits,
            "size": self.size,
            "vision": self.vision,
            "locomotions": ", ".join(f"{name} {score}" for name, score in self.locomotions.items()),
            "hinders": ", ".join(h.text for h in self.hinders),
            "conditions": ", ".join(c.name for c in self.conditions),
            "poisons": ", ".join(f"{p.kind} {p.strength}" for p in self.poisons),
            "burning": self.burning,
            "frozen": self.frozen,
            "wet": self.wet,
            "light": "none" if self.light is None else self.light,
            "attacks": ", ".join(a.name for a in self.attacks),
            "spells": ", ".join(f"{s.name} {s.x}".strip() for s in self.spells),
            "gear": ", ".join(g.name for g in self.gear),
            "overrides": ", ".join(f"{field} {n}" for field, n in self.overrides.items()),
            "draft": self.draft is not None,
        }
        if self.draft:
            shown |= {"step": self.draft.step, "rolled": self.draft.rolled}
        return shown


def computed(sheet: Sheet, field: str) -> int:
    """What the rules make of a field of `COMPUTED`; an ability that was never set is 10."""
    return sheet.scores.get(field, 10) if field in ABILITIES else int(getattr(sheet, field))


def value(sheet: Sheet, field: str) -> int:
    """What counts for a field of `COMPUTED`: the DM's word if there is one, else what the rules make (DH-BASE-03)."""
    override = sheet.overrides.get(field)
    return computed(sheet, field) if override is None else override


def ability(text: str) -> str:
    """The key of the ability that a text names, in full or by its three letters, any case; else `UNKNOWN`."""
    names = {name.casefold(): key for key, name in ABILITIES.items()}
    wanted = text.strip().casefold()
    return wanted if wanted in ABILITIES else names[one_of(text, names, "ability")]


def ability_score(number: int, name: str = "An ability") -> int:
    """The number if it may be an ability: 1 or more (DH-CHAR-05); else `RANGE`."""
    return within(number, 1, FURTHEST, name)


def lowered(score: int, by: int) -> int:
    """A stored score after a penalty: never below 1 (DH-CHAR-05)."""
    return max(1, score - by)


# -- class, level, words -----------------------------------------------------------------------------------------------

BONUSES = ("none", "half", "full")
"""How much of a class level helps (DH-CHAR-08)."""


def class_bonus(sheet: Sheet, how: str, name: str = "", rule: Literal["best", "sum"] = "best") -> tuple[str, int]:
    """What a class adds to a score and what that is called: its class level in full or half, rounded down (DH-CHAR-08).

    Without a `name` the best class helps, or by ruling all together. `UNKNOWN` for a class that the character lacks.
    """
    how = one_of(how, BONUSES, "class bonus")
    if how == "none":
        return "", 0
    classes = sheet.classes
    if not classes:
        raise Refused("UNKNOWN", f"{sheet.name} has no class.", "none as the class bonus")
    if name:
        named = one_of(name, [c.name.casefold() for c in classes], "class")
        classes = tuple(c for c in classes if c.name.casefold() == named)
    best = max(classes, key=lambda c: c.level)
    level, label = best.level, best.name
    if rule == "sum" and len(classes) > 1:
        level, label = sum(c.level for c in classes), "classes"
    return (f"{label}, half", level // 2) if how == "half" else (label, level)


def unlocked(feature: Feature, level: int) -> None:
    """Refuses `RULE` when the class level has not reached the feature's starting level (DH-CHAR-09)."""
    if level < feature.sa:
        raise Refused("RULE", f"{feature.name} starts at class level {feature.sa}.", f"it is {level} now")


def band(level: int) -> str:
    """The word for a character's or a class's level (DH-CHAR-02); `RANGE` below 1."""
    within(level, 1, FURTHEST, "A level")
    return ("Beginner", "Intermediate", "Expert", "Hero", "Master")[min((level - 1) // 3, 4)]


def score_word(score: int) -> str:
    """The word for a score, nothing below 3 (DH-CHAR-06)."""
    rows = ((15, "Awesome"), (12, "Excellent"), (9, "Average"), (6, "Pathetic"), (3, "Sad"))
    return next((word for low, word in rows if score >= low), "")


INCLINATIONS = ("LG", "NG", "CG", "LN", "TN", "CN", "LE", "NE", "CE")
"""The nine inclinations (DH-CHAR-03)."""


def inclination(text: str) -> tuple[str, str]:
    """The social and the true inclination of `LN/CG`, or one code for both; else `UNKNOWN` (DH-CHAR-03)."""
    parts = text.split("/")
    if len(parts) > 2:
        raise Refused("UNKNOWN", "There are two inclinations at most.", "such as LN, or LN/CG: social, then true")
    codes = [one_of(part, [c.casefold() for c in INCLINATIONS], "inclination").upper() for part in parts]
    return codes[0], codes[-1]


def defences(text: str) -> tuple[Roll, Roll]:
    """AC and DC as a sheet lists them: `1d8/1d6`, or one roll for both (DH-CHAR-10); `RANGE` as `parse_roll`."""
    parts = text.split("/")
    if len(parts) > 2:
        raise Refused("RANGE", "There are two defences at most.", "such as 1d8, or 1d8/1d6: AC, then DC")
    rolls = [parse_roll(part) for part in parts]
    return rolls[0], rolls[-1]


def rest_difficulty(used: int) -> str:
    """How hard the next rest of the day is, after `used` of its ten (DH-CHAR-12); `RULE` when none is left."""
    if used >= 10:
        raise Refused("RULE", "All ten rests of today are used.", "a proper sleep brings them back")
    return "easy" if used < 3 else "normal" if used < 7 else "hard"


def stunned(stun: int, wear: int) -> tuple[bool, bool]:
    """Whether the wear of one blow stuns (S), and knocks flat too (K), at this stun point (DH-CHAR-11)."""
    return wear >= stun, wear >= 2 * stun
