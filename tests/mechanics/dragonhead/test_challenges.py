"""Challenges, from the ledger's vectors (DH-ACT-08)."""

import pytest

from mechanics.challenges import compare
from mechanics.facts import Asked, Compared, Die, Noted, Rolled, Sum
from mechanics.game import CHAIR, Drop, Force
from mechanics.games.dragonhead.moves import AnswerVersus, BreakTie, Fudge, Save, Versus
from mechanics.games.dragonhead.pending import Challenged, Thrown
from mechanics.games.dragonhead.play.checks import decide, successes
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, notes, table, thrown

MOJOS = {"p": 3, "q": 2, "d": 4}


def compared(facts: tuple[object, ...]) -> tuple[int | None, int | None, str, int]:
    """Both strengths, who won, by how much."""
    (fact,) = [f for f in facts if isinstance(f, Compared)]
    assert fact.rule == "DH-ACT-08"
    return fact.a.total, fact.b.total, fact.verdict, fact.by


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.rule("DH-DICE-04")
@pytest.mark.parametrize(
    ("a", "b", "verdict", "worth"),
    [
        (13, 18, "b", 2),
        (13, 12, "a", 1),
        (15, 12, "a", 1),
        (16, 12, "a", 2),
        (20, 12, "a", 3),
        (11, 12, "b", 1),
        (10, 13, "b", 1),
        (12, 12, "tie", 1),
    ],
)
def test_who_wins_and_what_it_is_worth(a: int, b: int, verdict: str, worth: int) -> None:
    winner, by = decide(a, False, b, False)
    assert (winner, by) == compare(a, b) == (verdict, abs(a - b))
    assert successes(by) == worth


@pytest.mark.rule("DH-ACT-08")
def test_a_crash_never_wins() -> None:
    assert decide(1, True, 1, False) == ("b", 0)  # not even a tie at 1
    assert decide(1, False, 1, True) == ("a", 0)
    assert decide(1, True, 0, False) == ("b", 1)
    assert decide(0, False, 1, True) == ("a", 1)
    assert decide(1, True, 1, True) == ("b", 0)  # the challenger has not won


# -- against a number --------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-08")
def test_poison_against_a_save() -> None:
    book = Book(table(marsha={"scores": {"con": 14}}))
    facts = book.do(PAT, Save(MARSHA, "constitution", vs=18), 8, 5)
    assert facts[1:] == (
        Rolled(
            rule="DH-ACT-07",
            label="Normal Constitution save",
            sum=Sum(MARSHA, (("d8", 8), ("d6", 5)), 13, (Die(8, 8), Die(6, 5))),
            verdict="double success",
        ),
        Compared(
            rule="DH-ACT-08",
            a=Sum(MARSHA, (("d8", 8), ("d6", 5)), 13),
            b=Sum(CHAIR, (("strength", 18),), 18),
            verdict="b",
            by=5,
        ),
        Noted(
            rule="DH-ACT-08",
            text="{0} is defeated: the other side wins with 2 successes.",
            about=(MARSHA,),
        ),
    )
    assert book.state.scene.pending == {}


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.parametrize(
    ("die", "verdict", "text"),
    [
        (4, "a", "{0} wins with 1 success."),
        (3, "b", "{0} is defeated: the other side wins with 1 success."),
    ],
)
def test_a_tie_is_broken_once(die: int, verdict: str, text: str) -> None:
    book = Book(table(marsha={"scores": {"mus": 12}}))
    facts = book.do(PAT, Versus(MARSHA, "muscle", vs=12), 12)
    assert compared(facts) == (12, 12, "tie", 0)
    assert notes(facts) == ["A tie: 1d6 breaks it, and on an even number {0} wins."]
    facts = book.do(PAT, BreakTie(MARSHA, *book.newest()), die)
    assert facts[0] == Rolled(
        rule="DH-ACT-08",
        label="tie",
        sum=Sum(MARSHA, (("d6", die),), die, (Die(6, die),)),
        verdict="even" if die == 4 else "odd",
    )
    assert compared(facts) == (12, 12, verdict, 0)
    assert notes(facts) == [text]
    assert book.refused(PAT, BreakTie(MARSHA, *book.newest())) == "STATE"
    assert book.refused(PAT, BreakTie(MARSHA)) == "STATE"


@pytest.mark.rule("DH-ACT-08")
def test_strength_alone_decides_a_plain_challenge() -> None:
    facts = Book().do(PAT, Versus(MARSHA, "muscle", vs=3), 4)
    assert thrown(facts) == (4, "full fail")
    assert compared(facts) == (4, 3, "a", 1)
    facts = Book(table(marsha={"scores": {"mus": 12}})).do(PAT, Versus(MARSHA, "muscle", vs=12), 11)
    assert thrown(facts) == (11, "single success")
    assert compared(facts) == (11, 12, "b", 1)


