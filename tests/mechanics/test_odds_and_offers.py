"""Exact odds equal every way the dice can fall, played; offers are play; neither tells what the viewer may not know."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from mechanics.branching import BranchingDice, TooMany
from mechanics.dice import ScriptedDice
from mechanics.facts import Fact, Noted, Rolled
from mechanics.game import CHAIR, Force, Move, Refusal
from mechanics.odds import DECISIONS, odds
from mechanics.offers import Drawn, NoDice, judge, offers
from mechanics.perform import perform
from mechanics.step import Outcome, Step
from mechanics.view import view
from tests.mechanics.toy import Again, Dare, Duck, Game, Gather, Hit, Stake, Try, luck
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, Book, table


def verdict(fact: Fact) -> str | None:
    return fact.verdict if isinstance(fact, Rolled) and fact.verdict else None


def landed(fact: Fact) -> str | None:
    return fact.text if isinstance(fact, Noted) and fact.text.startswith("The blow") else None


def by_hand(
    state: Any, moves: list[Move], dice: tuple[int, ...], measure: Callable[[Fact], Any]
) -> dict[Any, Fraction]:
    """Every face of every die, played through `perform`: what the odds have to be."""
    found: Counter[Any] = Counter()
    for faces in product(*(range(1, n + 1) for n in dice)):
        source, now, values = ScriptedDice(faces), state, []
        for n, move in enumerate(moves, 50):
            outcome = perform(Game(), now, GM, move, source, n)
            assert isinstance(outcome, Outcome), outcome
            now = outcome.state
            values += [v for f in outcome.facts if (v := measure(f)) is not None]
        found[values[0] if values else None] += 1
    whole = sum(found.values())
    return {value: Fraction(n, whole) for value, n in found.items()}


def test_the_better_of_two_named_chances_equals_all_256_throws() -> None:
    state = table()
    expected = by_hand(state, [Try(MARSHA)], (4, 4, 4, 4), verdict)
    assert len(expected) == 4 and sum(expected.values()) == 1
    assert odds(Game(), state, ANN, Try(MARSHA), verdict) == expected


def test_further_decisions_take_their_defaults() -> None:
    book = Book()
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue"}))
    # The default is not to duck: every blow lands.
    assert odds(Game(), book.state, ANN, Hit(MARSHA, OGRE), landed) == {"The blow lands.": 1}
    assert by_hand(book.state, [Hit(MARSHA, OGRE), Force(CHAIR)], (6,), landed) == {"The blow lands.": 1}
    duel = odds(Game(), table(), ANN, Dare(MARSHA, SANTO), lambda f: getattr(f, "verdict", None) or None)
    assert duel == {"tie": 1}  # both stake nothing


def test_a_second_roll_against_the_first_equals_all_36_throws() -> None:
    book = Book()
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue"}))
    book.do(ANN, Hit(MARSHA, OGRE), 4)
    answer = odds(Game(), book.state, ANN, Duck(OGRE), landed)
    assert isinstance(answer, Refusal) and answer.code == "not-yours"
    assert odds(Game(), book.state, GM, Duck(OGRE), landed) == {
        "The blow lands.": Fraction(4, 6),
        "The blow misses.": Fraction(2, 6),
    }


def test_what_is_never_measured_is_none_and_the_first_measure_settles() -> None:
    assert odds(Game(), table(), ANN, Try(MARSHA), lambda f: None) == {None: 1}
    seen: list[Fact] = []

    def first(fact: Fact) -> str:
        seen.append(fact)
        return "told"

    assert odds(Game(), table(), ANN, Try(MARSHA), first) == {"told": 1}
    assert all(isinstance(f, Rolled) for f in seen)


def test_a_move_that_is_refused_has_no_odds_but_its_refusal() -> None:
    answer = odds(Game(), table(), ANN, Dare(MARSHA, MARSHA), verdict)
    assert isinstance(answer, Refusal) and answer.code == "FUNDS"


def test_too_many_cases_are_said_not_waited_for() -> None:
    # Two named chances, the better kept: as many plays as the chance has values.
    values = {(max(a, b) + 4, a == b) for a, b in product(range(1, 5), repeat=2)}
    assert len(values) == 7
    assert isinstance(odds(Game(), table(), ANN, Try(MARSHA), verdict, leaves=7), dict)
    answer = odds(Game(), table(), ANN, Try(MARSHA), verdict, leaves=6)
    assert isinstance(answer, Refusal) and answer.code == "too-many-cases"


class Flood(Game):
    """A hundred dice at once."""

    def play(self, step: Any, move: Move) -> None:
        step.draw(100, 20)


def test_a_draw_too_wide_to_walk_is_too_many_cases() -> None:
    answer = odds(Flood(), table(), ANN, Try(MARSHA), verdict)
    assert isinstance(answer, Refusal) and answer.code == "too-many-cases"


class Endless(Game):
    """Each answer asks again; after the last that is followed, the blow is left in the air."""

    asked = 0

    def play(self, step: Any, move: Move) -> None:
        Endless.asked += 1
        for p in list(step.scene.pending.values()):
            step.close(p)
        step.open([MARSHA], 0, "again?")

    def default(self, state: Any, pending: Any) -> Move:
        return Try(MARSHA)


def test_endless_decisions_are_left_after_twenty() -> None:
    Endless.asked = 0
    assert odds(Endless(), table(), ANN, Try(MARSHA), verdict) == {None: 1}
    assert Endless.asked == DECISIONS + 1 == 21


# -- secrets


def test_odds_that_rest_on_a_secret_are_unknown_to_others() -> None:
    book = Book()
    book.do(ANN, Dare(MARSHA, SANTO))
    book.do(ANN, Stake(MARSHA, 2))

    def who_wins(fact: Fact) -> str | None:
        return getattr(fact, "verdict", None) or None

    answer = odds(Game(), book.state, BOB, Stake(SANTO, 1), who_wins)
    assert isinstance(answer, Refusal) and answer.code == "unknown" and "hidden" in answer.message
    assert odds(Game(), book.state, GM, Stake(SANTO, 1), who_wins) == {"a": 1}


def test_odds_on_a_hidden_creature_are_unknown() -> None:
    book = Book()
    book.do(GM, Gather(CHAIR, {MARSHA: "red", LURKER: "blue"}, (LURKER,)))
    answer = odds(Game(), book.state, ANN, Hit(MARSHA, LURKER), verdict)
    assert isinstance(answer, Refusal) and answer.code == "unknown"


def test_offers_are_what_play_says_on_what_one_may_know() -> None:
    book = Book()
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue", LURKER: "blue"}, (LURKER,)))
    found = offers(Game(), book.state, ANN, MARSHA)
    said = {o.move: o.refusal.code if o.refusal else "" for o in found}
    turn = book.state.scene.fight.turn
    assert said[Try(MARSHA)] == ""
    assert said[Hit(MARSHA, OGRE, turn)] == ""
    assert said[Hit(MARSHA, SANTO, turn)] == "RANGE"
    assert said[Dare(MARSHA, MARSHA)] == "FUNDS" and said[Dare(MARSHA, SANTO)] == ""
    assert not [m for m in said if LURKER in (getattr(m, "target", ""), getattr(m, "foe", ""))]
    assert [o.move for o in offers(Game(), book.state, GM, MARSHA) if o.move == Hit(MARSHA, LURKER, turn)]
    assert {o.refusal.code for o in offers(Game(), book.state, ANN, OGRE) if o.refusal} == {"not-yours"}
    assert all(o.refusal for o in offers(Game(), book.state, ANN, OGRE))


def test_a_move_whose_result_rests_on_a_secret_is_offered() -> None:
    book = Book()
    book.do(ANN, Dare(MARSHA, SANTO))
    book.do(ANN, Stake(MARSHA, 2))
    found = {o.move.points: o.refusal for o in offers(Game(), book.state, BOB, SANTO) if isinstance(o.move, Stake)}
    assert found[1] is None and found[0] is None
    assert found[9] and found[9].code == "RANGE"


def test_a_single_move_is_judged_on_the_view() -> None:
    seen = view(table(), ANN)
    assert judge(Game(), seen, ANN, Try(MARSHA)).refusal is None
    refusal = judge(Game(), seen, ANN, Force(CHAIR)).refusal
    assert refusal and refusal.code == "not-gm"
    with pytest.raises(Drawn):
        NoDice().draw(1, 6)
    assert (
        perform(Game(), seen, ANN, Again(MARSHA, 5), ScriptedDice(), 2)
        == judge(Game(), seen, ANN, Again(MARSHA, 5)).refusal
    )


# -- the branching dice


def walk(chance: Callable[[Any], Any]) -> dict[Any, Fraction]:
    dice, found = BranchingDice(), {}
    while True:
        value = chance(dice)
        ways, whole = dice.weight()
        found[value] = found.get(value, Fraction(0)) + Fraction(ways, whole)
        if not dice.advance():
            return found


@pytest.mark.parametrize(("n", "faces"), [(1, 6), (2, 4), (3, 4), (4, 3), (5, 2)])
def test_a_draw_of_equal_dice_is_each_multiset_once_with_its_weight(n: int, faces: int) -> None:
    expected = Counter(tuple(sorted(f)) for f in product(range(1, faces + 1), repeat=n))
    found = walk(lambda dice: tuple(dice.draw(n, faces)))
    assert found == {key: Fraction(ways, faces**n) for key, ways in expected.items()}


def test_draws_after_draws_are_followed_where_they_lead() -> None:
    def chance(dice: Any) -> int:
        first = dice.draw(1, 3)[0]
        return first + sum(dice.draw(first, 2)) if first > 1 else 0

    expected: Counter[int] = Counter()
    for first in (1, 2, 3):
        for more in product((1, 2), repeat=3):  # three dice for all, of which `first` count: equal weights
            expected[0 if first == 1 else first + sum(more[:first])] += 1
    assert walk(chance) == {k: Fraction(n, 24) for k, n in expected.items()}


def single(dice: Any, bonus: int = 0) -> int:
    return dice.draw(1, 4)[0] // 2 + bonus


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("keep", ["all", "best", "worst"])
@pytest.mark.parametrize(("chance", "args", "drawn"), [(single, (), 1), (single, (3,), 1), (luck, (1,), 2)])
def test_n_throws_of_a_chance_equal_brute_force(
    n: int, keep: Literal["all", "best", "worst"], chance: Callable[..., Any], args: tuple[int, ...], drawn: int
) -> None:
    pick: dict[str, Callable[[list[Any]], Any]] = {"all": lambda v: tuple(sorted(v)), "best": max, "worst": min}
    expected: Counter[Any] = Counter()
    for faces in product(range(1, 5), repeat=n * drawn):
        source = ScriptedDice(faces)
        expected[pick[keep]([chance(source, *args) for _ in range(n)])] += 1
    whole = 4 ** (n * drawn)
    leaves = 0

    def play(dice: Any) -> Any:
        nonlocal leaves
        leaves += 1
        step: Any = Step(table(), ANN, dice, 2)
        return pick[keep]([t.value for t in step.roll(chance, *args, n=n, keep=keep)])

    assert walk(play) == {value: Fraction(ways, whole) for value, ways in expected.items()}
    if keep != "all":
        assert leaves == len(walk(lambda dice: chance(dice, *args)))  # never more leaves than the chance has values


def test_real_dice_return_every_throw_with_its_faces() -> None:
    step: Any = Step(table(), ANN, ScriptedDice([4, 1, 2, 2]), 2)
    throws = step.roll(luck, 1, n=2, keep="best")
    assert [(t.value, t.faces) for t in throws] == [((5, False), (4, 1)), ((3, True), (2, 2))]
    assert step.faces == [4, 1, 2, 2]
    branching: Any = Step(table(), ANN, BranchingDice(), 2)
    assert len(branching.roll(luck, 1, n=2, keep="best")) == 1
    assert [t.faces for t in branching.roll(luck, 1, n=2)] == [(), ()]


def test_no_dice_is_no_draw() -> None:
    step: Any = Step(table(), ANN, NoDice(), 2)
    assert step.draw(0, 6) == [] and step.faces == []


def wide(dice: Any) -> tuple[int, ...]:
    return tuple(dice.draw(1, 1000)) + tuple(dice.draw(1, 1000))


def test_what_is_too_wide_says_so() -> None:
    assert BranchingDice().draw(2, 446) == [1, 1]  # 446 * 447 / 2 = 99,681 throws may be walked
    with pytest.raises(TooMany):
        BranchingDice().draw(2, 447)  # 100,128 may not
    assert BranchingDice(10).draw(2, 4) == [1, 1]
    with pytest.raises(TooMany):
        BranchingDice(9).draw(2, 4)
    with pytest.raises(TooMany):
        BranchingDice().chance(wide, (), 1, "all")
    with pytest.raises(TooMany):
        BranchingDice().chance(single, (), 447, "all")  # 3 values, 447 times: 448 * 449 / 2 = 100,576
    assert BranchingDice().chance(single, (), 447, "best") == (0,)
    assert BranchingDice(3).chance(single, (), 5, "worst") == (0,)
    assert BranchingDice(6).chance(single, (), 2, "all") == (0, 0)
    for leaves, n, keep in ((2, 5, "best"), (5, 2, "all"), (2, 1, "all")):
        with pytest.raises(TooMany):
            BranchingDice(leaves).chance(single, (), n, keep)  # type: ignore[arg-type]


def test_rolled_odds_do_not_write() -> None:
    state = replace(table(), session=None)
    before = repr(state)
    odds(Game(), state, ANN, Try(MARSHA), verdict)
    offers(Game(), state, ANN, MARSHA)
    assert repr(state) == before
