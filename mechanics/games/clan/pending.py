"""What may wait in a scene of Clan. Each of them holds all that is needed to go on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from mechanics.game import Id

Parts = tuple[tuple[str, int], ...]
"""Numbers that are added up, each with what it is."""
Kind = Literal["check", "attack", "maneuver", "kill", "survive"]


class Side(Struct, frozen=True):
    """One side of a roll: its d12s, of which the highest is used, and what is added to it.

    `others` are the dice in what is added, for showing: how many faces, which face.
    """

    who: Id
    dice: tuple[int, ...]
    parts: Parts = ()
    others: tuple[tuple[int, int], ...] = ()

    @property
    def used(self) -> int:
        """The highest d12 (CLAN-LUCK-03)."""
        return max(self.dice)

    @property
    def total(self) -> int:
        """The highest d12 and all that is added."""
        return self.used + sum(n for _, n in self.parts)


class Open(Struct, frozen=True, tag=True):
    """A roll that is not told as story yet (CLAN-LUCK-04).

    `a` made it; `b` is the other side of a contest; `goal` a DC or an Armor. Of an attack: `target`, and the dice
    (`strike`) and `power` of its damage. `intent` of a maneuver: hold, move or escape.
    `naturals`: whether they counted when it was made; a ruling does not change what is past.
    """

    kind: Kind
    label: str
    a: Side
    b: Side | None = None
    goal: int | None = None
    target: Id | None = None
    strike: str = ""
    power: Parts = ()
    intent: str = ""
    naturals: bool = False


class Fumbled(Struct, frozen=True, tag=True):
    """A natural 1 that hurts somebody: the GM says whom (CLAN-ATK-02)."""

    who: Id
    strike: str
    power: Parts


class Requested(Struct, frozen=True, tag=True):
    """A check that the GM asked of somebody who has not rolled yet. Does not block."""

    who: Id
    ability: str
    dc: int | None = None
    note: str = ""


class Proposed(Struct, frozen=True, tag=True):
    """A weapon that a player would like; the GM confirms or drops it (CLAN-WPN-01). Does not block."""

    who: Id
    name: str
    dice: str


class Placing(Struct, frozen=True, tag=True):
    """A latecomer to a fight who may still use Luck on the roll for their place (CLAN-ORD-01). Does not block."""

    who: Id


What = Open | Fumbled | Requested | Proposed | Placing