@pytest.mark.rule("DH-ACT-08")
def test_a_crash_loses_even_a_tie_at_one() -> None:
    facts = Book().do(PAT, Versus(MARSHA, "muscle", vs=1, tries="hard"), 1, 1)
    assert compared(facts) == (1, 1, "b", 0)
    assert notes(facts) == [
        "{0} is defeated: the other side wins with 1 success.",
        "The DM says what goes wrong.",
    ]


@pytest.mark.rule("DH-ACT-08")
def test_challenges_that_are_refused() -> None:
    book = Book(table(orc={"wear": 11}))
    assert book.refused(PAT, Versus(MARSHA, "muscle", vs=0)) == "RANGE"
    assert book.refused(PAT, Versus(MARSHA, "muscle", vs=10_001)) == "RANGE"
    assert book.refused(PAT, Save(MARSHA, "muscle", vs=0)) == "RANGE"
    assert book.refused(PAT, Versus(MARSHA, "muscle")) == "UNKNOWN"
    assert book.refused(PAT, Versus(MARSHA, "muscle", vs=3, target=ORC)) == "UNKNOWN"
    assert book.refused(PAT, Versus(MARSHA, "brawn", vs=3)) == "UNKNOWN"
    assert book.refused(PAT, Versus(MARSHA, "muscle", target=MARSHA)) == "RULE"
    assert book.refused(PAT, Versus(MARSHA, "muscle", target=ORC)) == "STATE"  # out cold
    assert compared(book.do(PAT, Versus(MARSHA, "muscle", vs=1), 1)) == (1, 1, "tie", 0)


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.rule("DH-MOJO-06")
def test_a_fudge_is_compared_again_until_the_tie_is_settled() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "muscle", vs=5), 4)
    facts = book.do(PAT, Fudge(MARSHA), 5)
    assert thrown(facts) == (5, "half fail")
    assert compared(facts) == (5, 5, "tie", 0)
    facts = book.do(PAT, Fudge(MARSHA), 9)
    assert compared(facts) == (9, 5, "a", 4)
    assert "{0} wins with 2 successes." in notes(facts)
    assert book.refused(PAT, BreakTie(MARSHA, *book.newest())) == "STATE"  # no tie any more
    assert compared(book.do(PAT, Fudge(MARSHA), 5)) == (5, 5, "tie", 0)
    book.do(PAT, BreakTie(MARSHA, *book.newest()), 2)
    assert book.refused(PAT, Fudge(MARSHA, *book.newest())) == "STATE"  # settled, before the third time is asked


@pytest.mark.rule("DH-ACT-08")
def test_a_tie_is_for_its_sides_and_the_dm() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "muscle", vs=5), 5)
    assert book.refused(QUIN, BreakTie(SANTO, *book.newest())) == "not-yours"
    assert book.refused(QUIN, BreakTie(MARSHA, *book.newest())) == "not-yours"
    assert book.refused(QUIN, BreakTie(SANTO)) == "STATE"
    book.do(DM, Force(CHAIR), 2)
    assert book.open(Thrown)[0].versus.settled == "a"


# -- against a creature ------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-08")
def test_a_creature_rolls_at_once() -> None:
    book = Book(table(MOJOS, marsha={"scores": {"mus": 12}}))
    facts = book.do(PAT, Versus(MARSHA, "muscle", target=ORC, difficulty="hard", tries="hard"), 12, 4, 9, 4, 7)
    assert [f.label for f in facts if isinstance(f, Rolled)] == [
        "score",
        "Hard Muscle check",
        "score",
        "Normal Muscle check",
    ]
    assert compared(facts) == (13, 7, "a", 6)
    a, b = book.open(Thrown)
    assert (a.who, a.owner, b.who, b.owner) == (MARSHA, "p", ORC, CHAIR)
    facts = book.do(DM, Fudge(CHAIR), 9)  # the orc's, at the DM's cost: still side b
    assert compared(facts) == (13, 9, "a", 4)
    assert compared(book.do(PAT, Fudge(MARSHA), 5, 4, 5, 4)) == (9, 9, "tie", 0)
    assert compared(book.do(DM, BreakTie(CHAIR), 1)) == (9, 9, "b", 0)
    assert [r.versus.settled for r in book.open(Thrown)] == ["b", "b"]
    assert book.refused(PAT, Fudge(MARSHA)) == book.refused(DM, Fudge(CHAIR)) == "STATE"
    assert book.refused(PAT, BreakTie(MARSHA)) == "STATE"


@pytest.mark.rule("DH-ACT-08")
def test_a_creatures_crash_loses() -> None:
    book = Book(table(MOJOS, orc={"scores": {"mus": 16}}))
    facts = book.do(PAT, Versus(MARSHA, "muscle", target=ORC), 1, 1, 1)
    assert compared(facts) == (1, 1, "a", 0)
    assert facts[-1] == Noted(rule="DH-ACT-05", text="The DM says what goes wrong.", about=(ORC,))
    assert [r.who for r in book.open(Thrown)] == [MARSHA]
    assert compared(book.do(PAT, Fudge(MARSHA), 3)) == (3, 1, "a", 2)


