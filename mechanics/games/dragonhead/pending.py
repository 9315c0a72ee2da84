"""What may wait in a scene of Dragonhead. Every one of them holds all that is needed to go on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from mechanics.facts import Sum
from mechanics.game import Id


class Facing(Struct, frozen=True):
    """The other side of a challenge, seen from one of them (DH-ACT-08).

    `side` is one's own: "a" made the challenge (or saves), "b" was challenged. `who` is the other (the chair for a
    strength that was typed), `other` their strength, None until they roll; `crash` whether it was snake-eyes;
    `pending` the decision that is theirs, if one is open. `settled` is the side that a broken tie went to.
    """

    side: Literal["a", "b"]
    who: Id
    other: Sum | None = None
    crash: bool = False
    pending: int | None = None
    settled: str = ""


class Thrown(Struct, frozen=True, tag=True):
    """An open roll: it may still be fudged (DH-MOJO-06), and its tie broken. Does not block.

    `session` is the number of the evening (0: none, only a tie keeps it open). `owner` pays ("gm" for a creature).
    `rule`, `label`, `ability`, `score`, `difficulty`, `tries` and `note` say what is thrown. `sets` has every throw,
    oldest first: its sets, each the faces of one whole throw. `parts`, `strength` and `verdict` are of the newest.
    `chips` are mojos that others offered for the next Fudge, by user.
    """

    session: int
    who: Id
    owner: str
    rule: str
    label: str
    ability: str
    score: int
    difficulty: str
    tries: str
    note: str = ""
    sets: tuple[tuple[tuple[int, ...], ...], ...] = ()
    parts: tuple[tuple[str, int], ...] = ()
    strength: int = 0
    verdict: str = ""
    fudges_used: int = 0
    chips: dict[str, int] = {}
    versus: Facing | None = None


class Challenged(Struct, frozen=True, tag=True):
    """Somebody was challenged and has not rolled yet: the ability they answer with. Does not block."""

    who: Id
    ability: str
    versus: Facing


class Purse(Struct, frozen=True, tag=True):
    """A price that is not paid yet (DH-MOJO-14): `shares` by user, taken only when they reach it. Does not block."""

    session: int
    on: str
    who: tuple[Id, ...]
    price: int
    shares: dict[str, int]
    note: str = ""


What = Thrown | Challenged | Purse
