"""An invented game, no more of it than rows need: its types, a table, and a move."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from mechanics.campaign import Campaign, Name, Person, Session
from mechanics.game import SELF, Caller, Id, Move
from mechanics.record import Entry
from mechanics.state import Fight, Pending, Scene, Seat, State, parts_of

MAX = 2**63 - 1
GUILD, HALL, TOMB, THREAD = MAX, MAX - 1, MAX - 2, MAX - 3
MARA, ORC = Id("c2"), Id("c1")


class Rulings(Struct, frozen=True):
    doors: int = 3


class Sheet(Struct, frozen=True):
    name: str
    owner: str
    hp: int = 5

    def gauges(self) -> Mapping[str, int | str | bool]:
        return {"hp": self.hp}


class Pool(Struct, frozen=True):
    coins: dict[str, int] = {}


class Budget(Struct, frozen=True):
    steps: int = 2


class More(Struct, frozen=True):
    holds: tuple[Id, ...] = ()


class Dodge(Struct, frozen=True, tag=True):
    damage: int


class Pick(Struct, frozen=True, tag=True):
    among: tuple[str, ...]


class Hit(Move, frozen=True, tag=True):
    target: Id


class Rest(Move, frozen=True, tag=True):
    hours: int = 8


What = Dodge | Pick
Tiny = State[Rulings, Sheet, Pool, Budget, More, What]
PARTS = parts_of(Tiny)
MOVES = Hit | Rest


def table(name: str = "The Tomb", *channels: int) -> Tiny:
    """A founded campaign with a GM, a role as GM and a player, and nothing in it yet."""
    campaign = Campaign(
        name=name,
        game="tiny",
        gms=("1", "role:7"),
        channels=tuple(map(str, channels)),
        people={"1": Person("Grit"), "2": Person("Pia")},
    )
    return State(campaign=campaign, rulings=Rulings(), sheets={}, session=None, scene=Scene())


def busy_table(*channels: int) -> Tiny:
    """The same with a character, a creature, an open evening, a fight and two decisions, the older one last."""
    empty = table("The Tomb", *channels)
    names = {MARA: Name("Mara", "2"), ORC: Name("ÖRC", "gm", "npc")}
    campaign = Campaign(
        empty.campaign.name, "tiny", empty.campaign.gms, empty.campaign.channels, empty.campaign.people, names
    )
    fight = Fight(More((ORC,)), {ORC: Seat("foes", Budget(1), hidden=True)}, round=2, now=(ORC,))
    pending = {31: Pending(31, 3, (MARA,), Pick(("axe", "bow"))), 12: Pending(12, 1, (ORC,), Dodge(4), blocks=False)}
    return State(
        campaign=campaign,
        rulings=Rulings(4),
        sheets={MARA: Sheet("Mara", "2"), ORC: Sheet("ÖRC", "gm", 9)},
        session=Session(3, 1_700_000_000, True, ("2", "1"), ("1",), more=Pool({"2": 4})),
        scene=Scene(fight, pending),
    )


def entry(n: int, move: Move | None = None, *, user: str = "1", undoes: int | None = None, place: int = HALL) -> Entry:
    """A line of the record."""
    return Entry(n, Caller(user), move or Hit(SELF, target=MARA), (6, 1), undoes=undoes, place=str(place), at=100 + n)
