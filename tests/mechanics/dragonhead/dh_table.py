"""A table where Dragonhead is played with scripted dice, its record kept as the bot keeps it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from mechanics.campaign import Campaign, Name, Person, Session
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, Fact, Noted, Rolled
from mechanics.game import CHAIR, Caller, Id, Move, Refusal
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.play import DragonheadState
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.sheet import Sheet
from mechanics.mojo import Evening
from mechanics.perform import perform
from mechanics.record import Entry, diff
from mechanics.state import Scene

DM = Caller("d", gm=True, name="Dana")
PAT = Caller("p", name="Pat")
QUIN = Caller("q", name="Quin")
MARSHA, SANTO, ORC = Id("c2"), Id("c3"), Id("c4")


def sheet(name: str, owner: str, **fields: Any) -> Sheet:
    """A sheet on which every ability is 10, if nothing else is said."""
    return Sheet(name, owner, **fields)


def table(
    pool: Mapping[str, int] | None = None,
    *,
    marsha: Mapping[str, Any] | None = None,
    santo: Mapping[str, Any] | None = None,
    orc: Mapping[str, Any] | None = None,
    rulings: Rulings | None = None,
) -> DragonheadState:
    """Marsha is Pat's, Santo Quin's, the orc the DM's. With a `pool` session 1 runs with these mojos."""
    sheets = {
        MARSHA: sheet("Marsha", "p", **(marsha or {})),
        SANTO: sheet("Santo", "q", **(santo or {})),
        ORC: sheet("Orc", CHAIR, **(orc or {})),
    }
    names = {i: Name(s.name, s.owner, "npc" if s.owner == CHAIR else "pc") for i, s in sheets.items()}
    people = {"d": Person("Dana"), "p": Person("Pat", MARSHA), "q": Person("Quin", SANTO)}
    campaign = Campaign("The Tomb", "dragonhead", ("d",), ("here",), people, names, sessions=1 if pool else 0)
    session = None
    if pool is not None:
        session = Session(1, 0, False, ("p", "q", "d"), ("d",), more=Evening(dict(pool), sum(pool.values()), 2))
    return DragonheadState(campaign, rulings or Rulings(), sheets, session, Scene())


class Book:
    """A table and its record: each move with the faces it draws, all of which must be drawn."""

    def __init__(self, state: DragonheadState | None = None, first: int = 2) -> None:
        self.state = state or table()
        self.entries: list[Entry] = []
        self.first = first

    def do(self, caller: Caller, move: Move, *faces: int) -> tuple[Fact, ...]:
        """Make a move that is allowed; its facts come back."""
        answer = self._perform(caller, move, *faces)
        assert not isinstance(answer, Refusal), answer
        n = self.first + len(self.entries)
        patch = diff(self.state, answer.state)
        self.entries.append(Entry(n, caller, move, answer.faces, answer.facts, patch, answer.undoes, "here"))
        self.state = msgspec.json.decode(msgspec.json.encode(answer.state), type=DragonheadState)
        assert self.state == answer.state
        return answer.facts

    def refused(self, caller: Caller, move: Move) -> str:
        """Make a move that is not allowed; its code comes back."""
        answer = self._perform(caller, move)
        assert isinstance(answer, Refusal), answer
        assert answer.message.endswith(".")
        return answer.code

    def _perform(self, caller: Caller, move: Move, *faces: int) -> Any:
        dice = ScriptedDice(faces)
        answer = perform(DRAGONHEAD, self.state, caller, move, dice, self.first + len(self.entries), self.entries)
        assert not dice.left, f"not drawn: {dice.left}"
        return answer

    @property
    def pool(self) -> dict[str, int]:
        """The mojos now."""
        assert self.state.session and self.state.session.more
        return self.state.session.more.pool

    @property
    def bowl(self) -> int:
        """The mojos spent."""
        assert self.state.session and self.state.session.more
        return self.state.session.more.bowl

    def circles(self, i: Id = MARSHA) -> tuple[int, int, int, str]:
        """Wear, tear, scar and the label."""
        s = self.state.sheets[i]
        return s.wear, s.tear, s.scar, s.track.label

    def open(self, kind: type) -> list[Any]:
        """What waits here and is of this kind, oldest first."""
        return [p.what for p in self.state.scene.pending.values() if isinstance(p.what, kind)]

    def newest(self) -> tuple[int, int]:
        """Id and version of the newest decision: what its button carries."""
        p = list(self.state.scene.pending.values())[-1]
        return p.id, p.rev


def thrown(facts: tuple[Fact, ...], rule: str = "") -> tuple[int, str]:
    """The strength and the word of the one throw among these facts."""
    rules = (rule,) if rule else ("DH-ACT-01", "DH-ACT-07", "DH-MOJO-06")
    (fact,) = [f for f in facts if isinstance(f, Rolled) and f.rule in rules]
    assert fact.sum.total is not None
    return fact.sum.total, fact.verdict


def changes(facts: tuple[Fact, ...], gauge: str) -> list[tuple[str, object, object]]:
    """Every change of one gauge: whose, before, after."""
    return [(f.who, f.before, f.after) for f in facts if isinstance(f, Changed) and f.gauge == gauge]


def notes(facts: tuple[Fact, ...]) -> list[str]:
    """The sentences among these facts."""
    return [f.text for f in facts if isinstance(f, Noted)]
