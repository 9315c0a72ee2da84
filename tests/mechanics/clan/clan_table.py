"""A table where Clan is played with scripted dice, its record kept as the bot keeps it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Compared, Fact, Noted, Rolled
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.games.clan import CLAN
from mechanics.games.clan.features import Feature, Mods
from mechanics.games.clan.pending import Open
from mechanics.games.clan.play import ClanState
from mechanics.games.clan.rulings import Rulings
from mechanics.games.clan.sheet import Sheet, Weapon
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Pending, Scene
from mechanics.tracking import AddToFight, BeginFight, JoinFight, StartFight
from tests.mechanics.fuzz import LURKS

GM = Caller("g", gm=True, name="Gus")
PAT = Caller("p", name="Pat")
QUIN = Caller("q", name="Quin")
IDS = {LURKS: Id("c9")}
"""Ids that are not the name in lower case."""
BRAKKA, MOTE, GNARL, VEX, OOZE = Id("brakka"), Id("mote"), Id("gnarl"), Id("vex"), Id("ooze")


def spent(points: int) -> tuple[Feature, ...]:
    """A Feature that cost so many points and does nothing."""
    return (Feature("Past", points),) if points else ()


def modded(**mods: Any) -> tuple[Feature, ...]:
    """A Feature that was free and does this."""
    return (Feature("Gift", 0, "", Mods(**mods)),)


def creature(name: str, owner: str, scores: str, weapon: str = "", unspent: int = 12, **fields: Any) -> Sheet:
    """A sheet of three scores, `4/3/2`, at full hit points, with so many points left, if nothing else is said."""
    kick, bad, smart = map(int, scores.split("/"))
    weapons = (Weapon(*weapon.rsplit(" ", 1)),) if weapon else ()
    values = {"hp": 12 + bad, "weapons": weapons, "features": spent(12 - unspent)}
    return Sheet(name, owner, kick=kick, bad=bad, smart=smart, **{**values, **fields})


def brakka(**fields: Any) -> Sheet:
    """Brakka of the ledger's cast, Pat's."""
    return creature("Brakka", "p", "4/3/2", "axe 1d6", **{"unspent": 4, **fields})


def mote(**fields: Any) -> Sheet:
    """Mote, Quin's."""
    return creature("Mote", "q", "2/2/5", "sling 1d4", **{"unspent": 0, **fields})


def gnarl(**fields: Any) -> Sheet:
    """Gnarl, the GM's."""
    return creature("Gnarl", CHAIR, "3/5/1", **{"unspent": 0, **fields})


def vex(**fields: Any) -> Sheet:
    """Vex, Quin's."""
    return creature("Vex", "q", "6/2/1", "maul 1d8", **{"unspent": 0, **fields})


def ooze(**fields: Any) -> Sheet:
    """Ooze, the GM's."""
    return creature("Ooze", CHAIR, "1/6/2", **{"unspent": 0, **fields})


def table(*sheets: Sheet, rulings: Rulings | None = None) -> ClanState:
    """These, whose ids are their names in lower case; Brakka, Mote and Gnarl if none is named."""
    folk = {IDS.get(s.name, Id(s.name.lower())): s for s in sheets or (brakka(), mote(), gnarl())}
    names = {i: Name(s.name, s.owner, "npc" if s.owner == CHAIR else "pc") for i, s in folk.items()}
    people = {"g": Person("Gus"), "p": Person("Pat"), "q": Person("Quin")}
    campaign = Campaign("The Pit", "clan", ("g",), ("here",), people, names)
    return ClanState(campaign, rulings or Rulings(), folk, None, Scene())


