"""A table where One-Roll is played with scripted dice, its record kept as the bot keeps it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Fact, Noted, Rolled
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.games.oneroll import ONEROLL
from mechanics.games.oneroll.body import Box
from mechanics.games.oneroll.moves import Action, Assign, Declare
from mechanics.games.oneroll.play import OneRollState
from mechanics.games.oneroll.rulings import Rulings
from mechanics.games.oneroll.sheet import Sheet
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene
from mechanics.tracking import BeginFight, EndFight, JoinFight, NextTurn, StartFight

GM = Caller("g", gm=True, name="Gina")
PAT = Caller("p", name="Pat")
QUIN = Caller("q", name="Quin")


def boxes(**places: str) -> dict[str, Box]:
    """Boxes as the ledger writes them: shock/killing."""
    return {place: Box(*map(int, text.split("/"))) for place, text in places.items()}


def player(name: str, owner: str = "p", **fields: Any) -> Sheet:
    """A player's character. Stats and skills by key among the fields, everything else a field of the sheet."""
    return _sheet(name, owner, fields)


def creature(name: str, **fields: Any) -> Sheet:
    """A creature of the GM's."""
    return _sheet(name, CHAIR, fields)


def _sheet(name: str, owner: str, fields: dict[str, Any]) -> Sheet:
    from mechanics.games.oneroll.skills import SKILLS, STATS

    stats = {k: v for k, v in fields.items() if k in STATS}
    skills = {k: v for k, v in fields.items() if k in SKILLS}
    return Sheet(name, owner, stats, skills, **{k: v for k, v in fields.items() if k not in stats and k not in skills})


def table(*sheets: Sheet, rulings: Rulings | None = None) -> OneRollState:
    """These characters, whose ids are the first words of their names in lower case."""
    folk = {Id(s.name.split()[0].lower()): s for s in sheets}
    names = {i: Name(s.name, s.owner, "npc" if s.owner == CHAIR else "pc") for i, s in folk.items()}
    people = {"g": Person("Gina"), "p": Person("Pat"), "q": Person("Quin")}
    return OneRollState(
        Campaign("War", "oneroll", ("g",), ("here",), people, names), rulings or Rulings(), folk, None, Scene()
    )


class Book:
    """A table and its record: each move with the faces it draws, all of which must be drawn."""

    def __init__(self, *sheets: Sheet, rulings: Rulings | None = None) -> None:
        self.state = table(*sheets, rulings=rulings)
        self.entries: list[Entry] = []

    def do(self, caller: Caller, move: Move, *faces: int) -> tuple[Fact, ...]:
        """Make a move that is allowed; its facts come back."""
        answer = self.perform(caller, move, *faces)
        assert not isinstance(answer, Refusal), answer
        n = 2 + len(self.entries)
        patch = diff(self.state, answer.state)
        self.entries.append(Entry(n, caller, move, answer.faces, answer.facts, patch, answer.undoes, "here"))
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=OneRollState)
        assert self.state == answer.state
        return answer.facts

    def gm(self, move: Move, *faces: int) -> tuple[Fact, ...]:
        """The GM's move."""
        return self.do(GM, move, *faces)

    def refused(self, caller: Caller, move: Move) -> str:
        """Make a move that is not allowed; its code comes back."""
        answer = self.perform(caller, move)
        assert isinstance(answer, Refusal), answer
        assert answer.message.endswith(".")
        return answer.code

    def perform(self, caller: Caller, move: Move, *faces: int) -> Any:
        dice = ScriptedDice(faces)
        answer = perform(ONEROLL, self.state, caller, move, dice, 2 + len(self.entries), self.entries)
        assert not dice.left, f"not drawn: {dice.left}"
        return answer

    # -- fights

    def fight(self, *who: str) -> tuple[Fact, ...]:
        """A fight of these, in this order of joining (all the table's if none is named), begun."""
        self.gm(StartFight(CHAIR))
        for name in who or tuple(self.state.sheets):
            self.gm(JoinFight(Id(name)))
        return self.gm(BeginFight(CHAIR))

    def declare(self, who: str, *actions: Action, dice: Iterable[int] = (), nonce: str = "") -> tuple[Fact, ...]:
        """One declares; the last one's press rolls these dice."""
        return self.gm(Declare(Id(who), actions, nonce), *dice)

    def assign(self, who: str, *sets: str) -> tuple[Fact, ...]:
        """One assigns."""
        return self.gm(Assign(Id(who), sets))

    def next(self) -> tuple[Fact, ...]:
        """The GM's Next."""
        return self.gm(NextTurn(CHAIR))

    def end(self) -> tuple[Fact, ...]:
        """The GM ends the fight."""
        return self.gm(EndFight(CHAIR))

    @property
    def phase(self) -> str:
        """The phase of the fight."""
        assert self.state.scene.fight
        return self.state.scene.fight.phase

    def table(self, who: str) -> str:
        """Sets on the table as the ledger writes them: `[3x7], spare (2x5)`; a standing dodge `3x7!`."""
        assert self.state.scene.fight
        rows = self.state.scene.fight.seats[Id(who)].budget.rows
        used = ", ".join(f"{r}{'!' if r.standing else ''}" for r in rows if r.action is not None)
        spare = ", ".join(str(r) for r in rows if r.action is None)
        return f"[{used}]" + (f", spare ({spare})" if spare else "")

    def body(self, who: str) -> str:
        """Marked places: `torso 3/0, head 2/2`."""
        gauges = self.state.sheets[Id(who)].gauges()
        places = ("head", "torso", "left_arm", "right_arm", "left_leg", "right_leg")
        return ", ".join(f"{p} {gauges[p]}" for p in places if gauges[p] != "0/0")


def hit(target: str, skill: str = "brawl", **more: Any) -> Action:
    """An attack."""
    return Action("attack", skill, target=Id(target), **more)


DODGE = Action("dodge")


def notes(facts: Iterable[Fact], rule: str = "") -> list[str]:
    """The sentences among these facts, of one rule if named."""
    return [f.text for f in facts if isinstance(f, Noted) and rule in ("", f.rule)]


def rolled(facts: Iterable[Fact]) -> list[tuple[str, int, list[str]]]:
    """Of each throw: who, how many dice, which sets."""
    return [(f.sum.who, len(f.sum.dice), [label for label, _ in f.sum.parts]) for f in facts if isinstance(f, Rolled)]


def changes(facts: Iterable[Fact], gauge: str) -> list[tuple[str, object, object]]:
    """Every change of one gauge: whose, before, after."""
    return [(f.who, f.before, f.after) for f in facts if isinstance(f, Changed) and f.gauge == gauge]
