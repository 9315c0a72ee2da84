"""A Traits sheet: what is written on it, and what follows from that (TRAIT-TRAIT-01, -HP-03, -HP-04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from mechanics.games.traits.catalogue import TRAIT_NAMES, Role
from mechanics.state import Sealed

Condition = Literal["fine", "wounded", "unconscious", "bleeding", "dead"]
Halving = Literal["up", "down"]


class Ability(Struct, frozen=True):
    """A general ability that is owned: its trait ("" for none), rating at least 1, what it is for, and the damage that
    an attack with it does if nothing else is said (TRAIT-CHAL-02)."""

    name: str
    trait: str = ""
    rating: int = 1
    role: Role = "general"
    damage: int = 0

    @property
    def words(self) -> str:
        """`Sword Attack 4 dmg 2`."""
        return f"{self.name} {self.rating}" + (f" dmg {self.damage}" if self.damage else "")


class Discipline(Struct, frozen=True):
    """A list of abilities, each with the level that it is fixed at (TRAIT-DISC-01)."""

    name: str
    abilities: dict[str, int] = {}


class Learnt(Struct, frozen=True):
    """An ability that was bought from a discipline's list, at its level (TRAIT-DISC-02)."""

    name: str
    discipline: str
    level: int


class Disciplines(Struct, frozen=True):
    """The lists that a GM opened to a character, as they are now, and what was bought of them. Nobody else's."""

    lists: tuple[Discipline, ...] = ()
    learnt: tuple[Learnt, ...] = ()


class Sheet(Struct, frozen=True):
    """A character or creature. `physical`, `mental`, `social` are the bought levels; `burned` points of this evening,
    by trait, none of them 0; `hp` from -(hp_max)-1 (dead) to hp_max.

    `stays_up`, `extra_dodges` and `extra_abilities` are powers that the GM says this character has.
    """

    name: str
    owner: str
    physical: int = 1
    mental: int = 1
    social: int = 1
    burned: dict[str, int] = {}
    hp: int = 1
    exp_earned: int = 0
    exp_spent: int = 0
    abilities: tuple[Ability, ...] = ()
    disciplines: Sealed[Disciplines] | None = None
    stays_up: bool = False
    extra_dodges: int = 0
    extra_abilities: int = 0
    notes: str = ""
    draft: bool = False

    @property
    def hp_max(self) -> int:
        """The bought Physical level; burning never changes it (TRAIT-HP-01)."""
        return self.physical

    @property
    def exp_free(self) -> int:
        """EXP earned and not spent."""
        return self.exp_earned - self.exp_spent

    @property
    def dead(self) -> bool:
        """Below the negative of the hit points (TRAIT-HP-04)."""
        return self.hp < -self.hp_max

    @property
    def conscious(self) -> bool:
        """Can act: above 0 hit points, or held up by a power (TRAIT-HP-04)."""
        return self.hp > 0 or (self.stays_up and not self.dead)

    @property
    def halved(self) -> bool:
        """All traits are halved: at 1 hit point or below, but not one who is unhurt at 1 of 1 (TRAIT-HP-03)."""
        return self.hp <= 1 and self.hp < self.hp_max

    @property
    def condition(self) -> Condition:
        """In a word (TRAIT-HP-04). Somebody held up at 0 is wounded."""
        if self.dead:
            return "dead"
        if self.hp < 0:
            return "bleeding"
        if self.hp == 0:
            return "wounded" if self.stays_up else "unconscious"
        return "wounded" if self.halved else "fine"

    def gauges(self) -> Mapping[str, int | str | bool]:
        """The numbers under the ledger's names. `physical` and so on are what is left of them now, before halving."""
        return {
            "name": self.name,
            **{t: current(self, t) for t in TRAIT_NAMES},
            **{f"level_{t}": level(self, t) for t in TRAIT_NAMES},
            "burned": sum(self.burned.values()),
            **{f"burned_{t}": self.burned.get(t, 0) for t in TRAIT_NAMES},
            "hp": self.hp,
            "hp_max": self.hp_max,
            "condition": self.condition,
            "halved": self.halved,
            "exp_earned": self.exp_earned,
            "exp_spent": self.exp_spent,
            "exp_free": self.exp_free,
            "abilities": ", ".join(a.words for a in self.abilities),
            "stays_up": self.stays_up,
            "extra_dodges": self.extra_dodges,
            "extra_abilities": self.extra_abilities,
            "draft": self.draft,
        }


def level(sheet: Sheet, trait: str) -> int:
    """The bought level of a trait, at least 1."""
    found: int = getattr(sheet, trait)
    return found


def current(sheet: Sheet, trait: str) -> int:
    """What burning left of a trait this evening, at least 0; also how often it can still be burned (TRAIT-BURN-03)."""
    return level(sheet, trait) - sheet.burned.get(trait, 0)


def inforce(sheet: Sheet, trait: str, halving: Halving) -> int:
    """What a trait counts for now: after burns, halved by a wound, rounded as the table rules (TRAIT-HP-03)."""
    now = current(sheet, trait)
    if not sheet.halved:
        return now
    return (now + 1) // 2 if halving == "up" else now // 2


def speed(sheet: Sheet, halving: Halving) -> int:
    """Physical in force: it decides the order, and is the steps of a round (TRAIT-SPEED-01)."""
    return inforce(sheet, "physical", halving)


def alertness(sheet: Sheet) -> int:
    """The rating that comes before speed in the order; 0 without one (TRAIT-ORDER-01)."""
    return max((a.rating for a in sheet.abilities if a.role == "order"), default=0)


def mastery(sheet: Sheet) -> Disciplines:
    """The disciplines of a character; raises `Veiled` where the viewer may not see them."""
    return sheet.disciplines.open() if sheet.disciplines is not None else Disciplines()


def discipline_level(sheet: Sheet, discipline: str) -> int:
    """The highest level among what was bought of a discipline; 0 for none (TRAIT-DISC-03)."""
    return max((x.level for x in mastery(sheet).learnt if x.discipline == discipline), default=0)