class Book:
    """A table and its record: each move with the faces it draws, all of which must be drawn."""

    def __init__(self, *sheets: Sheet, first: int = 100, **rulings: Any) -> None:
        self.state = table(*sheets, rulings=Rulings(**rulings))
        self.entries: list[Entry] = []
        self.first = first

    def do(self, caller: Caller, move: Move, *faces: int) -> tuple[Fact, ...]:
        """Make a move that is allowed; its facts come back."""
        answer = self._perform(caller, move, *faces)
        assert not isinstance(answer, Refusal), answer
        n = self.first + len(self.entries)
        patch = diff(self.state, answer.state)
        self.entries.append(Entry(n, caller, move, answer.faces, answer.facts, patch, answer.undoes, "here"))
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=ClanState)
        assert self.state == answer.state
        return answer.facts

    def gm(self, move: Move, *faces: int) -> tuple[Fact, ...]:
        """The GM's move."""
        return self.do(GM, move, *faces)

    def refused(self, caller: Caller, move: Move) -> str:
        """Make a move that is not allowed; its code comes back."""
        return self.refusal(caller, move).code

    def refusal(self, caller: Caller, move: Move) -> Refusal:
        """The same, with its words. No die was there to be drawn."""
        answer = self._perform(caller, move)
        assert isinstance(answer, Refusal), answer
        assert answer.message.endswith(".")
        return answer

    def _perform(self, caller: Caller, move: Move, *faces: int) -> Any:
        dice = ScriptedDice(faces)
        answer = perform(CLAN, self.state, caller, move, dice, self.first + len(self.entries), self.entries)
        assert not dice.left, f"not drawn: {dice.left}"
        return answer

    # -- fights

    def gather(self, *who: tuple[Id, int]) -> None:
        """A fight gathers; these join with these rolls."""
        self.gm(StartFight(CHAIR))
        for i, face in who:
            self.gm(AddToFight(CHAIR, (i,)) if self.of(i).owner == CHAIR else JoinFight(i), face)

    def fight(self, *who: tuple[Id, int], roll_offs: Iterable[int] = ()) -> tuple[Fact, ...]:
        """A fight of these begins."""
        self.gather(*who)
        return self.gm(BeginFight(CHAIR), *roll_offs)

    # -- looking

    def of(self, i: Id = BRAKKA) -> Sheet:
        """A sheet as it is now."""
        return self.state.sheets[i]

    def up(self) -> tuple[int, tuple[Id, ...]]:
        """The round, and who is up."""
        fight = self.state.scene.fight
        assert fight
        return fight.round, fight.now

    def row(self) -> list[Id]:
        """Everybody of this round in order."""
        fight = self.state.scene.fight
        assert fight
        return [i for group in (*fight.done, fight.now, *fight.later) for i in group]

    def left(self, i: Id) -> int:
        """Actions left."""
        fight = self.state.scene.fight
        assert fight
        return fight.seats[i].budget.actions

    def open(self) -> list[Any]:
        """What waits here, oldest first."""
        return [p.what for p in self.state.scene.pending.values()]

    def waiting(self) -> Pending[Any]:
        """The one thing that waits."""
        (p,) = self.state.scene.pending.values()
        return p

    def roll(self) -> Open:
        """The one open roll."""
        (what,) = self.open()
        assert isinstance(what, Open)
        return what

    def held(self) -> list[tuple[Id | None, Id | None]]:
        """Who holds whom."""
        fight = self.state.scene.fight
        assert fight
        return [(e.by, e.on) for e in fight.effects if e.name == "held"]


def rolled(facts: Iterable[Fact], rule: str = "") -> tuple[int | None, int | None, str]:
    """Total, goal and verdict of the last roll among these facts (of a rule)."""
    fact = [f for f in facts if isinstance(f, Rolled) and rule in (f.rule, "")][-1]
    return fact.sum.total, fact.against, fact.verdict


def compared(facts: Iterable[Fact]) -> tuple[int | None, int | None, str]:
    """Both totals and the verdict of the one comparison among these facts."""
    (fact,) = [f for f in facts if isinstance(f, Compared)]
    return fact.a.total, fact.b.total, fact.verdict


def changes(facts: Iterable[Fact], gauge: str) -> list[tuple[str, object, object]]:
    """Every change of one gauge: whose, before, after."""
    return [(f.who, f.before, f.after) for f in facts if isinstance(f, Changed) and f.gauge == gauge]


def notes(facts: Iterable[Fact]) -> list[str]:
    """The sentences among these facts."""
    return [f.text for f in facts if isinstance(f, Noted)]
