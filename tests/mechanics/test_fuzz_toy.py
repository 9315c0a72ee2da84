"""The invented game, played at random: whatever holds here holds without a line of shared code knowing the game."""

from collections.abc import Iterable
from random import Random
from typing import Any

from mechanics.campaign import (
    AnswerPlan,
    BeginSession,
    Bind,
    EndSession,
    JoinSession,
    MakeGm,
    PlanSession,
    Redo,
    RemindPlan,
    RemindSession,
    StartSession,
    TakeOver,
    Undo,
    Use,
)
from mechanics.game import CHAIR, SELF, Caller, Move
from tests.mechanics.fuzz import fuzz
from tests.mechanics.toy import Game
from tests.mechanics.toy_table import ANN, BOB, GM, table


def life(seen: Any, caller: Caller, random: Random) -> Iterable[Move]:
    at = random.randrange(20_000)
    yield from (StartSession(CHAIR, at), BeginSession(CHAIR, at), EndSession(CHAIR), RemindSession(CHAIR, at))
    yield from (JoinSession(SELF), Bind(CHAIR, "there"), Bind(CHAIR, "there", release=True), TakeOver(SELF))
    yield from (MakeGm(CHAIR, "role:9", "Wardens"), MakeGm(CHAIR, "role:9", "Wardens", remove=True))
    yield from (Use(i) for i in seen.sheets)
    yield from (PlanSession(CHAIR, at + 4000, at, "then"), RemindPlan(CHAIR, at + 1000))
    if seen.campaign.plan:
        yield AnswerPlan(SELF, random.choice(["yes", "maybe", "no"]), seen.campaign.plan.at)


def life_and_regret(seen: Any, caller: Caller, random: Random) -> Iterable[Move]:
    yield from life(seen, caller, random)
    yield from (Undo(CHAIR), Redo(CHAIR), Undo(CHAIR, random.randrange(2, 40)), Redo(CHAIR, random.randrange(2, 40)))


def test_random_play_holds_every_promise_and_all_of_it_can_be_taken_back() -> None:
    tally = fuzz(Game(), table(), (GM, ANN, BOB), seeds=range(6), steps=30, extra_moves=life)
    assert tally.made > 400 and tally.refused > 5000 and tally.undone > 150 and tally.odds > 10
    assert {"Try", "Again", "Dare", "Stake", "Gather", "Hit", "Duck", "Bless", "Done", "Force"} <= tally.kinds


def test_random_play_with_taking_back_in_between() -> None:
    tally = fuzz(Game(), table(), (GM, ANN), seeds=range(100, 106), steps=40, extra_moves=life_and_regret)
    assert {"Undo", "Redo", "PlanSession", "AnswerPlan"} <= tally.kinds
