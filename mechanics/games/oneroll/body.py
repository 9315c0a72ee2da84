"""The body as boxes: where a blow lands, how it is marked, what a filled place means, how it heals (section 4)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, NamedTuple

from msgspec import Struct

from mechanics.game import Refused

PLACES = {"left_leg": 5, "right_leg": 5, "left_arm": 5, "right_arm": 5, "torso": 10, "head": 4}
"""Boxes of each place (ORE-LOC-01)."""
_BY_HEIGHT = ("left_leg", "right_leg", *("left_arm",) * 2, *("right_arm",) * 2, *("torso",) * 3, "head")
HEAL_FIRST = ("head", "torso")
"""Places that heal first of themselves; then the limbs with most shock (ORE-HEAL-02)."""
MOST = 30
"""The most points of one kind that one blow, or one healing, has (ORE-DMG-02)."""
LOWERED = 4
"""How much a filled torso lowers Body and Coordination (ORE-DMG-04)."""


class Box(Struct, frozen=True):
    """The boxes of one place that are not empty: `/` shock and `X` killing."""

    shock: int = 0
    killing: int = 0

    def __str__(self) -> str:
        return f"{self.shock}/{self.killing}"


UNHURT = Box()
Boxes = Mapping[str, Box]


def at(boxes: Boxes, place: str) -> Box:
    """The boxes of a place; all empty unless marked."""
    return boxes.get(place, UNHURT)


def marked(boxes: Boxes) -> dict[str, Box]:
    """Only the places with a mark: how boxes are kept."""
    return {place: box for place, box in boxes.items() if box != UNHURT}


def place_of(height: int) -> str:
    """Where a set of this height hits; refused `RANGE` outside 1 to 10 (ORE-LOC-01)."""
    if not 1 <= height <= 10:
        raise Refused("RANGE", f"No place is hit with a {height}.", "1 to 10")
    return _BY_HEIGHT[height - 1]


def face_of(place: str) -> int:
    """The highest face that hits a place: where a called shot lays its die (ORE-CALL-01)."""
    return 10 - _BY_HEIGHT[::-1].index(place)


def named_place(text: str) -> str:
    """The place that a typed name means, `left arm`; refused `UNKNOWN`."""
    key = "_".join(text.casefold().replace("-", " ").replace("_", " ").split())
    if key not in PLACES:
        raise Refused("UNKNOWN", f"There is no place called {text[:40]}.", "head, torso, left or right arm or leg")
    return key


def words(place: str) -> str:
    """A place as it is written: `left arm`."""
    return place.replace("_", " ")


# -- damage ------------------------------------------------------------------------------------------------------------


class Amount(NamedTuple):
    """Points of damage: the set's width if `width`, and `plus`."""

    width: bool
    plus: int

    def of(self, width: int) -> int:
        """The points of a set this wide, never below 0."""
        return max(0, self.plus + (width if self.width else 0))


class Profile(NamedTuple):
    """What an attack does: killing and shock (ORE-DMG-01). None: nothing of the kind."""

    killing: Amount | None
    shock: Amount | None

    def of(self, width: int) -> tuple[int, int]:
        """Killing and shock of a set this wide."""
        return (self.killing.of(width) if self.killing else 0, self.shock.of(width) if self.shock else 0)


_AMOUNT = re.compile(r"(?P<w>W)?\s*(?P<n>(?(w)[+-]\s*\d{1,3}|-?\d{1,3}))?\s*(?P<kind>killing|shock)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(,|;|and|&)?\s*", re.IGNORECASE)
WRITTEN = {"brawl": "W shock", "pistol": "W killing, W shock"}
"""Profiles of skills for which nothing else is written (ORE-DMG-01, from the publisher's tutorial)."""


def profile_of(text: str) -> Profile:
    """A typed damage, `W+2 killing, W shock`: W is the width, a number alone is fixed. Refused `RANGE` (ORE-DMG-01)."""
    found: dict[str, Amount] = {}
    at_ = 0
    while at_ < len(text):
        match = _AMOUNT.match(text, at_)
        if not match or not (match["w"] or match["n"]) or (kind := match["kind"].lower()) in found:
            break
        plus = int((match["n"] or "0").replace(" ", ""))
        if not -5 <= plus <= 10:
            raise Refused("RANGE", f"Damage cannot be written with {plus}.", "-5 to 10")
        found[kind] = Amount(bool(match["w"]), plus)
        between = _BETWEEN.match(text, match.end())
        at_ = between.end() if between else match.end()
    if at_ < len(text) or not found:
        raise Refused("RANGE", f"Damage is not written as {text[:40]}.", "W+2 killing, W shock")
    return Profile(found.get("killing"), found.get("shock"))


