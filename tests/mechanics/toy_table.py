"""A table where the invented game is played, and its record kept as the bot keeps it."""

from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person, Session, SharedMove
from mechanics.dice import ScriptedDice
from mechanics.game import Caller, Drop, Force, Id, Move, Refusal
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene, Sealed
from mechanics.step import Outcome
from tests.mechanics.fuzz import LURKS, SECRET
from tests.mechanics.toy import Game, Pools, Rulings, Sheet, Toy

GM = Caller("1", gm=True, name="Gina")
ANN = Caller("2", name="Ann")
BOB = Caller("3", name="Bob")


def table(**campaign: Any) -> Toy:
    folk = {"c2": ("Marsha", "2"), "c3": ("Santo", "3"), "c4": ("Ogre", "gm"), "c5": (f"Lurker {LURKS}", "gm")}
    people = {"1": Person("Gina"), "2": Person("Ann", Id("c2")), "3": Person("Bob", Id("c3"))}
    names = {Id(i): Name(name, owner, "npc" if owner == "gm" else "pc") for i, (name, owner) in folk.items()}
    sheets = {Id(i): Sheet(name, owner, wish=Sealed(Id(i), SECRET)) for i, (name, owner) in folk.items()}
    kept = Campaign("The Toy", "toy", ("1",), ("here",), people, names, sessions=1, **campaign)
    session = Session(1, 1000, False, ("2", "3", "1"), ("1",), more=Pools({"2": 3, "3": 3, "1": 3}))
    state: Toy = Toy(kept, Rulings(), sheets, session, Scene())
    return state


MARSHA, SANTO, OGRE, LURKER = Id("c2"), Id("c3"), Id("c4"), Id("c5")


class Stored(Entry, frozen=True):
    """An entry as it is read back: with the game's own union of moves."""

    move: Game.moves | SharedMove | Force | Drop  # type: ignore[valid-type]


class Book:
    """A table and its record. Each place has a scene of its own; entries go through JSON."""

    def __init__(self, state: Any = None, first: int = 2) -> None:
        self.state = state or table()
        self.entries: list[Entry] = []
        self.first = first
        self.scenes = {"here": self.state.scene}
        self.place = "here"

    def at(self, place: str) -> None:
        """Go to another channel."""
        self.scenes[self.place] = self.state.scene
        self.place = place
        self.state = msgspec.structs.replace(self.state, scene=self.scenes.get(place, Scene()))

    @property
    def number(self) -> int:
        return self.first + len(self.entries)

    def do(self, caller: Caller, move: Move, *faces: int) -> Any:
        """Make a move with these faces, all of which must be drawn; a refusal comes back as its code."""
        dice, before, n = ScriptedDice(faces), self.state, self.number
        answer = perform(Game(), before, caller, move, dice, n, self.entries)
        if isinstance(answer, Refusal):
            assert dice.left == faces and answer.message
            return answer.code
        assert not dice.left
        assert isinstance(answer, Outcome)
        patch = diff(before, answer.state)
        entry = Entry(n, caller, move, answer.faces, answer.facts, patch, answer.undoes, self.place, 0)
        raw = msgspec.json.decode(msgspec.json.encode(entry), type=Stored)
        self.entries.append(Entry(*(getattr(raw, f) for f in Entry.__struct_fields__)))
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=Toy)
        return answer
