"""Odds are what play would give: every way the dice can fall, run through `perform` itself."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from mechanics.dice import ScriptedDice
from mechanics.game import Caller, Move, Refusal
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Check, CloseContest, Contest, Enter, Fudge, Rest, Roll, Save, Stunt, Versus
from mechanics.games.dragonhead.play import DragonheadState
from mechanics.games.dragonhead.play.checks import strength, verdict_of
from mechanics.odds import odds
from mechanics.perform import perform
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, Book, table

MOJOS = {"p": 3, "q": 2, "d": 4}


def brute(state: DragonheadState, caller: Caller, move: Move, faces: list[int], measure: Any) -> dict[Any, Fraction]:
    """Each row of faces once through the game; `faces` are the sides of the dice in the order they are drawn."""
    counts: Counter[Any] = Counter()
    for row in product(*(range(1, sides + 1) for sides in faces)):
        dice = ScriptedDice(row)
        answer = perform(DRAGONHEAD, state, caller, move, dice, 9)
        assert not isinstance(answer, Refusal) and not dice.left
        counts[next(v for f in answer.facts if (v := measure(f)) is not None)] += 1
    return {value: Fraction(n, counts.total()) for value, n in counts.items()}


@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.parametrize("measure", [strength, verdict_of])
@pytest.mark.parametrize(
    ("scores", "difficulty", "tries", "faces"),
    [
        ({"dex": 10}, "normal", "no", [10]),
        ({"dex": 9}, "normal", "hard", [8, 4]),
        ({"dex": 16}, "normal", "no", [8, 8]),
        ({"dex": 10}, "easy", "no", [10, 10]),
        ({"dex": 10}, "hard", "no", [10, 10]),
        ({"dex": 6}, "hard", "hard", [6, 4, 6, 4]),
        ({"dex": 4}, "heavy", "hard", [4, 4, 4, 4, 4, 4]),
        ({"dex": 5}, "heavy", "no", [4, 4, 4]),
        ({"dex": 6}, "herculean", "no", [6, 6, 6, 6]),
        ({"dex": 4}, "easy", "harder", [4, 8, 4, 8]),
        ({"dex": 3}, "normal", "hardest", [3, 12]),
    ],
)
def test_odds_of_a_fudge_are_those_of_play(
    scores: dict[str, int], difficulty: str, tries: str, faces: list[int], measure: Any
) -> None:
    book = Book(table(MOJOS, marsha={"scores": scores}))
    book.do(PAT, Check(MARSHA, "dexterity", difficulty, tries), *[2] * len(faces))
    move = Fudge(MARSHA, *book.newest())
    assert odds(DRAGONHEAD, book.state, PAT, move, measure) == brute(book.state, PAT, move, faces, measure)


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.parametrize(
    ("move", "faces"),
    [
        (Check(MARSHA, "muscle", "hard", rise=1), [12, 12]),
        (Check(MARSHA, "muscle", mod=4), [8, 6]),
        (Save(MARSHA, "muscle", "easy"), [10, 10]),
        (Save(MARSHA, "muscle", vs=12), [10]),
        (Versus(MARSHA, "muscle", vs=3), [10]),
    ],
)
def test_odds_of_a_first_throw_are_those_of_play(move: Move, faces: list[int]) -> None:
    state = table(MOJOS)
    assert odds(DRAGONHEAD, state, PAT, move, strength) == brute(state, PAT, move, faces, strength)


@pytest.mark.rule("DH-ACT-08")
def test_odds_of_winning_a_challenge_are_those_of_play() -> None:
    def verdict(fact: Any) -> str | None:
        return getattr(fact, "verdict", None) if type(fact).__name__ == "Compared" else None

    state, move = table(MOJOS), Versus(MARSHA, "muscle", target=ORC)
    found = odds(DRAGONHEAD, state, PAT, move, verdict)
    assert found == {"a": Fraction(45, 100), "b": Fraction(45, 100), "tie": Fraction(10, 100)}
    assert found == brute(state, PAT, move, [10, 10], verdict)


@pytest.mark.rule("DH-ACT-02")
def test_odds_by_counting() -> None:
    """Both of two d10 show 9 or 10 in 4 of 100 throws; both of 1d10 and 1d4 show 1 in 1 of 40."""
    hard = odds(DRAGONHEAD, table(), PAT, Check(MARSHA, "luck", "hard"), strength)
    assert not isinstance(hard, Refusal)
    assert sum((p for total, p in hard.items() if total and total >= 9), Fraction(0)) == Fraction(4, 100)
    trying = odds(DRAGONHEAD, table(), PAT, Check(MARSHA, "luck", tries="hard"), verdict_of)
    assert not isinstance(trying, Refusal)
    assert trying["crash"] == Fraction(1, 40)
    assert sum(trying.values()) == 1


@pytest.mark.rule("DH-MOJO-06")
def test_odds_of_what_may_not_be_done_are_its_refusal() -> None:
    book = Book(table({"p": 0, "d": 1}))
    book.do(PAT, Check(MARSHA, "luck"), 4)
    answer = odds(DRAGONHEAD, book.state, PAT, Fudge(MARSHA, *book.newest()), strength)
    assert isinstance(answer, Refusal) and answer.code == "FUNDS"
    answer = odds(DRAGONHEAD, book.state, DM, Fudge(ORC), strength)
    assert isinstance(answer, Refusal) and answer.code == "STATE"


@pytest.mark.rule("DH-HEAL-01")
@pytest.mark.rule("DH-ACT-06")
@pytest.mark.parametrize(
    ("move", "faces"),
    [(Rest(MARSHA), [6, 6]), (Stunt(MARSHA, "climb", "hard"), [6, 6]), (Roll(MARSHA, "2d4+1d6"), [4, 4, 6])],
)
def test_odds_of_rests_stunts_and_plain_dice_are_those_of_play(move: Move, faces: list[int]) -> None:
    state = table(MOJOS, marsha={"wear": 6, "scores": {"con": 6, "dex": 6}})
    for measure in (strength, verdict_of):
        assert odds(DRAGONHEAD, state, PAT, move, measure) == brute(state, PAT, move, faces, measure)


@pytest.mark.rule("DH-ACT-09")
def test_odds_of_a_tie_end_although_ties_could_go_on_for_ever() -> None:
    book = Book(table())
    book.do(DM, Contest(ability="luck"))
    book.do(PAT, Enter(MARSHA), 7)
    book.do(DM, Enter(ORC), 7)
    answer = odds(DRAGONHEAD, book.state, DM, CloseContest(), lambda fact: None, leaves=50)
    assert isinstance(answer, Refusal) and answer.code == "too-many-cases"
