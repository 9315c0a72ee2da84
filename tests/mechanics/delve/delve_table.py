"""A table where Delve is played with scripted dice, its record kept as the bot keeps it."""

from collections.abc import Iterable
from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Fact, Noted, Rolled
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.games.delve import DELVE
from mechanics.games.delve import moves as m
from mechanics.games.delve.play import DelveState
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Item, Sheet
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene
from mechanics.tracking import AddToFight, BeginFight, EndFight, NextTurn, StartFight

GM = Caller("g", gm=True, name="Gina")
PAT = Caller("p", name="Pat")
QUIN = Caller("q", name="Quin")

SWORD = Item("sword", "melee")
BOW = Item("bow", "ranged")
CHAIRLEG = Item("chair", "improvised")
LEATHER = Item("leather", "armor")
RATION = Item("ration", "ration")
BOLT = Item("scroll of Elemental bolt", "spell", "Elemental bolt")
POTION = Item("potion", uses="single", heal="1d6")


def scroll(spell: str) -> Item:
    """A thing that holds a spell."""
    return Item(f"scroll of {spell}", "spell", spell)


def pc(name: str, abilities: str = "0 0 0 0 0 0", owner: str = "p", **fields: Any) -> Sheet:
    """A player's character, its abilities as six numbers; Luck full and Life 5 unless said otherwise."""
    scores = dict(zip(("str", "con", "dex", "int", "wis", "cha"), map(int, abilities.split()), strict=True))
    level = fields.get("level", 1)
    fields.setdefault("luck", max(0, level + scores["cha"]))
    fields.setdefault("life", 5)
    fields.setdefault("life_max", max(5, fields["life"]))
    return Sheet(name, owner, abilities=scores, **fields)


def foe(name: str, level: int = 1, life: int = 4, **fields: Any) -> Sheet:
    """An enemy of the GM's."""
    return Sheet(name, CHAIR, level, life=life, life_max=max(life, 1), **fields)


def asha(**fields: Any) -> Sheet:
    """The ledger's Asha."""
    return pc("Asha", "2 1 1 0 0 2", **{"items": (SWORD, LEATHER, RATION), **fields})


def bolin(**fields: Any) -> Sheet:
    """The ledger's Bolin."""
    base = {"life": 3, "life_max": 3, "coins": 37, "items": (BOW, BOLT, RATION)}
    return pc("Bolin", "0 0 1 3 2 0", "q", **{**base, **fields})


def table(*sheets: Sheet, rulings: Rulings | None = None) -> DelveState:
    """These characters, whose ids are the first words of their names in lower case."""
    folk = {Id(s.name.split()[0].lower()): s for s in sheets}
    names = {i: Name(s.name, s.owner, "npc" if not s.abilities and not s.draft else "pc") for i, s in folk.items()}
    people = {"g": Person("Gina"), "p": Person("Pat"), "q": Person("Quin")}
    campaign = Campaign("Deep", "delve", ("g",), ("here",), people, names)
    return DelveState(campaign, rulings or Rulings(), folk, None, Scene())


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
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=DelveState)
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
        answer = perform(DELVE, self.state, caller, move, dice, 2 + len(self.entries), self.entries)
        assert not dice.left, f"not drawn: {dice.left}"
        return answer

    # -- fights

    def fight(self, *who: str, first: int, against: tuple[str, ...] = ()) -> tuple[Fact, ...]:
        """A fight of these on the players' side, those against them on the other; `first` is the die of the round."""
        self.gm(StartFight(CHAIR))
        self.gm(AddToFight(CHAIR, tuple(map(Id, who)), side="players"))
        self.gm(AddToFight(CHAIR, tuple(map(Id, against))))
        return self.gm(BeginFight(CHAIR), first)

    def done(self, who: str, *faces: int) -> tuple[Fact, ...]:
        """One is done with the turn; "gm": all who are up."""
        return self.gm(NextTurn(Id(who)), *faces)

    def attack(self, who: str, target: str, *faces: int, weapon: str = "", **more: Any) -> tuple[Fact, ...]:
        """One attacks another."""
        return self.gm(m.Attack(Id(who), Id(target), weapon, **more), *faces)

    def accept(self, who: str, *faces: int) -> tuple[Fact, ...]:
        """The failed roll stands."""
        return self.gm(m.Accept(Id(who)), *faces)

    def end(self) -> tuple[Fact, ...]:
        """The GM ends the fight."""
        return self.gm(EndFight(CHAIR))

    def sheet(self, who: str) -> Sheet:
        """A sheet."""
        return self.state.sheets[Id(who)]

    def life(self, who: str) -> str:
        """Life as the ledger writes it, 2/5."""
        return f"{self.sheet(who).life}/{self.sheet(who).life_max}"

    def left(self, who: str) -> str:
        """Action and feet that are left, 1/25."""
        assert self.state.scene.fight
        budget = self.state.scene.fight.seats[Id(who)].budget
        return f"{budget.action}/{budget.feet}"

    def item(self, who: str, name: str) -> Item:
        """A thing carried."""
        return next(item for item in self.sheet(who).items if item.name == name)

    @property
    def now(self) -> tuple[str, ...]:
        """Who is up."""
        assert self.state.scene.fight
        return self.state.scene.fight.now

    @property
    def round(self) -> int:
        """The round of the fight."""
        assert self.state.scene.fight
        return self.state.scene.fight.round

    @property
    def waits(self) -> list[str]:
        """The kinds of decisions that wait."""
        return [type(p.what).__name__ for p in self.state.scene.pending.values()]


def notes(facts: Iterable[Fact], rule: str = "") -> list[str]:
    """The sentences among these facts, of one rule if named."""
    return [f.text for f in facts if isinstance(f, Noted) and rule in ("", f.rule)]


def rolled(facts: Iterable[Fact]) -> list[tuple[str, int | None, int | None, str]]:
    """Of each throw: what for, the total, against what, how good."""
    return [(f.label, f.sum.total, f.against, f.verdict) for f in facts if isinstance(f, Rolled)]


def changes(facts: Iterable[Fact], gauge: str) -> list[tuple[str, object, object]]:
    """Every change of one gauge: whose, before, after."""
    return [(f.who, f.before, f.after) for f in facts if isinstance(f, Changed) and f.gauge == gauge]
