"""Exact odds of a move: the rules themselves, run once for each way the dice can fall."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Generic, TypeVar

from mechanics.branching import BranchingDice, TooMany
from mechanics.facts import Fact
from mechanics.game import CHAIR, B, Caller, Force, Game, Move, P, R, Refusal, S, W, X
from mechanics.perform import perform
from mechanics.state import State, Veiled
from mechanics.view import view

V = TypeVar("V")

DECISIONS = 20
"""How many further decisions are followed by their defaults before a play is left as it is."""


class _Known(Exception, Generic[V]):
    def __init__(self, value: V) -> None:
        self.value = value


def odds(
    game: Game[R, S, P, B, X, W],
    state: State[R, S, P, B, X, W],
    caller: Caller,
    move: Move,
    measure: Callable[[Fact], V | None],
    leaves: int = 5_000,
) -> dict[V | None, Fraction] | Refusal:
    """The probability of each measure of a move, from what the caller may know; they add up to 1.

    `measure` reads a fact: the first that it gives a value for settles the play (None: never settled). Further
    decisions are answered by their defaults. Answers `too-many-cases` above that many plays, `unknown` where the
    result rests on something hidden, and the move's own refusal.
    """
    seen, dice = view(state, caller), BranchingDice(leaves)
    found: dict[V | None, Fraction] = {}

    def watch(fact: Fact) -> None:
        if (value := measure(fact)) is not None:
            raise _Known(value)

    for _ in range(leaves):
        try:
            value = _play_out(game, seen, caller, move, dice, watch)
        except _Known as known:
            value = known.value
        except Veiled:
            return Refusal("unknown", "That depends on something hidden.")
        except TooMany:
            break
        if isinstance(value, Refusal):
            return value
        ways, whole = dice.weight()
        found[value] = found.get(value, Fraction(0)) + Fraction(ways, whole)
        if not dice.advance():
            return found
    return Refusal("too-many-cases", "There are too many ways for the dice to fall to work that out.")


def _play_out(
    game: Game[R, S, P, B, X, W],
    state: State[R, S, P, B, X, W],
    caller: Caller,
    move: Move,
    dice: BranchingDice,
    watch: Callable[[Fact], None],
) -> Refusal | None:
    answer = perform(game, state, caller, move, dice, 1, watch=watch)
    if isinstance(answer, Refusal):
        return answer
    chair = Caller(caller.user, gm=True)
    for n in range(DECISIONS):
        if not any(p.blocks for p in answer.state.scene.pending.values()):
            break
        after = perform(game, answer.state, chair, Force(CHAIR), dice, n + 2, watch=watch)
        if isinstance(after, Refusal):
            break
        answer = after
    return None
