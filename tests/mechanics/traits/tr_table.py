"""A table where Traits is played without a die, its record kept as the bot keeps it."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Compared, Fact, Noted
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.games.traits import TRAITS
from mechanics.games.traits.play import TraitsState
from mechanics.games.traits.rulings import Rulings
from mechanics.games.traits.sheet import Ability, Discipline, Disciplines, Learnt, Sheet, inforce, speed
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene, Sealed
from mechanics.tracking import AddToFight, BeginFight, JoinFight, StartFight

GM = Caller("g", gm=True, name="Gus")
PAT = Caller("p", name="Pat")
QUIN = Caller("q", name="Quin")
MARSHA, SANTO, GUARD = Id("c2"), Id("c3"), Id("c4")

LIGHTSABER = Ability("Lightsaber Attack", "physical", 4, "attack_body", 2)
DODGE_BODY = Ability("Dodge: body", "physical", 4, "dodge_body")
PARRY = Ability("Parry", "physical", 3, "defence")
AWARENESS = Ability("Awareness", "mental", 3)


def sheet(name: str, owner: str, levels: str, *abilities: Ability, **fields: Any) -> Sheet:
    """A sheet of three levels, `4/3/2`, unhurt if nothing else is said."""
    physical, mental, social = map(int, levels.split("/"))
    traits = {"physical": physical, "mental": mental, "social": social, "hp": physical}
    return Sheet(name, owner, **{**traits, "abilities": abilities, **fields})


def merchant(i: Id, *learnt: tuple[str, int], lists: tuple[Discipline, ...] = ()) -> Sealed[Disciplines]:
    """What a character has of the discipline Merchant."""
    return Sealed(i, Disciplines(lists, tuple(Learnt(name, "Merchant", at) for name, at in learnt)))


def table(sheets: Mapping[Id, Sheet] | None = None, rulings: Rulings | None = None) -> TraitsState:
    """Marsha is Pat's, Santo Quin's, the guard the GM's, if no other sheets are given."""
    found = (
        dict(sheets)
        if sheets is not None
        else {
            MARSHA: sheet("Marsha", "p", "4/4/2", LIGHTSABER),
            SANTO: sheet("Santo", "q", "3/2/2", DODGE_BODY),
            GUARD: sheet("Guard", CHAIR, "3/2/2", Ability("Sword Attack", "physical", 2, "attack_body", 3)),
        }
    )
    names = {i: Name(s.name, s.owner, "npc" if s.owner == CHAIR else "pc") for i, s in found.items()}
    people = {"g": Person("Gus"), "p": Person("Pat", MARSHA), "q": Person("Quin", SANTO)}
    campaign = Campaign("The Ring", "traits", ("g",), ("here",), people, names)
    return TraitsState(campaign, rulings or Rulings(), found, None, Scene())


class Book:
    """A table and its record. No move ever draws: the queue of dice is empty."""

    def __init__(self, state: TraitsState | None = None, first: int = 100) -> None:
        self.state = state or table()
        self.entries: list[Entry] = []
        self.first = first

    def do(self, caller: Caller, *made: Move) -> tuple[Fact, ...]:
        """Make moves that are allowed; the facts of the last come back."""
        for move in made:
            answer = self._perform(caller, move)
            assert not isinstance(answer, Refusal), answer
            assert answer.faces == ()
            n = self.first + len(self.entries)
            patch = diff(self.state, answer.state)
            self.entries.append(Entry(n, caller, move, answer.faces, answer.facts, patch, answer.undoes, "here"))
            self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=TraitsState)
            assert self.state == answer.state
        return answer.facts

    def refused(self, caller: Caller, move: Move) -> str:
        """Make a move that is not allowed; its code comes back."""
        return self.refusal(caller, move).code

    def refusal(self, caller: Caller, move: Move) -> Refusal:
        """The same, with its words."""
        answer = self._perform(caller, move)
        assert isinstance(answer, Refusal), answer
        assert answer.message.endswith(".")
        return answer

    def _perform(self, caller: Caller, move: Move) -> Any:
        return perform(TRAITS, self.state, caller, move, ScriptedDice(()), self.first + len(self.entries), self.entries)

    def fight(self, *who: Id) -> tuple[Fact, ...]:
        """A fight of these begins, in this order of joining."""
        self.do(GM, StartFight(CHAIR))
        for i in who:
            self.do(GM, AddToFight(CHAIR, (i,)) if self.state.sheets[i].owner == CHAIR else JoinFight(i))
        return self.do(GM, BeginFight(CHAIR))

    def of(self, i: Id = MARSHA) -> Sheet:
        """A sheet as it is now."""
        return self.state.sheets[i]

    def snapshot(self, i: Id) -> str:
        """As the ledger writes it: `P3>2 M2>1 S2>1 hp 1/3 wounded`; `>` only where it is halved."""
        it, halving = self.of(i), self.state.rulings.halving
        words = []
        for letter, trait in (("P", "physical"), ("M", "mental"), ("S", "social")):
            now = getattr(it, trait) - it.burned.get(trait, 0)
            words.append(f"{letter}{now}" + (f">{inforce(it, trait, halving)}" if it.condition == "wounded" else ""))
        return f"{' '.join(words)} hp {it.hp}/{it.hp_max} {it.condition}"

    def steps(self, i: Id) -> int:
        """Steps left in this round."""
        assert self.state.scene.fight
        used = self.state.scene.fight.seats[i].budget.steps
        return max(0, speed(self.of(i), self.state.rulings.halving) - used)

    def dodges(self, i: Id) -> int:
        """Dodges used in this round."""
        assert self.state.scene.fight
        return self.state.scene.fight.seats[i].budget.dodges

    def attacked(self, i: Id) -> bool:
        """Whether the challenge of this turn is made."""
        assert self.state.scene.fight
        return self.state.scene.fight.seats[i].budget.attacked

    def row(self) -> tuple[int, tuple[Id, ...], list[Id]]:
        """The round, who is up, and everybody of this round in order."""
        fight = self.state.scene.fight
        assert fight
        everybody = [i for group in (*fight.done, fight.now, *fight.later) for i in group]
        return fight.round, fight.now, everybody

    def open(self) -> list[Any]:
        """What waits here, oldest first."""
        return [p.what for p in self.state.scene.pending.values()]


def compared(facts: Iterable[Fact]) -> tuple[int | None, int | None, str, int]:
    """Both totals, the verdict and the margin of the one comparison among these facts."""
    (fact,) = [f for f in facts if isinstance(f, Compared)]
    return fact.a.total, fact.b.total, fact.verdict, fact.by


def changes(facts: Iterable[Fact], gauge: str) -> list[tuple[str, object, object]]:
    """Every change of one gauge: whose, before, after."""
    return [(f.who, f.before, f.after) for f in facts if isinstance(f, Changed) and f.gauge == gauge]


def notes(facts: Iterable[Fact]) -> list[str]:
    """The sentences among these facts."""
    return [f.text for f in facts if isinstance(f, Noted)]
