"""What may wait in a scene of Dragonhead. Every one of them holds all that is needed to go on."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from mechanics.facts import Sum
from mechanics.game import Id
from mechanics.state import Sealed


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
    `chips` are mojos that others offered for the next Fudge, by user. `dice` is the text of plain dice, which have no
    score. `stunt` names the table to look up, `height` feet for it. A `rest` erases wear when it is kept. `contest` is
    the decision of the competition that it is an entry of, for `team`.
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
    dice: str = ""
    stunt: str = ""
    height: int = 0
    rest: bool = False
    contest: int = 0
    team: str = ""


class Covered(Struct, frozen=True, tag=True):
    """An open roll that only one person and the GMs may see, until it is revealed. Does not block."""

    session: int
    roll: Sealed[Thrown]


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
    keep_scars: int = 0


class Story(Struct, frozen=True, tag=True):
    """A story effect that is paid for and waits for the DM's word (DH-MOJO-05): who paid what. Does not block."""

    session: int
    on: str
    who: tuple[Id, ...]
    shares: dict[str, int]
    note: str = ""


class Requested(Struct, frozen=True, tag=True):
    """A check or save that the DM asked of somebody, who has not rolled yet. Does not block."""

    who: Id
    ability: str
    difficulty: str
    save: bool = False
    note: str = ""


class Board(Struct, frozen=True, tag=True):
    """A competition that may be entered; its entries are open rolls that name it (DH-ACT-09, -10). Does not block."""

    session: int
    kind: Literal["single", "teams"]
    ability: str
    difficulty: str


What = Thrown | Covered | Challenged | Purse | Story | Requested | Board
