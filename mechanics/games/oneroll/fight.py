"""What a fight of One-Roll keeps: of each fighter the declaration and the sets on the table, as long as a round."""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from mechanics.games.oneroll.moves import Action
from mechanics.games.oneroll.pools import Set
from mechanics.state import Sealed


class Declaration(Struct, frozen=True):
    """What somebody will do, and the random text that seals it."""

    actions: tuple[Action, ...]
    nonce: str = ""


def seal(nonce: str, text: str) -> str:
    """The seal of a declaration: the first 8 hex digits of SHA-256 over the nonce, a blank and the text shown."""
    return sha256(f"{nonce} {text}".encode()).hexdigest()[:8]


class Row(Struct, frozen=True):
    """A set on the table. `action`: which of its owner's actions it is for (None: spare). `standing`: a dodge.

    `stood` is the width it stood up with.
    """

    width: int
    height: int
    action: int | None = None
    standing: bool = False
    stood: int = 0

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def set(self) -> Set:
        """Its width and height."""
        return Set(self.width, self.height)


class Budget(Struct, frozen=True):
    """A fighter's part of this round. `actions` are revealed ones (None: not yet); `lent` are dice from helpers.

    `rows` are the sets still on the table. `guard` is the width a dodge stood up with where that counts. `last` is what
    was done in the round before: what is proposed again.
    """

    declared: Sealed[Declaration] | None = None
    seal: str = ""
    actions: tuple[Action, ...] | None = None
    bonus: int = 0
    lent: int = 0
    rows: tuple[Row, ...] = ()
    guard: tuple[int, int] = (0, 0)
    last: tuple[Action, ...] = ()


class More(Struct, frozen=True):
    """Nothing is kept beside the seats: hidden fighters take all of theirs with them."""


def key(place: tuple[int, int], sense: int, player: bool, joined: int) -> tuple[int, int, int, int, int]:
    """What comes first when sets resolve, the smallest key first: width, height, Sense, players, order of joining
    (ORE-CBT-04)."""
    width, height = place
    return (-width, -height, -sense, not player, joined)


def reason(a: tuple[int, ...], b: tuple[int, ...] | None) -> str:
    """Why the set with key a resolves before the one with key b."""
    if b is None:
        return "the last set"
    words = ("widest", "equally wide, higher", "same set, better Sense", "same set, player first", "joined earlier")
    return next((word for word, x, y in zip(words, a, b, strict=True) if x != y), words[-1])
