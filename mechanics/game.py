"""The contract of a game: who asks, what is asked, what is answered. Nothing here knows a game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar, NewType, Protocol, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Struct

if TYPE_CHECKING:
    from mechanics.combat import Fights
    from mechanics.state import Pending, Sheet, State
    from mechanics.step import Step

Id = NewType("Id", str)
"""A character or creature of the campaign. Text that is no id is plain `str`; type hints tell."""

CHAIR = Id("gm")
"""The GM's chair: the actor of whatever is done as GM, and the owner of creatures."""
SELF = Id("me")
"""The caller as a person, with no character: joining a session, choosing one's character."""

S = TypeVar("S", bound="Sheet")
R = TypeVar("R")
P = TypeVar("P")
B = TypeVar("B")
X = TypeVar("X")
W = TypeVar("W")


class Caller(Struct, frozen=True, omit_defaults=True):
    """Who pressed or typed. Rules see these rights, never a chat account's permissions.

    `user` is the account's id as text; `name` what people call it; `gm` is a GM of this campaign; `manages` may manage
    the whole server (asked only when a campaign is founded or taken over).
    """

    user: str
    gm: bool = False
    name: str = ""
    manages: bool = False


class Move(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something asked for. Each game has a union of subclasses; the class name is the move's name in the record.

    `actor` is in whose name it is made: a character's id, `CHAIR` or `SELF`. Every field typed `Id` must be visible to
    the caller, or the move is answered `unknown`. Answering moves also carry `pending` and `rev`, turn moves `turn`:
    the version that the pressed button showed; another version now is answered `stale`.
    """

    actor: Id
    answers: ClassVar[bool] = False
    """Allowed while a decision blocks the scene."""
    everyone: ClassVar[bool] = False
    """Needs every sheet of the campaign loaded, not only those it names."""
    marks: ClassVar[bool] = False
    """Marks damage or healing by hand: owners make it where the setting `owners_mark` lets them, GMs always."""


class Force(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM, a time-out or Accept plays the default of a decision that waits (the newest, or the one named)."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Drop(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM closes a decision that waits, with no effect."""

    pending: int | None = None
    rev: int | None = None
    answers: ClassVar[bool] = True


class Refusal(Struct, frozen=True, omit_defaults=True):
    """A move that was not made: a code of the shared or the game's list, one sentence, what would be accepted."""

    code: str
    message: str
    hint: str = ""


class Refused(Exception):
    """Raised by rules, turned into a `Refusal` by `perform`. Never raised after a die was drawn."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.refusal = Refusal(code, message, hint)


class Offer(Struct, frozen=True):
    """A move that could be pressed, and, when it may not be made now, why (`refusal`)."""

    move: Move
    refusal: Refusal | None


class Game(Protocol[R, S, P, B, X, W]):
    """All that a game must supply. `moves` is the union of its own moves; `state` the concrete `State[...]`.

    Fights. The tracker's moves (`mechanics.tracking`) are the same in all games: `mechanics.combat` does seats, rows,
    turns and effects, and `play` gets each of them afterwards, to react: `JoinFight` and `AddToFight` (refuse who
    cannot fight, draw what joining draws), `StartFight` (surprise), `RemoveFromFight`, `EndFight` (while the seats are
    still there). What differs is said in `fights` by small functions: `order` makes the row of each round (d6 for a
    side, sorted anew, one group of all) and does what the end of a round does; `fresh` makes a budget; `able` says who
    can act; `begin_turn` is what happens when a turn begins. `fights` None: the game has no fights (yet).

    In the phases "turns" and "surprise" `NextTurn` passes on along the row. In a phase of the game's own ("declare")
    it is checked and then left to `play`, which goes on with `combat.next_round` when its round is over.
    """

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def state(self) -> type[State[R, S, P, B, X, W]]: ...
    @property
    def moves(self) -> object: ...
    @property
    def own_fields(self) -> frozenset[str]:
        """The fields of a sheet that its owner edits by hand, by name. All others are the GM's to edit."""

    @property
    def fights(self) -> Fights[R, S, P, B, X, W] | None: ...
    def stat_line(self, text: str) -> S:
        """A creature of one line in the game's words, `thug body 3 brawl 4`, its owner the chair. Refuses what it is
        not."""

    def play(self, step: Step[R, S, P, B, X, W], move: Move) -> None:
        """Play one of the game's moves; shared moves arrive too, after their shared part, for the game to react to."""

    def candidates(self, state: State[R, S, P, B, X, W], actor: Id) -> Iterable[Move]:
        """What could be pressed in this actor's name; whether it may be is `play`'s business."""

    def default(self, state: State[R, S, P, B, X, W], pending: Pending[W]) -> Move:
        """What a forced answer plays. Every kind of decision has one."""


@cache
def _hints(kind: type[Struct]) -> dict[str, object]:
    hints = get_type_hints(kind)
    return {f: hints[f] for f in kind.__struct_fields__}


def _ids(hint: object, value: object) -> Iterator[Id]:
    """The ids in a value of this type, wherever they sit. The type tells an id from other text."""
    args = get_args(hint)
    if isinstance(value, str):
        if hint is Id or Id in args:
            yield Id(value)
    elif isinstance(value, Struct):
        for field, inner in _hints(type(value)).items():
            yield from _ids(inner, getattr(value, field))
    elif isinstance(value, Mapping | tuple | list | frozenset):
        holder = next((a for a in (hint, *args) if isinstance(value, get_origin(a) or ())), hint)
        kinds = get_args(holder)
        if isinstance(value, Mapping):
            for key, item in value.items():
                yield from (*_ids(kinds[0], key), *_ids(kinds[1], item))
        else:
            each = kinds if len(kinds) == len(value) and Ellipsis not in kinds else kinds[:1] * len(value)
            for kind, item in zip(each, value, strict=True):
                yield from _ids(kind, item)


def ids_of(move: Move) -> tuple[Id, ...]:
    """Every character and creature a move names, the actor first; the chair and the person are left out."""
    return tuple(i for i in dict.fromkeys(_ids(type(move), move)) if i not in (CHAIR, SELF))
