"""What can be waited for in One-Roll: the question, and all that is needed to go on."""

from __future__ import annotations

from msgspec import Struct

from mechanics.game import Id


class Declaring(Struct, frozen=True, tag=True):
    """Everybody who can act says what they will do in this round (ORE-CBT-01)."""


class Assigning(Struct, frozen=True, tag=True):
    """Those with a choice put their sets on their actions (ORE-CBT-03)."""


class Choosing(Struct, frozen=True, tag=True):
    """A test that succeeded with several sets: which one is used. Without a word the first (ORE-SET-03)."""

    who: Id
    sets: tuple[str, ...]


class Helping(Struct, frozen=True, tag=True):
    """Dice lent for the next test of `leader` with this skill (ORE-COOP-01)."""

    helper: Id
    leader: Id
    skill: str
    dice: int


class Asked(Struct, frozen=True, tag=True):
    """A test that the GM asked for."""

    skill: str
    target: int
    note: str


class Contesting(Struct, frozen=True, tag=True):
    """A contest that waits for the other side's skill (ORE-VS-01, -02). `dice` is the pool of the one who began."""

    by: Id
    target: Id
    skill: str
    dice: int
    order: bool = False


What = Declaring | Assigning | Choosing | Helping | Asked | Contesting
