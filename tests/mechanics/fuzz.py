"""Random play of any game through the shared machinery, and everything that has to hold after each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Union

import msgspec
from msgspec import Struct

from mechanics.campaign import Redo, SharedMove, Undo
from mechanics.dice import RecordedDice, SeededDice
from mechanics.facts import AnyFact, Changed, about, show
from mechanics.game import CHAIR, SELF, Caller, Drop, Force, Id, Move, Refusal, ids_of
from mechanics.odds import odds
from mechanics.offers import judge
from mechanics.perform import perform
from mechanics.record import Entry, Patch, diff, standing, undo
from mechanics.state import Sealed
from mechanics.step import Outcome
from mechanics.view import seen_facts, view

SECRET = "zqx-hush"
"""Plant this word in sealed values: nobody but its owner and a GM may ever read it."""
LURKS = "qqv-lurks"
"""Plant this word in the name of a creature that may hide: nobody may read it while its seat is hidden."""
STRANGER = Caller("nobody-at-all", name="Stranger")


class Counting:
    """Dice from a seed that remember what they showed."""

    def __init__(self, seed: int) -> None:
        self._dice = SeededDice(seed)
        self.faces: list[int] = []

    def draw(self, n: int, faces: int) -> list[int]:
        got = self._dice.draw(n, faces)
        self.faces += got
        return got


@dataclass
class Tally:
    """How much one fuzz really tried, so that a caller can assert that it was not empty."""

    made: int = 0
    refused: int = 0
    undone: int = 0
    odds: int = 0
    kinds: frozenset[str] = frozenset()


def fuzz(
    game: Any,
    state: Any,
    callers: Sequence[Caller],
    *,
    seeds: Iterable[int],
    steps: int,
    extra_moves: Callable[[Any, Caller, Random], Iterable[Move]] | None = None,
) -> Tally:
    """Play `steps` random moves for each seed and check every promise of the core after each.

    The first caller who is GM takes everything back and puts it in force again at the end. `extra_moves(seen, caller,
    random)` gives further candidates (shared moves, moves with free text) from what that caller sees.
    """
    tally = Tally()
    for seed in seeds:
        _Walk(game, state, callers, Random(seed), extra_moves, tally).run(steps)
    return tally


def order_of(state: Any) -> list[list[object]]:
    """The order of every dict of the state, which equality does not see."""
    found: list[list[object]] = []

    def walk(x: object) -> None:
        if isinstance(x, dict):
            found.append(list(x))
        for item in x.values() if isinstance(x, dict) else x if isinstance(x, list) else ():
            walk(item)

    walk(msgspec.to_builtins(state, str_keys=True))
    return found


def inside(x: Any, kind: type) -> Iterator[Any]:
    """Every value of a kind, wherever it sits in a state."""
    if isinstance(x, kind):
        yield x
    elif isinstance(x, Struct):
        for field in x.__struct_fields__:
            yield from inside(getattr(x, field), kind)
    elif isinstance(x, dict | tuple | list | frozenset):
        for item in x.values() if isinstance(x, dict) else x:
            yield from inside(item, kind)


class _Walk:
    def __init__(self, game: Any, state: Any, callers: Any, random: Random, extra: Any, tally: Tally) -> None:
        self.game, self.state, self.callers, self.random, self.tally = game, state, callers, random, tally
        self.extra = extra
        self.record: list[Entry] = []
        self.gm = next(c for c in callers if c.gm)
        self.union = Union[(game.moves, SharedMove, Force, Drop)]  # noqa: UP007  a union made of values

    def run(self, steps: int) -> None:
        states = [self.state]
        for _ in range(steps):
            allowed = [pair for caller in self.callers for pair in self.candidates(caller)]
            if not allowed:
                break
            kind = self.random.choice(sorted({type(m).__name__ for _, m in allowed}))
            caller, move = self.random.choice([(c, m) for c, m in allowed if type(m).__name__ == kind])
            self.make(caller, move)
            self.watch_secrets()
            states.append(self.state)
            self.tally.kinds |= {kind}
        self.out_of_order()
        self.there_and_back(states)

    # -- one step

    def candidates(self, caller: Caller) -> Iterator[tuple[Caller, Move]]:
        """Every move that this caller may make now; the others are proved to be refused without a die."""
        seen = view(self.state, caller)
        moves: list[Move] = []
        actors = [i for i in seen.sheets if caller.gm or seen.sheets[i].owner == caller.user]
        for actor in [*actors, *([CHAIR] if caller.gm else []), SELF]:
            moves += self.game.candidates(seen, actor)
        others = [i for i in seen.sheets if i not in actors]
        if others:
            moves += self.game.candidates(seen, self.random.choice(others))
        if self.extra:
            moves += self.extra(seen, caller, self.random)
        for p in self.state.scene.pending.values():
            moves += (Force(CHAIR, p.id, p.rev), Drop(CHAIR, p.id))
        for move in moves:
            if isinstance(move, Undo | Redo):  # these rest on the record, which offers do not read
                answer = perform(self.game, self.state, caller, move, Counting(0), self.number, self.record)
                if isinstance(answer, Outcome):
                    yield caller, move
                continue
            offer = judge(self.game, seen, caller, move)
            if offer.refusal is None:
                yield caller, move
                continue
            self.tally.refused += 1
            dice = Counting(0)
            answer = perform(self.game, self.state, caller, move, dice, self.number, self.record)
            assert isinstance(answer, Refusal), f"greyed ({offer.refusal.code}) but allowed: {caller} {move}"
            assert not dice.faces, f"refused after a draw: {move}"
            assert answer.code and answer.message, move
            if not caller.gm:
                self.no_secret(repr(answer), caller, "a refusal")

    @property
    def number(self) -> int:
        return len(self.record) + 2

    def make(self, caller: Caller, move: Move) -> None:
        """Make a move that is allowed; the record grows by it."""
        before, n = self.state, self.number
        dice = Counting(self.random.randrange(10**9))
        outcome = perform(self.game, before, caller, move, dice, n, self.record)
        assert isinstance(outcome, Outcome), f"offered, but refused: {move} {outcome}"
        if not isinstance(move, Undo | Redo):
            assert outcome.faces == tuple(dice.faces)
            recorded = RecordedDice(outcome.faces)
            again = perform(self.game, before, caller, move, recorded, n, self.record)
            assert again == outcome, f"a replay differs: {move}"
            assert not recorded.left
        facts: Any = outcome.facts  # the closed union, told as its base
        entry = Entry(
            n, caller, move, outcome.faces, facts, diff(before, outcome.state), outcome.undoes, "here", 1000 + n
        )
        self.round_trip(entry, outcome.state)
        self.nothing_silent(before, entry)
        self.readable(outcome.state, outcome.facts)
        if not isinstance(move, Undo | Redo) and self.random.random() < 0.2:
            self.chances(before, caller, move)
        self.record.append(self.stored(entry))
        self.state = outcome.state
        self.tally.made += 1

    def stored(self, entry: Entry) -> Entry:
        """The entry as it comes back from JSON, read with the game's own union of moves."""
        raw = msgspec.json.decode(msgspec.json.encode(entry), type=dict[str, msgspec.Raw])
        kinds = {"caller": Caller, "move": self.union, "faces": tuple[int, ...], "facts": tuple[AnyFact, ...]}
        kinds |= {"patch": tuple[Patch, ...], "undoes": int | None, "place": str, "at": int, "n": int}
        return Entry(**{k: msgspec.json.decode(v, type=kinds[k]) for k, v in raw.items()})

    def round_trip(self, entry: Entry, state: Any) -> None:
        assert self.stored(entry) == entry, entry
        text = msgspec.json.encode(state)
        back = msgspec.json.decode(text, type=self.game.state)
        assert back == state, "the state is not what its JSON says"
        assert order_of(back) == order_of(state)
        # replace() checks no types; convert does: what a rule wrote is what the type says.
        assert msgspec.convert(msgspec.to_builtins(state), self.game.state) == state

    def nothing_silent(self, before: Any, entry: Entry) -> None:
        told = {f.who for f in entry.facts if isinstance(f, Changed)}
        for patch in entry.patch:
            written = patch.path[0] == "sheets" and len(patch.path) > 2  # shorter: the sheet came or went as a whole
            if written and patch.path[1] in before.sheets and not isinstance(entry.move, Undo | Redo):
                assert patch.path[1] in told, f"written without a word: {patch} by {entry.move}"

    def readable(self, state: Any, facts: tuple[Any, ...]) -> None:
        for fact in facts:
            text = show(fact, state)
            assert isinstance(text, str) and text.strip(), fact
        seen = view(state, STRANGER)
        for fact in seen_facts(state.campaign, STRANGER, facts):
            text = show(fact, seen)
            assert text.strip()
            self.no_secret(text, STRANGER, "a fact", state)
            assert not set(about(fact)) & self.hidden(state), f"told to everybody: {fact}"

    def chances(self, before: Any, caller: Caller, move: Move) -> None:
        answer = odds(self.game, before, caller, move, lambda f: getattr(f, "verdict", None) or None, leaves=60)
        if isinstance(answer, Refusal):
            assert answer.code in ("too-many-cases", "unknown"), answer
        else:
            assert sum(answer.values()) == 1, answer
            self.tally.odds += 1

    # -- secrets

    def hidden(self, state: Any) -> set[Id]:
        fight = state.scene.fight
        return {i for i, seat in fight.seats.items() if seat.hidden} if fight else set()

    def no_secret(self, text: str, caller: Caller, where: str, state: Any = None) -> None:
        state = state or self.state
        owned = [sheet for sheet in state.sheets.values() if sheet.owner == caller.user]
        if not any(SECRET in repr(sheet) for sheet in owned):
            assert SECRET not in text, f"{where} tells {caller.user} a secret: {text}"
        lurking = [i for i, sheet in state.sheets.items() if LURKS in sheet.name]
        if lurking and set(lurking) <= self.hidden(state):
            assert LURKS not in text, f"{where} tells {caller.user} who hides: {text}"

    def watch_secrets(self) -> None:
        seen = view(self.state, STRANGER)
        self.no_secret(msgspec.json.encode(seen).decode(), STRANGER, "the view")
        assert all(s.value is None for s in inside(seen, Sealed))
        hidden = self.hidden(self.state)
        assert not hidden & (set(seen.sheets) | set(seen.campaign.names))
        if fight := seen.scene.fight:
            shown = {*fight.seats, *fight.now, *(i for g in (*fight.done, *fight.later) for i in g)}
            assert not hidden & (shown | {e.on for e in fight.effects} | {e.by for e in fight.effects})
        for p in seen.scene.pending.values():
            assert not hidden & set(p.by)
        for i in hidden:
            for move in self.game.candidates(self.state, i):
                if i in ids_of(move):
                    answer = perform(self.game, self.state, STRANGER, move, Counting(0), self.number)
                    assert isinstance(answer, Refusal) and answer.code == "unknown", move
                    break

    # -- taking back

    def out_of_order(self) -> None:
        """Any entry that stands can be asked to be taken back: it names what rests on it, or leaves a sound state."""
        for n in standing(self.record):
            answer = undo(self.game, self.state, self.record, n)
            if isinstance(answer, list):
                assert answer and all(m in standing(self.record) for m in answer)
            else:
                assert msgspec.convert(msgspec.to_builtins(answer), self.game.state) == answer
                for i in answer.sheets:
                    for move in self.game.candidates(answer, i):
                        perform(self.game, answer, self.gm, move, Counting(0), self.number)

    def there_and_back(self, states: list[Any]) -> None:
        made = [e.n for e in self.record]
        if any(isinstance(e.move, Undo | Redo) for e in self.record):
            return
        for earlier in reversed(states[:-1]):
            self.make(self.gm, Undo(CHAIR))
            assert self.state == earlier, f"not as it was before entry {self.record[-1].undoes}"
            assert order_of(self.state) == order_of(earlier)
            self.tally.undone += 1
        for n, later in zip(made, states[1:], strict=True):
            self.make(self.gm, Redo(CHAIR))
            assert self.record[-1].undoes == n
            assert self.state == later, f"not as it was after entry {n}"
