"""Plain dice, secret rolls and stunts (DH-DICE-01, DH-ACT-06, -11, DH-MOJO-06)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from mechanics.campaign import EndSession
from mechanics.dice import ScriptedDice
from mechanics.facts import Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, SELF, Caller, Force, Id, Refusal
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Check, ChipIn, Fudge, Keep, RevealRoll, Roll, Stunt
from mechanics.games.dragonhead.pending import Covered, Thrown
from mechanics.games.dragonhead.play.checks import strength
from mechanics.games.dragonhead.play.secrets import hidden_rolls
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.odds import odds
from mechanics.offers import offers
from mechanics.perform import perform
from mechanics.view import seen_facts, view
from tests.mechanics.dragonhead.dh_table import (
    DM,
    MARSHA,
    ORC,
    PAT,
    QUIN,
    SANTO,
    Book,
    changes,
    notes,
    table,
    thrown,
)

MOJOS = {"p": 3, "q": 2, "d": 4}
WORD = "zqx-hush"


# -- plain dice --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.parametrize(
    ("dice", "faces", "total", "verdict"),
    [
        ("3d6", (2, 5, 6), 13, ""),
        ("1d8+1s", (8,), 9, "sharp"),
        ("1d8-4", (2,), -2, ""),
        ("2d8+1d6+1", (3, 8, 5), 17, ""),
        ("4d6kh3", (1, 6, 2, 5), 13, ""),
        ("2d6 >= 7", (3, 4), 1, "holds"),
        ("2d6 >= 7", (3, 3), 0, "does not hold"),
    ],
)
def test_any_dice_are_rolled(dice: str, faces: tuple[int, ...], total: int, verdict: str) -> None:
    book = Book()
    facts = book.do(PAT, Roll(MARSHA, dice, note="for luck"), *faces)
    assert thrown(facts, "DH-DICE-01") == (total, verdict)
    assert notes(facts) == ["for luck"] and not book.state.scene.pending


@pytest.mark.rule("DH-DICE-01")
def test_dropped_dice_are_shown_as_dropped() -> None:
    (fact,) = Book().do(PAT, Roll(MARSHA, "2d6kh1"), 2, 5)
    dice = (Die(6, 2, False), Die(6, 5))
    assert fact == Rolled(rule="DH-DICE-01", label="2d6kh1", sum=Sum(MARSHA, (("2d6kh1", 5),), 5, dice))


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.parametrize("dice", ["", "2d", "1d8x", "s", "3x2d6", "1d6/", "d"])
def test_what_cannot_be_rolled(dice: str) -> None:
    book = Book()
    answer = perform(DRAGONHEAD, book.state, PAT, Roll(MARSHA, dice), ScriptedDice(()), 9)
    assert isinstance(answer, Refusal) and answer.code == "bad-value"
    assert book.refused(PAT, Roll(MARSHA, "1d6", note="x" * 201)) == "too-long"
    assert book.refused(QUIN, Roll(MARSHA, "1d6")) == "not-yours"


@pytest.mark.rule("DH-DICE-01")
@pytest.mark.rule("DH-MOJO-06")
def test_plain_dice_are_fudged_and_never_crash() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Roll(MARSHA, "2d6+1"), 1, 1)
    assert book.open(Thrown)[0].strength == 3
    for faces in ((2, 2), (6, 6), (1, 1)):
        facts = book.do(PAT, Fudge(MARSHA), *faces)
        assert thrown(facts, "DH-MOJO-06") == (sum(faces) + 1, "")
    assert book.refused(PAT, Fudge(MARSHA)) == "RULE" and book.pool["p"] == 0
    assert book.open(Thrown)[0].sets == (((1, 1),), ((2, 2),), ((6, 6),), ((1, 1),))


@pytest.mark.rule("DH-MOJO-06")
def test_the_chair_and_people_without_a_character_roll_and_fudge_too() -> None:
    book = Book(table(MOJOS))
    book.do(DM, Roll(CHAIR, "d20"), 3)
    book.do(DM, Fudge(CHAIR, *book.newest()), 4)
    assert book.pool["d"] == 3
    book.do(QUIN, Roll(SELF, "d20"), 5)
    at = book.newest()
    assert book.refused(PAT, Fudge(SELF, *at)) == "not-yours"
    assert book.refused(PAT, Keep(SELF, *at)) == "not-yours"
    assert Fudge(SELF, *at) in [o.move for o in offers(DRAGONHEAD, book.state, QUIN, SELF) if o.refusal is None]
    book.do(QUIN, Fudge(SELF, *at), 6)
    assert book.pool["q"] == 1
    book.do(QUIN, Keep(SELF, at[0]))
    assert book.refused(PAT, Roll(CHAIR, "d20")) == "not-gm"


@pytest.mark.rule("DH-DICE-01")
def test_odds_of_plain_dice_are_those_of_play() -> None:
    state, move = table(MOJOS), Roll(MARSHA, "3d4kh2+1")
    counts: Counter[Any] = Counter()
    for row in product(range(1, 5), repeat=3):
        counts[sum(sorted(row)[1:]) + 1] += 1
    found = odds(DRAGONHEAD, state, PAT, move, strength)
    assert found == {total: Fraction(n, 64) for total, n in counts.items()}
    book = Book(state)
    book.do(PAT, move, 1, 1, 1)
    assert odds(DRAGONHEAD, book.state, PAT, Fudge(MARSHA), strength) == found
    for endless in ("2d6!", "100d6kh50"):
        answer = odds(DRAGONHEAD, state, PAT, Roll(MARSHA, endless), strength)
        assert isinstance(answer, dict) or answer.code == "too-many-cases"


@pytest.mark.rule("DH-DICE-01")
def test_dice_without_an_end_stop_at_the_cap() -> None:
    facts = Book().do(PAT, Roll(MARSHA, "1d2!"), *[2] * 1000)
    (roll,) = [f for f in facts if isinstance(f, Rolled)]
    assert roll.verdict == "cap reached" and roll.sum.total == 0


# -- secrets -----------------------------------------------------------------------------------------------------------


def everything(book: Book, viewer: Caller, facts: tuple[Any, ...]) -> str:
    """All that this person can see of the table and of these facts."""
    seen = seen_facts(book.state.campaign, viewer, facts)
    return msgspec.json.encode(view(book.state, viewer)).decode() + repr(seen)


@pytest.mark.rule("DH-ACT-01")
@pytest.mark.parametrize(
    ("caller", "who", "sees", "blind"),
    [(PAT, MARSHA, (PAT, DM), (QUIN,)), (DM, MARSHA, (DM,), (PAT, QUIN)), (DM, ORC, (DM,), (PAT, QUIN))],
)
@pytest.mark.parametrize("pool", [MOJOS, None])
def test_a_secret_check_is_for_its_roller_and_the_dm(
    caller: Caller, who: Id, sees: tuple[Caller, ...], blind: tuple[Caller, ...], pool: dict[str, int] | None
) -> None:
    book = Book(table(pool))
    facts = book.do(caller, Check(who, "luck", tries="hard", note=WORD, secret=True), 4, 3)
    assert len(facts) == 5 and all(fact.to for fact in facts)
    for viewer in sees:
        assert WORD in everything(book, viewer, facts)
        assert seen_facts(book.state.campaign, viewer, facts) == facts
        assert [roll.strength for _, roll in hidden_rolls(view(book.state, viewer))] == [7]
    for viewer in blind:
        text = everything(book, viewer, facts)
        assert WORD not in text and "half fail" not in text
        assert seen_facts(book.state.campaign, viewer, facts) == ()
        assert hidden_rolls(view(book.state, viewer)) == ()
        for move in (RevealRoll(who), RevealRoll(SELF), Keep(SELF), Fudge(SELF), ChipIn()):
            at = type(move)(move.actor, *book.newest())
            for tried in (move, at):
                code = book.refused(viewer, tried)
                assert code in ("STATE", "not-yours", "no-session"), (viewer, tried, code)


@pytest.mark.rule("DH-MOJO-06")
def test_a_secret_roll_is_fudged_in_secret_then_revealed() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "luck", note=WORD, secret=True), 4)
    facts = book.do(PAT, Fudge(MARSHA, *book.newest()), 9)
    assert seen_facts(book.state.campaign, QUIN, facts) == () and book.pool["p"] == 2
    assert changes(facts, "pool") == [("p", 3, 2)]
    facts = book.do(DM, ChipIn(pending=book.newest()[0]))
    assert seen_facts(book.state.campaign, QUIN, facts) == ()
    facts = book.do(PAT, RevealRoll(MARSHA, *book.newest()))
    assert seen_facts(book.state.campaign, QUIN, facts) == facts
    assert notes(facts) == ["{0} shows a secret roll, score 10, fudged 1 times.", WORD]
    (roll,) = [f for f in facts if isinstance(f, Rolled)]
    assert (roll.label, roll.sum.total, roll.verdict) == ("Normal Luck check", 9, "single success")
    (opened,) = book.open(Thrown)
    assert opened.fudges_used == 1 and opened.chips == {"d": 1} and not book.open(Covered)
    assert book.refused(PAT, RevealRoll(MARSHA)) == "STATE"
    book.do(PAT, Fudge(MARSHA), 2)  # open like any other now, and paid by the chip
    assert book.pool == {"p": 2, "q": 2, "d": 3}


@pytest.mark.rule("DH-ACT-05")
def test_secret_snake_eyes_wait_to_be_revealed_but_are_never_fudged() -> None:
    book = Book(table(MOJOS))
    facts = book.do(DM, Check(ORC, "luck", tries="hard", secret=True), 1, 1)
    assert all(fact.to == (CHAIR,) for fact in facts)
    assert book.refused(DM, Fudge(ORC)) == "RULE" and book.refused(DM, ChipIn()) == "RULE"
    facts = book.do(DM, RevealRoll(CHAIR))
    assert [f.text for f in facts if isinstance(f, Noted) and f.rule == "DH-ACT-05"] == ["The DM says what goes wrong."]
    assert not book.state.scene.pending


@pytest.mark.rule("DH-MOJO-06")
def test_a_secret_fudge_that_crashes_stays_to_be_revealed() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Check(MARSHA, "luck", tries="hard", secret=True), 4, 4)
    facts = book.do(PAT, Fudge(MARSHA), 1, 1)
    assert all(fact.to == (MARSHA,) for fact in facts)
    assert book.refused(PAT, Fudge(MARSHA)) == "RULE"
    assert [roll.verdict for _, roll in hidden_rolls(book.state)] == ["crash"]


@pytest.mark.rule("DH-MOJO-06")
def test_secret_rolls_are_kept_in_secret_and_end_with_their_session() -> None:
    book = Book(table(MOJOS))
    for _ in range(3):
        book.do(PAT, Roll(MARSHA, "d20", secret=True), 4)
    assert all(f.to == (MARSHA,) for f in book.do(PAT, Keep(MARSHA)))
    assert book.refused(QUIN, Keep(SANTO, book.newest()[0])) == "STATE"
    book.do(DM, Force(CHAIR, *book.newest()))
    book.do(DM, EndSession(CHAIR))
    assert not book.state.scene.pending


@pytest.mark.rule("DH-MOJO-06")
def test_where_anyone_may_fudge_nobody_fudges_what_they_cannot_see() -> None:
    book = Book(table(MOJOS, rulings=Rulings(fudge_by="anyone")))
    book.do(PAT, Check(MARSHA, "luck", secret=True), 4)
    assert book.refused(QUIN, Fudge(SELF, *book.newest())) == "not-yours"
    book.do(DM, Fudge(SELF, *book.newest()), 5)
    assert book.refused(QUIN, RevealRoll(SANTO)) == "STATE"
    assert book.refused(DM, RevealRoll(ORC)) == "not-yours"


@pytest.mark.rule("DH-MOJO-06")
def test_secret_rolls_are_among_the_twenty() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Roll(MARSHA, "d20", secret=True), 4)
    for _ in range(19):
        book.do(PAT, Roll(MARSHA, "d20"), 4)
    assert len(book.state.scene.pending) == 20 and book.open(Covered)
    book.do(PAT, Roll(MARSHA, "d20", secret=True), 4)
    assert len(book.open(Covered)) == 1 and len(book.state.scene.pending) == 20


# -- stunts ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-06")
@pytest.mark.parametrize(
    ("height", "faces", "said"),
    [
        (None, (10,), "{0} is up and over."),
        (40, (6,), "{0} slips, hangs on and rolls once more."),
        (40, (3,), "{0} falls from half the height: 20 feet."),
        (25, (3,), "{0} falls from half the height: 12 feet."),
        (None, (3,), "{0} falls from half the height."),
        (40, (1, 1), "{0} falls from the full height: 40 feet."),
    ],
)
def test_climbing(height: int | None, faces: tuple[int, ...], said: str) -> None:
    book = Book(table(MOJOS))
    tries = "hard" if len(faces) > 1 else "no"
    facts = book.do(PAT, Stunt(MARSHA, "climb", tries=tries, height=height), *faces)
    assert said in notes(facts)
    (roll,) = [f for f in facts if isinstance(f, Rolled) and f.rule == "DH-ACT-01"]
    assert roll.label == "Climb, Normal Dexterity check"


@pytest.mark.rule("DH-ACT-06")
def test_a_fudged_climb_is_looked_up_again() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Stunt(MARSHA, "climb", "hard", height=30), 9, 3)
    facts = book.do(PAT, Fudge(MARSHA), 9, 10)
    assert "{0} is up and over." in notes(facts)
    assert book.refused(PAT, Stunt(MARSHA, "climb", height=0)) == "RANGE"
    assert book.refused(PAT, Stunt(MARSHA, "leap")) == "UNKNOWN"
