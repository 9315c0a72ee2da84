"""What is: the parts of a campaign that one action sees. Every part is one stored row; all of it is frozen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Protocol, get_args

from msgspec import Struct

from mechanics.campaign import Campaign, Session
from mechanics.game import B, Id, P, R, S, W, X
from mechanics.sealed import Sealed as Sealed
from mechanics.sealed import Veiled as Veiled


class Sheet(Protocol):
    """What shared code asks of a game's sheet."""

    @property
    def name(self) -> str: ...
    @property
    def owner(self) -> str:
        """A user's id, or "gm"."""

    def gauges(self) -> Mapping[str, int | str | bool]:
        """The sheet's numbers under the ledger's own names, derived ones too. What moves here tells itself."""


class Seat(Struct, Generic[B], frozen=True):
    """One fighter's place in a fight: the side, what is left of this turn, whether players may know of it."""

    side: str
    budget: B
    hidden: bool = False


class Effect(Struct, frozen=True):
    """What the fight's clock ends. `last_round` None lasts until the fight ends; `ends_on` words the game fires."""

    name: str
    on: Id | None
    by: Id | None = None
    last_round: int | None = None
    ends_on: frozenset[str] = frozenset()
    mods: dict[str, int] = {}


class Fight(Struct, Generic[B, X], frozen=True):
    """A fight: a round is a row of groups. `now` may act in any order among themselves, `later` are still to come.

    `done` are those whose turn is over, group by group, the last group being the present one. There is no index that
    could point wrong. `turn` grows with each hand-over; turn buttons carry it. Seats stand in joining order, or in the
    order that the table was given.
    """

    more: X
    seats: dict[Id, Seat[B]] = {}
    round: int = 0
    phase: str = "setup"
    now: tuple[Id, ...] = ()
    later: tuple[tuple[Id, ...], ...] = ()
    turn: int = 0
    effects: tuple[Effect, ...] = ()
    done: tuple[tuple[Id, ...], ...] = ()


class Pending(Struct, Generic[W], frozen=True):
    """A decision that waits; an open roll is one whose `what` holds a roll.

    `id` and `rev` come from record numbers (`rev`: the entry that last changed it). `by` may still answer: their
    owners, and a GM always. `what` is the question and all that is needed to go on. `blocks`: only answers happen
    meanwhile. `to` names those who may know of it at all; empty: everybody. `lasts`: so many seconds after it was
    opened its default is played; 0: it waits for as long as it takes.
    """

    id: int
    rev: int
    by: tuple[Id, ...]
    what: W
    blocks: bool = True
    to: tuple[Id, ...] = ()
    lasts: int = 0


class Scene(Struct, Generic[B, X, W], frozen=True):
    """What goes on in one channel or thread. `pending` is in the order opened; the last one is being asked."""

    fight: Fight[B, X] | None = None
    pending: dict[int, Pending[W]] = {}


class State(Struct, Generic[R, S, P, B, X, W], frozen=True):
    """The parts one action sees: the campaign, its rulings, some sheets, the session, this channel's scene.

    `snapshot` are the sheets as they were kept last, for a rule that turns time back. `elsewhere` are those who stand
    in a fight that has begun in another channel; it follows from the other scenes and is never written.
    """

    campaign: Campaign
    rulings: R
    sheets: dict[Id, S]
    session: Session[P] | None
    scene: Scene[B, X, W]
    snapshot: dict[Id, S] = {}
    elsewhere: tuple[Id, ...] = ()


class Parts(Struct, frozen=True):
    """The concrete types of a game's stored parts, for decoding rows."""

    rulings: object
    sheet: object
    session: object
    scene: object
    snapshot: object


def parts_of(state: type[State[R, S, P, B, X, W]]) -> Parts:
    """The row types of a concrete `State[...]`."""
    rulings, sheet, more, budget, fight, what = get_args(state)
    return Parts(rulings, sheet, Session[more], Scene[budget, fight, what], dict[Id, sheet])  # type: ignore[valid-type]
