"""What can be asked of the tracker of fights, and of the GM's creatures: the same moves in all games.

They are played by `mechanics.combat` and `mechanics.creatures`; after the shared part of a move the game reacts to it.
"""

from __future__ import annotations

from typing import ClassVar

from mechanics.game import Id, Move


class Tracking(Move, frozen=True, tag=True, omit_defaults=True):
    """A move on the fight of this channel or thread. Who is named must be visible to the caller."""


class StartFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM has a fight gather. `surprise`: nobody, players or creatures are surprised; the game says what of it."""

    surprise: str = "nobody"


class JoinFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """`actor` takes a seat: while it gathers, or late (then the game says when they act; by default next round)."""

    answers: ClassVar[bool] = True


class AddToFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM seats creatures: those of `who`, and `count` new ones of the stat line `what`, numbered if several.

    With `what` empty and a `count` above 1, `count` numbered copies of the one creature in `who` are seated instead of
    it. `side` is "players" or "creatures"; `hidden` from the players.
    """

    who: tuple[Id, ...] = ()
    what: str = ""
    count: int = 1
    hidden: bool = False
    side: str = "creatures"
    answers: ClassVar[bool] = True


class BeginFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM begins the first round with all who have joined, two at least."""


class NextTurn(Tracking, frozen=True, tag=True, omit_defaults=True):
    """`actor` is done with this turn; the chair: all who are up. `turn` is what the pressed button showed."""

    turn: int | None = None


class BackTurn(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM gives the turn back to whoever was done last in this round. Nothing else is taken back."""

    turn: int | None = None


class Reorder(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM moves `who` to this place (1 is first) of the row as it is shown. The turn stays where it is."""

    who: Id
    place: int
    answers: ClassVar[bool] = True


class Hide(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM hides fighters: players cannot know of them any more."""

    who: tuple[Id, ...]
    answers: ClassVar[bool] = True


class Reveal(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM lets hidden fighters be seen."""

    who: tuple[Id, ...]
    answers: ClassVar[bool] = True


class SetEffect(Tracking, frozen=True, tag=True, omit_defaults=True):
    """An effect lies on each of `who` for `rounds` rounds, this one counted (None: until the fight ends).

    `end` ends it. `actor` is the chair, or the caster, who can end only what they laid there themselves.
    """

    who: tuple[Id, ...]
    name: str
    rounds: int | None = None
    end: bool = False
    answers: ClassVar[bool] = True


class RemoveFromFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM takes fighters out. If it was their turn, the next one's begins."""

    who: tuple[Id, ...]
    answers: ClassVar[bool] = True


class EndFight(Tracking, frozen=True, tag=True, omit_defaults=True):
    """The GM ends the fight: what is still open comes to nothing. The game reacts while the seats are still there."""

    answers: ClassVar[bool] = True


class Library(Move, frozen=True, tag=True, omit_defaults=True):
    """A move on the GM's creatures. Allowed while a decision waits."""

    answers: ClassVar[bool] = True


class MakeCreature(Library, frozen=True, tag=True, omit_defaults=True):
    """A creature of the stat line `what`, as the game writes it; `title` is its name instead of the line's."""

    what: str
    title: str = ""


class CopyCreature(Library, frozen=True, tag=True, omit_defaults=True):
    """A creature like `who`, under another name (none given: the same with a number)."""

    who: Id
    title: str = ""


class DeleteCreature(Library, frozen=True, tag=True, omit_defaults=True):
    """A creature is no longer in the GM's library. What it did stays told."""

    who: Id


class ImportCreatures(Library, frozen=True, tag=True, omit_defaults=True):
    """The creatures of exported files join the library: `sheets` is the text of one file, or a JSON list of them."""

    sheets: str


TrackerMove = (
    StartFight
    | JoinFight
    | AddToFight
    | BeginFight
    | NextTurn
    | BackTurn
    | Reorder
    | Hide
    | Reveal
    | SetEffect
    | RemoveFromFight
    | EndFight
    | MakeCreature
    | CopyCreature
    | DeleteCreature
    | ImportCreatures
)
