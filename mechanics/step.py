"""One play in progress: the one way a rule reads, draws, writes and tells. The only mutable object in mechanics."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mechanics.branching import BranchingDice
from mechanics.campaign import Session
from mechanics.dice import Dice
from mechanics.facts import Asked, Changed, Fact, Noted, Turned, about
from mechanics.game import B, Caller, Id, P, R, Refused, S, W, X
from mechanics.state import Effect, Fight, Pending, Scene, State

V = TypeVar("V")
T = TypeVar("T")

OPENED = 100
"""Ids of decisions that each entry has for its own; one fewer may be opened in one move."""


class Throw(Struct, Generic[V], frozen=True):
    """One throw of a named chance: its value, and the faces as they lay (none when odds are worked out)."""

    value: V
    faces: tuple[int, ...]


class Outcome(Struct, Generic[T], frozen=True):
    """A move that was made: the new state, what happened, the faces drawn in order, and which entry it takes back."""

    state: T
    facts: tuple[Fact, ...]
    faces: tuple[int, ...]
    undoes: int | None = None


class Step(Generic[R, S, P, B, X, W]):
    """Holds the state as it becomes. Thrown away on refusal: a rule may refuse after a write, never after a draw."""

    def __init__(
        self,
        state: State[R, S, P, B, X, W],
        caller: Caller,
        dice: Dice,
        entry: int,
        watch: Callable[[Fact], None] | None = None,
    ) -> None:
        self.start = state
        """The state before this move: what ends with it can still be told."""
        self.state = state
        self.caller = caller
        self.entry = entry
        self.facts: list[Fact] = []
        self.faces: list[int] = []
        self.undoes: int | None = None
        self._dice = dice
        self._opened = 0
        self._watch = watch

    # -- looking

    @property
    def scene(self) -> Scene[B, X, W]:
        """What goes on in this channel."""
        return self.state.scene

    @property
    def fight(self) -> Fight[B, X]:
        """The fight here; refused `no-fight` without one."""
        if self.state.scene.fight is None:
            raise Refused("no-fight", "There is no fight here.", "the GM starts one with /combat start")
        return self.state.scene.fight

    @property
    def session(self) -> Session[P]:
        """The evening; refused `no-session` when none is open."""
        if self.state.session is None:
            raise Refused("no-session", "No session is open.", "the GM opens one with /session start")
        return self.state.session

    def sheet(self, i: Id) -> S:
        """A character's sheet; refused `unknown`."""
        try:
            return self.state.sheets[i]
        except KeyError:
            raise Refused("unknown", "There is nobody of that name here.") from None

    # -- dice

    def draw(self, n: int, faces: int) -> list[int]:
        """Throw n equal dice at once (n may be 0). Their order must not matter; draw ordered dice one by one."""
        got = self._dice.draw(n, faces) if n else []
        self.faces += got
        return got

    def roll(
        self, chance: Callable[..., V], *args: object, n: int = 1, keep: Literal["all", "best", "worst"] = "all"
    ) -> list[Throw[V]]:
        """n throws of a named chance, `chance(dice, *args)`: pure, comparable, returning all that the rule reads.

        Real dice call it n times and every throw is returned, in order. Working odds out, its exact distribution is
        taken instead; of "best" or "worst" only the throw that is kept is returned then. So a rule takes `max` or `min`
        of what it gets.
        """
        if isinstance(self._dice, BranchingDice):
            return [Throw(v, ()) for v in self._dice.chance(chance, args, n, keep)]
        throws = []
        for _ in range(n):
            start = len(self.faces)
            value = chance(self, *args)
            throws.append(Throw(value, tuple(self.faces[start:])))
        return throws

    # -- telling

    def say(self, fact: Fact) -> None:
        """Tell a fact. What concerns a hidden seat is addressed to its owner and the GM by itself."""
        if (fight := self.state.scene.fight) and (hidden := {i for i, s in fight.seats.items() if s.hidden}):
            if isinstance(fact, Turned):
                fact = replace(fact, acting=tuple(i for i in fact.acting if i not in hidden))
            elif isinstance(fact, Asked) and set(fact.by) - hidden:
                fact = replace(fact, by=tuple(i for i in fact.by if i not in hidden))
            elif concerned := hidden & set(about(fact)):
                fact = replace(fact, to=tuple(sorted(concerned | set(fact.to))))
        self.facts.append(fact)
        if self._watch:
            self._watch(fact)

    def tell_changes(self, before: State[R, S, P, B, X, W], rule: str) -> None:
        """Tell every gauge that differs from an earlier state, sheet by sheet; of who is unknown now, to the GM."""
        for i, sheet in self.state.sheets.items():
            if (old := before.sheets.get(i)) is not sheet and old is not None:
                entry = self.state.campaign.names.get(i)
                self._tell(i, rule, old, sheet, (i,) if entry is not None and entry.unmet else ())

    def _tell(self, i: Id, rule: str, old: S, new: S, to: tuple[Id, ...] = ()) -> None:
        was, now = old.gauges(), new.gauges()
        to = (i,) if (entry := self.state.campaign.names.get(i)) and entry.kind == "draft" else to
        for gauge in {**was, **now}:
            before, after = was.get(gauge, ""), now.get(gauge, "")
            if before != after:
                self.say(Changed(rule=rule, to=to, who=i, gauge=gauge, before=before, after=after))

    # -- writing

    def set(self, i: Id, rule: str, **fields: object) -> None:
        """Write fields of a sheet and tell every gauge that moved, so that no change is silent and no telling false."""
        old = self.sheet(i)
        new = replace(old, **fields)  # type: ignore[type-var]
        self.state = replace(self.state, sheets={**self.state.sheets, i: new})
        self._tell(i, rule, old, new)

    def add(self, i: Id, sheet: S) -> None:
        """Put a new sheet beside the others."""
        self.state = replace(self.state, sheets={**self.state.sheets, i: sheet})

    def new_id(self) -> Id:
        """An id for a character made by this entry; never used before, whatever was taken back."""
        n, taken = 0, self.state.campaign.names
        while Id(f"c{self.entry}" + (f"-{n}" if n else "")) in taken:
            n += 1
        return Id(f"c{self.entry}" + (f"-{n}" if n else ""))

    def set_campaign(self, **fields: object) -> None:
        """Write fields of the campaign part; the rule tells it."""
        self.state = replace(self.state, campaign=replace(self.state.campaign, **fields))

    def set_session(self, **fields: object) -> None:
        """Write fields of the evening; the rule tells it."""
        self.state = replace(self.state, session=replace(self.session, **fields))

    def set_scene(self, **fields: object) -> None:
        """Write fields of the scene."""
        self.state = replace(self.state, scene=replace(self.state.scene, **fields))

    def set_fight(self, **fields: object) -> None:
        """Write fields of the fight here."""
        self.set_scene(fight=replace(self.fight, **fields))

    def budget(self, i: Id, **fields: object) -> None:
        """Write what a fighter has left of this turn."""
        seat = self.fight.seats[i]
        spent: Any = replace(seat.budget, **fields)  # type: ignore[type-var]
        self.set_fight(seats={**self.fight.seats, i: replace(seat, budget=spent)})

    # -- asking

    def open(
        self, by: Iterable[Id], what: W, say: str, *, blocks: bool = True, to: tuple[Id, ...] = (), lasts: int = 0
    ) -> Pending[W]:
        """Open a decision: who may answer, the question with all that is needed to go on, and the question in words.

        `to` names those who may know of it, if not everybody; `lasts`: seconds after which its default is played.
        """
        self._opened += 1
        if self._opened >= OPENED:
            raise RuntimeError("more decisions in one move than ids")
        pending = Pending(self.entry * OPENED + self._opened, self.entry, tuple(by), what, blocks, to, lasts)
        self.set_scene(pending={**self.scene.pending, pending.id: pending})
        if say:
            self.say(Asked(to=to, pending=pending.id, by=pending.by, what=say))
        return pending

    def update(self, p: Pending[W], **fields: object) -> Pending[W]:
        """Change a decision; its buttons of before are stale from now on."""
        new = replace(p, rev=self.entry, **fields)
        self.set_scene(pending={**self.scene.pending, p.id: new})
        return new

    def close(self, p: Pending[W]) -> None:
        """Close a decision."""
        self.set_scene(pending={k: v for k, v in self.scene.pending.items() if k != p.id})

    def top(self, kind: type[V], by: Id | None = None, pending: int | None = None) -> tuple[Pending[W], V]:
        """The newest decision of this kind (or the one with this id) that `by` may answer, and what it holds.

        Refused `stale` when a named one is closed, `not-yours` when it waits for others, `not-allowed` when nothing of
        the kind waits.
        """
        if pending is not None:
            named = self.scene.pending.get(pending)
            if named is None or not isinstance(named.what, kind):
                raise Refused("stale", "That is settled already.", "the newest card shows what is true now")
            if by is not None and by not in named.by:
                raise Refused("not-yours", "That waits for somebody else.", "the card says for whom")
            return named, named.what
        for p in reversed(self.scene.pending.values()):
            if isinstance(p.what, kind) and (by is None or by in p.by):
                return p, p.what
        raise Refused("not-allowed", "Nothing is waiting for that answer.")

    # -- the tracker

    def begin_round(
        self,
        order: Iterable[Iterable[Id]],
        fresh: Callable[[Id], B],
        phase: str = "turns",
        able: Callable[[Id], bool] = lambda i: True,
    ) -> None:
        """Begin the next round: a row of groups, without who is not able to act once budgets are fresh.

        Effects whose last round is over end and say so.
        """
        fight = self.fight
        self.set_fight(seats={i: replace(seat, budget=fresh(i)) for i, seat in fight.seats.items()})
        groups = [tuple(i for i in g if able(i)) for g in order]
        now, *later = [g for g in groups if g] or [()]
        over = tuple(e for e in fight.effects if e.last_round is not None and e.last_round <= fight.round)
        self.set_fight(
            round=fight.round + 1,
            phase=phase,
            now=now,
            later=tuple(later),
            done=((),),
            turn=fight.turn + 1,
            effects=tuple(e for e in fight.effects if e not in over),
        )
        self.tell_ended(over)
        self.say(Turned(round=self.fight.round, phase=phase, acting=self.fight.now))

    def finish(self, i: Id, able: Callable[[Id], bool]) -> bool:
        """i is done with this turn; whoever is not able any more is passed over. True: that was the round."""
        fight = self.fight
        now, later = tuple(j for j in fight.now if j != i and able(j)), fight.later
        *done, group = fight.done or ((),)
        done.append(group + tuple(j for j in fight.now if j not in now))
        handed = not now
        while not now and later:
            now, passed = tuple(j for j in later[0] if able(j)), tuple(j for j in later[0] if not able(j))
            done, later = [*done, passed], later[1:]  # the newest group is the present one
        self.set_fight(now=now, later=later, done=tuple(done), turn=fight.turn + handed)
        if now and handed:
            self.say(Turned(round=fight.round, phase=fight.phase, acting=now))
        return not now

    def fire(self, i: Id, word: str) -> None:
        """Something happened to i ("stun", "act", "hurt"): effects on i that end on this word end, and say so."""
        over = tuple(e for e in self.fight.effects if e.on == i and word in e.ends_on)
        if over:
            self.set_fight(effects=tuple(e for e in self.fight.effects if e not in over))
            self.tell_ended(over)

    def tell_ended(self, over: Iterable[Effect]) -> None:
        """Tell that these effects are over."""
        for e in over:
            self.say(Noted(text=f"{e.name} ends" + (" on {0}." if e.on else "."), about=(e.on,) if e.on else ()))

    def outcome(self) -> Outcome[State[R, S, P, B, X, W]]:
        """What this play came to. A creature that everybody was told of is known to the players from then on."""
        names = self.state.campaign.names
        told = {i for fact in self.facts if not fact.to for i in about(fact)}
        if met := {i: replace(names[i], unmet=False) for i in names if i in told and names[i].unmet}:
            self.set_campaign(names={**names, **met})
        return Outcome(self.state, tuple(self.facts), tuple(self.faces), self.undoes)
