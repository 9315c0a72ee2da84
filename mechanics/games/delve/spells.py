"""The twenty spells with their numbers, and the twenty things that come of giving up (DELVE-SPELL-01, -MISC-01)."""

from __future__ import annotations

import csv
from importlib.resources import files

from msgspec import Struct
from rapidfuzz import process

from mechanics.campaign import ALIKE, fold
from mechanics.game import Refused

_DATA = files("mechanics.games.delve") / "data"
ELEMENTS = ("fire", "ice", "earth", "air")
CURES = ("heal", "poison", "curse")
"""What Healing touch can do."""


class Number(Struct, frozen=True):
    """A number of a spell: so much a level, and so much more."""

    unit: str
    per_level: int
    plus: int

    def at(self, level: int) -> int:
        """The number at a level."""
        return self.per_level * level + self.plus


class Spell(Struct, frozen=True):
    """One spell, or one element of the elemental bolt (`choice`): its place on the list, what it does, its numbers."""

    number: int
    name: str
    choice: str
    what: str
    numbers: tuple[Number, ...]

    def at(self, level: int) -> dict[str, int]:
        """Its numbers at a level, by unit."""
        return {n.unit: n.at(level) for n in self.numbers}

    def words(self, level: int) -> str:
        """Its numbers at a level, `targets 2, rounds 3`."""
        return ", ".join(f"{unit} {n}" for unit, n in self.at(level).items())


def _spell(row: dict[str, str]) -> Spell:
    numbers = [Number(row["unit"], int(row["per_level"]), int(row["plus"]))]
    if row["unit2"]:
        numbers.append(Number(row["unit2"], int(row["per_level2"]), int(row["plus2"])))
    return Spell(int(row["number"]), row["name"], row["choice"], row["what"], tuple(numbers))


def _rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((_DATA / name).read_text(encoding="utf-8").splitlines()))


SPELLS: tuple[Spell, ...] = tuple(map(_spell, _rows("spells.csv")))
NAMES: dict[int, str] = {spell.number: spell.name for spell in SPELLS}
"""The twenty names by their place on the list."""
MISCASTS: dict[int, str] = {int(row["roll"]): row["text"] for row in _rows("miscasts.csv")}


def spell_name(text: str) -> str:
    """The spell that a text means; refused `UNKNOWN` with the closest one."""
    names = {fold(name): name for name in NAMES.values()}
    if fold(text) in names:
        return names[fold(text)]
    near = process.extractOne(fold(text), list(names), score_cutoff=ALIKE)
    hint = f"did you mean {names[near[0]]}?" if near else "one of the twenty on /delve spells"
    raise Refused("UNKNOWN", f"There is no spell called {text.strip()[:40] or 'nothing'}.", hint)


def spell_in(text: str) -> str:
    """The spell that a thing's name speaks of, `scroll of Ward`; "" if none."""
    return max((name for name in NAMES.values() if fold(name) in fold(text)), key=len, default="")


def spell_of(name: str, choice: str = "") -> Spell:
    """The row of a spell by its proper name; of the elemental bolt that of an element."""
    return next(s for s in SPELLS if s.name == name and s.choice in ("", choice))