class Blow(NamedTuple):
    """Boxes after a blow: all of them, the places that were marked, and what found no box at all."""

    boxes: dict[str, Box]
    marked: tuple[str, ...]
    lost_killing: int
    lost_shock: int


def points(killing: int, shock: int) -> None:
    """Refuses `RANGE` unless both are 0 to 30 and one is more than 0 (ORE-DMG-02)."""
    if not (0 <= killing <= MOST and 0 <= shock <= MOST) or killing + shock == 0:
        raise Refused("RANGE", "That is no number of points.", f"shock or killing of 1 to {MOST}")


def strike(boxes: Boxes, place: str, killing: int, shock: int, overflow: Literal["torso", "drop"] = "torso") -> Blow:
    """Mark a blow: killing first, then shock (ORE-DMG-02). What a full limb cannot hold goes on to the torso (-03)."""
    s, k = at(boxes, place).shock, at(boxes, place).killing
    most, over_k, over_s = PLACES[place], 0, 0
    for _ in range(killing):
        if s + k < most:
            k += 1
        elif s:
            s, k = s - 1, k + 1
        else:
            over_k += 1
    for _ in range(shock):
        if s + k < most:
            s += 1
        elif s:
            s, k = s - 1, k + 1
        else:
            over_s += 1
    after = {**boxes, place: Box(s, k)}
    if place in HEAL_FIRST or overflow == "drop" or not (over_k or over_s):
        return Blow(after, (place,), over_k, over_s)
    beyond = strike(after, "torso", over_k, over_s, overflow)
    return Blow(beyond.boxes, (place, *beyond.marked), beyond.lost_killing, beyond.lost_shock)


def filled(boxes: Boxes, place: str) -> bool:
    """Whether no box of the place is empty, in any mix (ORE-DMG-02)."""
    return at(boxes, place).shock + at(boxes, place).killing >= PLACES[place]


def all_killing(boxes: Boxes, place: str) -> bool:
    """Whether every box of the place is X."""
    return at(boxes, place).killing >= PLACES[place]


def useless(boxes: Boxes) -> tuple[str, ...]:
    """Limbs that cannot be used until they are healed (ORE-DMG-04)."""
    return tuple(p for p in PLACES if p not in HEAL_FIRST and all_killing(boxes, p))


# -- healing -----------------------------------------------------------------------------------------------------------


def total(boxes: Boxes) -> Box:
    """All shock and all killing."""
    return Box(sum(b.shock for b in boxes.values()), sum(b.killing for b in boxes.values()))


def after_fight(boxes: Boxes, of: Literal["location", "total"] = "location") -> dict[str, Box]:
    """Half of the shock goes, the half that goes rounded up: place by place, or of the total (ORE-HEAL-01)."""
    if of == "total":
        return mend(boxes, (total(boxes).shock + 1) // 2)
    return marked({p: Box(b.shock // 2, b.killing) for p, b in boxes.items()})


def mend(boxes: Boxes, shock: int, order: tuple[str, ...] = ()) -> dict[str, Box]:
    """Take away shock: first from `order`, then head, torso, the limbs with most of it (ORE-HEAL-02)."""
    limbs = sorted((p for p in PLACES if p not in HEAL_FIRST), key=lambda p: -at(boxes, p).shock)
    after = dict(boxes)
    for place in dict.fromkeys((*order, *HEAL_FIRST, *limbs)):
        box = at(after, place)
        if gone := min(shock, box.shock):
            after[place], shock = Box(box.shock - gone, box.killing), shock - gone
    return marked(after)


def heal(boxes: Boxes, place: str, shock: int, killing: int) -> dict[str, Box]:
    """Take away shock and killing of one place, not below none (ORE-HEAL-03)."""
    box = at(boxes, place)
    return marked({**boxes, place: Box(max(0, box.shock - shock), max(0, box.killing - killing))})
