"""An evening worked step by step by hand from the ledger's rules."""

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, Redo, StartSession, Undo
from mechanics.game import CHAIR, SELF
from mechanics.games.dragonhead.moves import AnswerVersus, BreakTie, Check, ChipIn, Fudge, Hurt, Save, Spend, Versus
from mechanics.games.dragonhead.pending import Thrown
from mechanics.games.dragonhead.sheet import ClassLevel
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, PAT, QUIN, SANTO, Book, changes, notes, table, thrown


@pytest.mark.rule("DH-MOJO-01")
@pytest.mark.rule("DH-MOJO-05")
@pytest.mark.rule("DH-MOJO-06")
@pytest.mark.rule("DH-MOJO-08")
@pytest.mark.rule("DH-ACT-01")
@pytest.mark.rule("DH-TRACK-02")
def test_an_evening() -> None:
    book = Book(table(marsha={"scores": {"dex": 8}, "classes": (ClassLevel("Warlord", 4),)}, santo={"hp": 8}))

    # The lobby; two players and the DM, so 3d6 each, players first (MOJO-02).
    book.do(DM, StartSession(CHAIR, at=1000))
    book.do(QUIN, JoinSession(SELF))
    book.do(PAT, JoinSession(SELF))
    book.do(DM, BeginSession(CHAIR, at=1100), 2, 1, 1, 4, 3, 2, 5, 1, 1)
    assert book.pool == {"q": 4, "p": 9, "d": 7}
    assert (book.bowl, sum(book.pool.values())) == (0, 20)

    # Dexterity 8 and half of Warlord 4 make 10: 1d10. Hard keeps the worse of two sets, each with the d4 of Try Hard:
    # 9 + 4 = 13 and 2 + 2 = 4, so 4, a full fail; the wear is 1.
    facts = book.do(PAT, Check(MARSHA, "dexterity", "hard", "hard", bonus="half"), 9, 4, 2, 2)
    assert thrown(facts) == (4, "full fail")
    assert book.circles() == (1, 0, 0, "awake")

    # Fudge: all four dice again for 1 mojo, no more wear. 5 + 1 = 6 and 10 + 3 = 13: 6, a half fail.
    facts = book.do(PAT, Fudge(MARSHA, *book.newest()), 5, 1, 10, 3)
    assert thrown(facts) == (6, "half fail")
    assert book.circles() == (1, 0, 0, "awake")
    assert (book.pool["p"], book.bowl) == (8, 1)

    # Quin chips in, so the second Fudge is theirs. 10 + 4 and 9 + 3 = 12: a single success. One Fudge is left.
    book.do(QUIN, ChipIn(SELF, *book.newest()))
    facts = book.do(PAT, Fudge(MARSHA, *book.newest()), 10, 4, 9, 3)
    assert thrown(facts) == (12, "single success")
    assert (book.pool["p"], book.pool["q"], book.bowl) == (8, 3, 2)
    assert "Fudges left for this roll: 1." in notes(facts)

    # Arrows: 8 mixed is 8 wear and 2 tear (K1), a blow past the stun point of 5.
    facts = book.do(PAT, Hurt(MARSHA, 8, "mixed"))
    assert book.circles() == (9, 2, 0, "awake")
    assert changes(facts, "s") == [(MARSHA, False, True)]

    # Santo, 8 hit points, takes 9 blunt: 9 wear, 2 tear, past the line. He can still save, but not act.
    book.do(DM, Hurt(SANTO, 9, "blunt"))
    assert book.circles(SANTO) == (9, 2, 0, "unconscious")
    assert book.refused(QUIN, Check(SANTO, "muscle")) == "STATE"
    # Rise Above 1: Constitution 12, 1d12. 11 against poison 13 loses by 2: one success for the poison.
    facts = book.do(QUIN, Save(SANTO, "constitution", vs=13, rise=1), 11)
    assert notes(facts) == ["{0} is defeated: the other side wins with 1 success."]
    assert (book.pool["q"], book.bowl) == (2, 3)

    # Divine Wind for both costs 3. Quin has 2 and Pat chips in the third; then a d20 each, in the order named.
    # Marsha: 5 of the 7 points on untorn circles. Santo: 20, but his torn circles keep 2.
    book.do(QUIN, Spend(who=(MARSHA, SANTO)))
    assert (book.pool["q"], book.bowl) == (2, 3)
    facts = book.do(PAT, ChipIn(SELF, *book.newest()), 5, 20)
    assert book.circles() == (4, 2, 0, "awake")
    assert book.circles(SANTO) == (2, 2, 0, "awake")
    assert "{0} comes to." in notes(facts)
    assert book.pool == {"q": 0, "p": 7, "d": 7}
    assert book.bowl + sum(book.pool.values()) == 20

    # The DM takes the wind back, and puts it in force again: the same faces, the same numbers.
    wind = book.entries[-1].n
    book.do(DM, Undo(CHAIR))
    assert book.circles() == (9, 2, 0, "awake") and book.circles(SANTO) == (9, 2, 0, "unconscious")
    assert book.pool == {"q": 2, "p": 8, "d": 7}
    assert book.refused(QUIN, Undo(CHAIR)) == "not-gm"
    # A redo takes the faces of the record: none are drawn anew.
    assert book.entries[-1].undoes == wind
    book.do(DM, Redo(CHAIR))
    assert book.circles() == (4, 2, 0, "awake") and book.circles(SANTO) == (2, 2, 0, "awake")
    assert book.pool == {"q": 0, "p": 7, "d": 7}

    # The end: every pool is empty, and no roll is open any more.
    facts = book.do(DM, EndSession(CHAIR))
    assert changes(facts, "pool") == [("p", 7, 0), ("d", 7, 0)]
    assert book.open(Thrown) == []
    assert book.refused(PAT, Fudge(MARSHA)) == "no-session"


@pytest.mark.rule("DH-ACT-08")
@pytest.mark.rule("DH-MOJO-06")
def test_an_arm_wrestling_match() -> None:
    """Muscle against Muscle between two players: fudged to a tie, and broken."""
    book = Book(table({"p": 2, "q": 1}, marsha={"scores": {"mus": 12}}, santo={"scores": {"mus": 14}}))
    # Marsha's 1d12 and the d8 of Try Harder: 7 + 2 = 9.
    book.do(PAT, Versus(MARSHA, "muscle", target=SANTO, tries="harder"), 7, 2)
    assert book.circles() == (2, 0, 0, "awake")
    # Santo's 1d8+1d6: 8 + 5 = 13 wins by 4: 1 + 1 successes.
    facts = book.do(QUIN, AnswerVersus(SANTO, *book.newest()), 8, 5)
    assert notes(facts) == ["{0} is defeated: the other side wins with 2 successes."]
    # Marsha fudges to 5 + 8 = 13: a tie.
    facts = book.do(PAT, Fudge(MARSHA), 5, 8)
    assert thrown(facts) == (13, "double success")
    assert notes(facts)[-1] == "A tie: 1d6 breaks it, and on an even number {0} wins."
    # An odd number: the challenger does not beat it. Nobody can fudge either side any more.
    facts = book.do(PAT, BreakTie(MARSHA), 1)
    assert notes(facts) == ["{0} is defeated: the other side wins with 1 success."]
    assert book.refused(PAT, Fudge(MARSHA)) == book.refused(QUIN, Fudge(SANTO)) == "STATE"
    # Undoing the tie die opens it again.
    book.do(DM, Undo(CHAIR))
    facts = book.do(QUIN, BreakTie(SANTO), 6)
    assert notes(facts) == ["{0} wins with 1 success."]
