"""A small game with fights, real enough to play: hit points, a quick hand goes first, blows that wait to be borne.

It has no commands of its own: characters come from files, blows are struck through the bot's one path of a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.cards.card import Card
from bot.cards.health import health
from bot.shown import Shown
from mechanics.combat import Fights, Round, arrange, row_of, slot_in
from mechanics.facts import Rolled, Sum
from mechanics.game import CHAIR, Id, Move, Refused
from mechanics.state import Pending, State
from mechanics.step import Step
from mechanics.tracking import AddToFight, JoinFight


class Rulings(Struct, frozen=True):
    sides: bool = False


class Sheet(Struct, frozen=True):
    name: str
    owner: str
    hp: int = 10
    most: int = 10
    quick: int = 0

    def gauges(self) -> dict[str, int | str | bool]:
        return {"hp": self.hp, "most": self.most, "quick": self.quick}


class Struck(Struct, frozen=True, tag=True):
    who: Id
    harm: int


class Strike(Move, frozen=True, tag=True):
    target: Id


class Bear(Move, frozen=True, tag=True):
    answers = True


FrayState = State[Rulings, Sheet, None, None, None, Struck]
FrayStep = Step[Rulings, Sheet, None, None, None, Struck]


def able(step: FrayStep, i: Id) -> bool:
    return step.sheet(i).hp > 0


def quickest(step: FrayStep) -> Round:
    """The quickest first; with the ruling `sides` one whole side after the other."""
    row = sorted(step.fight.seats, key=lambda i: -step.sheet(i).quick)
    if step.state.rulings.sides:
        return Round([[i for i in row if step.fight.seats[i].side == side] for side in ("players", "creatures")])
    arrange(step, row)
    return Round([(i,) for i in row])


class Fray:
    key, name, state = "fray", "Fray", FrayState
    moves = Strike | Bear
    own_fields = frozenset({"name"})
    fights: Any = Fights(None, lambda step, i: None, able, quickest)

    def stat_line(self, text: str) -> Sheet:
        name, *numbers = text.rsplit(maxsplit=2)
        if len(numbers) != 2 or not all(n.isdecimal() for n in numbers):
            raise Refused("RANGE", "A creature is a name, hit points, a quick hand.", "ogre 8 2")
        return Sheet(name, CHAIR, int(numbers[0]), int(numbers[0]), int(numbers[1]))

    def play(self, step: FrayStep, move: Move) -> None:
        match move:
            case JoinFight() | AddToFight() if step.fight.round:
                new = [i for i in step.fight.seats if i not in row_of(replace(step.fight, seats={}))]
                arrange(step, sorted(step.fight.seats, key=lambda i: -step.sheet(i).quick))
                for i in new:
                    slot_in(step, i)
            case Strike():
                if move.actor not in step.fight.now and move.actor != CHAIR:
                    raise Refused("STATE", "It is not your turn.")
                (face,) = step.draw(1, 6)
                step.say(Rolled(label="blow", sum=Sum(move.actor, (("d6", face),), face)))
                step.open([move.target], Struck(move.target, face), "bear it?")
            case Bear():
                p, struck = step.top(Struck, move.actor if move.actor != CHAIR else None)
                step.close(p)
                step.set(struck.who, "", hp=max(0, step.sheet(struck.who).hp - struck.harm))

    def candidates(self, state: FrayState, actor: Id) -> Iterator[Move]:
        yield from (Strike(actor, foe) for foe in (state.scene.fight.seats if state.scene.fight else ()))

    def default(self, state: FrayState, pending: Pending[Struck]) -> Move:
        return Bear(pending.by[0])


FRAY = Fray()


def fighter(shown: Shown, who: Id) -> str:
    it = shown.state.sheets[who]
    return health(shown, who, it.hp, it.most, down=it.hp == 0)


def sheet(shown: Shown, who: Id, page: str) -> Card:
    it = shown.state.sheets[who]
    return Card(it.name, (f"{it.hp} of {it.most}, quick {it.quick}",))


CARDS: Any = SimpleNamespace(
    attacks=lambda shown, who: (),
    creature_page=lambda: "all",
    evening=lambda shown: (),
    begun=lambda shown: (),
    fields=lambda: ("hp", "quick"),
    fighter=fighter,
    glance=fighter,
    pages=lambda: ("all",),
    result=lambda shown: Card("-"),
    sheet=sheet,
    stat_line=lambda: "ogre 8 2",
    draft=sheet,
)
PANELS: Any = SimpleNamespace(buttons=lambda table, who: ((), ()))