@pytest.mark.rule("DH-ACT-08")
def test_a_tie_without_a_session_still_waits() -> None:
    book = Book()
    assert compared(book.do(PAT, Versus(MARSHA, "muscle", target=ORC), 6, 6)) == (6, 6, "tie", 0)
    assert book.refused(PAT, Fudge(MARSHA)) == "no-session"
    assert compared(book.do(PAT, BreakTie(MARSHA), 6)) == (6, 6, "a", 0)
    book = Book()
    book.do(PAT, Versus(MARSHA, "muscle", target=ORC), 6, 5)
    assert book.state.scene.pending == {}


# -- against a player's character --------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ACT-08")
def test_a_player_answers() -> None:
    book = Book(table(MOJOS))
    facts = book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 7)
    pending, _ = asked = book.newest()
    assert facts[-1] == Asked(pending=pending, by=(SANTO,), what="answer the challenge, Dexterity against 7")
    assert book.refused(PAT, AnswerVersus(SANTO, *asked)) == "not-yours"
    assert book.refused(PAT, AnswerVersus(MARSHA, *asked)) == "not-yours"
    facts = book.do(QUIN, AnswerVersus(SANTO, *asked), 9)
    assert thrown(facts) == (9, "single success")
    assert compared(facts) == (7, 9, "b", 2)
    assert book.open(Challenged) == []
    assert book.refused(QUIN, AnswerVersus(SANTO, *asked)) == "stale"
    assert book.refused(QUIN, AnswerVersus(SANTO)) == "not-allowed"
    a, b = book.open(Thrown)
    assert (a.who, b.who) == (MARSHA, SANTO)
    assert compared(book.do(PAT, Fudge(MARSHA), 10)) == (10, 9, "a", 1)
    assert compared(book.do(QUIN, Fudge(SANTO), 10)) == (10, 10, "tie", 0)
    facts = book.do(QUIN, BreakTie(SANTO), 5)
    assert compared(facts) == (10, 10, "b", 0)
    assert notes(facts) == ["{0} is defeated: the other side wins with 1 success."]


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.rule("DH-MOJO-06")
def test_the_challenger_fudges_before_the_answer() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 2)
    asked = book.newest()
    facts = book.do(PAT, Fudge(MARSHA), 8)
    assert not any(isinstance(f, Compared) for f in facts)  # there is nothing to compare with yet
    facts = book.do(QUIN, AnswerVersus(SANTO, *asked), 4)  # the button of before still answers
    assert compared(facts) == (8, 4, "a", 4)


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.rule("DH-ACT-05")
def test_a_challenger_who_crashes_has_lost_whatever_is_answered() -> None:
    book = Book(table(MOJOS, marsha={"scores": {"dex": 16}}))
    facts = book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 1, 1)
    assert "The DM says what goes wrong." in notes(facts)
    assert book.open(Thrown) == []
    facts = book.do(QUIN, AnswerVersus(SANTO), 1)
    assert compared(facts) == (1, 1, "b", 0)
    # a first throw that was none, fudged into one before the answer
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 1, 2)
    book.do(PAT, Fudge(MARSHA), 1, 1)
    assert compared(book.do(QUIN, AnswerVersus(SANTO), 1)) == (1, 1, "b", 0)
    # and after it
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 1, 2)
    book.do(QUIN, AnswerVersus(SANTO), 1)
    facts = book.do(PAT, Fudge(MARSHA), 1, 1)
    assert compared(facts) == (1, 1, "b", 0)
    assert [r.versus.crash for r in book.open(Thrown) if r.who == SANTO] == [True, True, True]
    assert compared(book.do(QUIN, Fudge(SANTO), 3)) == (1, 3, "b", 2)


@pytest.mark.rule("DH-ACT-08")
def test_the_dm_answers_for_an_absent_player_or_drops_it() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 7)
    assert compared(book.do(DM, Force(CHAIR), 6)) == (7, 6, "a", 1)
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 7)
    book.do(DM, Drop(CHAIR))
    assert book.open(Challenged) == []


@pytest.mark.rule("DH-ACT-08")
def test_an_answer_without_a_session() -> None:
    book = Book()
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 7)
    assert book.open(Thrown) == []
    assert compared(book.do(QUIN, AnswerVersus(SANTO), 7)) == (7, 7, "tie", 0)
    assert compared(book.do(PAT, BreakTie(MARSHA), 2)) == (7, 7, "a", 0)


@pytest.mark.rule("DH-ACT-08")
def test_somebody_who_has_passed_out_since_does_not_answer() -> None:
    book = Book(table(MOJOS))
    book.do(PAT, Versus(MARSHA, "dexterity", target=SANTO), 7)
    book.state.sheets[SANTO] = Book(table(santo={"wear": 11})).state.sheets[SANTO]
    assert book.refused(QUIN, AnswerVersus(SANTO)) == "STATE"
    assert len(book.open(Challenged)) == 1
