"""Tests, contests, lent dice and requests, through perform."""

import pytest

from mechanics.facts import Asked as AskedFact
from mechanics.facts import Compared, Noted, Rolled
from mechanics.game import CHAIR, SELF, Drop, Force, Id
from mechanics.games.oneroll.moves import (
    AnswerAsk,
    AnswerContest,
    Ask,
    Assist,
    Check,
    Choose,
    Contest,
    RollPool,
    Share,
)
from mechanics.tracking import BeginFight, JoinFight, StartFight
from tests.mechanics.oneroll.ore_table import GM, PAT, QUIN, Book, boxes, creature, notes, player, rolled

ADA, BO, ORK = Id("ada"), Id("bo"), Id("ork")


def duel() -> Book:
    return Book(
        player("Ada", sense=3, sight=2, command=3, intimidation=2),
        player("Bo", "q", cool=2, lie=2, sense=2, sight=2),
        creature("Ork", cool=3, lie=2, sense=1, sight=1),
    )


@pytest.mark.rule("ORE-POOL-01")
def test_any_pool_of_one_to_ten_dice() -> None:
    book = duel()
    facts = book.do(PAT, RollPool(SELF, 5, "luck"), 4, 4, 1, 2, 3)
    (fact,) = facts
    assert isinstance(fact, Rolled) and fact.label == "luck" and fact.sum.who == "p" and fact.sum.total is None
    assert [(d.value, d.kept) for d in fact.sum.dice] == [(4, True), (4, True), (1, False), (2, False), (3, False)]
    assert [f.label for f in book.do(PAT, RollPool(ADA, 1), 7) if isinstance(f, Rolled)] == ["1 dice"]
    for pool in (0, 11, -1):
        assert book.refused(PAT, RollPool(SELF, pool)) == "RANGE"
    assert [f.to for f in book.do(PAT, RollPool(SELF, 2, secret=True), 1, 2)] == [("p",)]


@pytest.mark.rule("ORE-STATIC-01")
def test_a_static_test() -> None:
    book = duel()
    facts = book.do(PAT, Check(ADA, "Sight", note="the hill"), 2, 2, 10, 5, 7)
    (fact,) = facts
    assert isinstance(fact, Rolled)
    assert (fact.label, fact.verdict, fact.against) == ("Sense + Sight: the hill", "success", None)
    (fact,) = book.do(PAT, Check(ADA, "sight", target=3), 2, 2, 10, 5, 7)
    assert isinstance(fact, Rolled) and (fact.verdict, fact.against) == ("failure", 3)
    assert rolled(book.do(PAT, Check(ADA, "sight", stat="command", bonus=-2), 1, 2, 3)) == [("ada", 3, [])]
    for bad, code in (
        (Check(ADA, "sight", target=0), "RANGE"),
        (Check(ADA, "sight", target=11), "RANGE"),
        (Check(ADA, "sight", bonus=11), "RANGE"),
        (Check(ADA, "sight", actions=6), "RANGE"),
        (Check(ADA, "sight", actions=0), "RANGE"),
        (Check(ADA, "sight", "far"), "UNKNOWN"),
        (Check(ADA, "navigation", "Air"), "UNKNOWN"),
        (Check(ADA, "sight", stat="luck"), "UNKNOWN"),
        (Check(BO, "sight"), "not-yours"),
    ):
        assert book.refused(PAT, bad) == code, bad


@pytest.mark.rule("ORE-POOL-01")
def test_a_pool_of_none_fails_unrolled_and_one_above_ten_is_cut() -> None:
    book = Book(player("Ada", sense=0, cool=6, lie=7))
    assert notes(book.do(PAT, Check(ADA, "sight"))) == ["{0}, Sense + Sight: no dice, so it fails."]
    facts = book.do(PAT, Check(ADA, "lie"), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
    assert notes(facts) == ["{0}'s pool is cut to 10 dice."]
    assert notes(book.do(PAT, Check(ADA, "lie", bonus=-3), 1, 2, 3, 4, 5, 6, 7)) == []


@pytest.mark.rule("ORE-SET-03")
def test_with_several_sets_the_roller_chooses() -> None:
    book = duel()
    facts = book.do(PAT, Check(ADA, "sight"), 4, 4, 4, 9, 9)
    assert notes(facts) == ["{0} uses 3x4 unless another is chosen."]
    assert not [f for f in facts if isinstance(f, AskedFact)]
    assert book.refused(PAT, Choose(ADA, "3x9")) == "UNKNOWN"
    assert book.refused(QUIN, Choose(ADA, "2x9")) == "not-yours"
    assert book.refused(QUIN, Choose(BO, "2x9")) == "not-allowed"
    assert notes(book.do(PAT, Choose(ADA, "2x9"))) == ["{0} uses 2x9."]
    assert book.refused(PAT, Choose(ADA, "2x9")) == "not-allowed"
    assert notes(book.do(PAT, Check(ADA, "sight", target=5), 4, 4, 4, 9, 9)) == []
    book.do(PAT, Check(ADA, "sight"), 4, 4, 4, 9, 9)
    book.do(PAT, Check(ADA, "sight"), 3, 3, 3, 8, 8)
    assert len(book.state.scene.pending) == 1
    assert notes(book.gm(Force(CHAIR))) == ["{0} uses 3x3."]


@pytest.mark.rule("ORE-MULTI-01")
def test_several_actions_of_one_skill() -> None:
    book = duel()
    facts = book.do(PAT, Check(ADA, "sight", actions=2), 1, 1, 2, 2)
    assert rolled(facts) == [("ada", 4, ["2x2", "2x1"])] and notes(facts) == ["2 of 2 actions succeed."]
    facts = book.do(PAT, Check(ADA, "sight", actions=3), 1, 1, 1)
    assert notes(facts) == ["3 dice: not all 3 actions can succeed.", "1 of 3 actions succeed."]
    assert book.refused(PAT, Check(ADA, "sight", actions=5)) == "RANGE"
    assert not book.state.scene.pending


@pytest.mark.rule("ORE-DMG-04")
def test_the_unconscious_and_the_dead_test_nothing() -> None:
    book = Book(player("Ada", boxes=boxes(head="4/0")), player("Bo", "q", dead=True))
    assert book.refused(PAT, Check(ADA, "sight")) == book.refused(QUIN, Check(BO, "sight")) == "STATE"


@pytest.mark.rule("ORE-COOP-01")
def test_lending_dice() -> None:
    book = duel()
    book.do(QUIN, Assist(BO, ADA, "sight", 2))
    facts = book.do(PAT, Check(ADA, "sight"), 1, 2, 3, 4, 5, 6, 7)
    assert notes(facts) == ["{0} lends 2 of 7 dice and that share of what comes of it."]
    assert not book.state.scene.pending
    assert rolled(book.do(PAT, Check(ADA, "sight"), 1, 2, 3, 4, 5)) == [("ada", 5, [])]


@pytest.mark.rule("ORE-COOP-01")
def test_dice_beyond_ten_are_not_lent() -> None:
    book = Book(player("Ada", sense=6, sight=2), player("Bo", "q", sight=4), player("Cy", "q", sight=3))
    book.do(QUIN, Assist(BO, ADA, "sight", 4))
    assert book.refused(QUIN, Assist(Id("cy"), ADA, "sight", 1)) == "RANGE"
    facts = book.do(PAT, Check(ADA, "sight"), *range(1, 11))
    assert notes(facts) == [
        "{0}'s pool is cut to 10 dice.",
        "{0} lends 2 of 10 dice and that share of what comes of it.",
    ]


@pytest.mark.rule("ORE-COOP-01")
def test_who_cannot_lend() -> None:
    book = duel()
    for move, code in (
        (Assist(BO, ADA, "intimidation", 1), "RULE"),
        (Assist(BO, BO, "sight", 1), "RULE"),
        (Assist(BO, ADA, "sight", 3), "RANGE"),
        (Assist(BO, ADA, "sight", 0), "RANGE"),
    ):
        assert book.refused(QUIN, move) == code
    book.do(QUIN, Assist(BO, ADA, "sight", 1))
    assert book.refused(QUIN, Assist(BO, ORK, "sight", 1)) == "STATE"
    book.do(PAT, Check(ADA, "intimidation"), 1, 2, 3, 4, 5)
    assert len(book.state.scene.pending) == 1  # help with another skill still waits
    book.gm(Drop(CHAIR))
    book.gm(StartFight(CHAIR))
    book.gm(JoinFight(BO))
    book.gm(JoinFight(ORK))
    book.do(QUIN, Assist(BO, ADA, "sight", 1))
    book.gm(Drop(CHAIR))
    book.gm(BeginFight(CHAIR))
    assert book.refused(QUIN, Assist(BO, ADA, "sight", 1)) == "waiting"


@pytest.mark.rule("ORE-COOP-01")
def test_consequences_are_shared() -> None:
    book = duel()
    facts = book.gm(Share(CHAIR, 4, (ADA, BO, ORK), (3, 2, 1)))
    assert notes(facts) == ["{0} bears 2 of 4.", "{0} bears 1 of 4.", "{0} bears 1 of 4."]
    for bad in (Share(CHAIR, 4, (ADA,), (1,)), Share(CHAIR, 4, (ADA, BO), (1,)), Share(CHAIR, 0, (ADA, BO), (1, 1))):
        assert book.refused(GM, bad) == "RANGE"
    assert book.refused(GM, Share(CHAIR, 101, (ADA, BO), (1, 1))) == "RANGE"
    assert book.refused(GM, Share(CHAIR, 1, (ADA, BO), (0, 0))) == "RANGE"


@pytest.mark.rule("ORE-STATIC-01")
def test_asked_by_the_gm() -> None:
    book = duel()
    facts = book.gm(Ask(CHAIR, (ADA, BO), "sight", target=4, note="what moves?"))
    (fact,) = facts
    assert isinstance(fact, AskedFact) and fact.by == (ADA, BO)
    assert fact.what == "Sense + Sight, height 4 or more: what moves?"
    number, rev = next((p.id, p.rev) for p in book.state.scene.pending.values())
    facts = book.do(PAT, AnswerAsk(ADA, number, rev), 3, 3, 1, 2, 4)
    assert [f.verdict for f in facts if isinstance(f, Rolled)] == ["failure"]
    assert book.refused(PAT, AnswerAsk(ADA, number)) == "not-yours"
    book.gm(Force(CHAIR), 4, 4, 1, 2)  # Bo is away; the other button stayed good
    assert not book.state.scene.pending
    assert book.refused(PAT, AnswerAsk(ADA, number)) == "stale"
    for bad, code in (
        (Ask(CHAIR, (), "sight"), "UNKNOWN"),
        (Ask(CHAIR, (ADA, ADA), "sight"), "UNKNOWN"),
        (Ask(CHAIR, (ADA,), "sight", target=11), "RANGE"),
        (Ask(CHAIR, (ADA,), "language"), "UNKNOWN"),
    ):
        assert book.refused(GM, bad) == code
    assert book.refused(PAT, Ask(CHAIR, (ADA,), "sight")) == "not-gm"


@pytest.mark.rule("ORE-VS-02")
def test_a_contest_with_a_creature() -> None:
    book = duel()
    assert notes(book.do(PAT, Contest(ADA, ORK, "intimidation"))) == [
        "{0} sets Command + Intimidation against {1}.",
    ]
    assert book.refused(PAT, AnswerContest(ADA, "lie")) == "not-allowed"
    assert book.refused(GM, AnswerContest(ORK, "lying")) == "UNKNOWN"
    facts = book.gm(AnswerContest(ORK, "lie"), 8, 8, 1, 2, 3, 7, 7, 7, 7, 1)
    assert rolled(facts) == [("ada", 5, ["2x8"]), ("ork", 5, ["4x7"])]
    (fact,) = [f for f in facts if isinstance(f, Compared)]
    assert (fact.verdict, fact.by, fact.a.total, fact.b.total) == ("a", 1, 8, 7)
    assert notes(facts) == ["{0} wins."]
    book.do(PAT, Contest(ADA, ORK, "intimidation"))
    facts = book.gm(AnswerContest(ORK, "lie"), 6, 6, 1, 2, 3, 6, 6, 6, 1, 2)
    assert notes(facts) == ["{0} wins. A player's character wins when heights are equal."]
    book.do(PAT, Contest(ADA, ORK, "intimidation"))
    facts = book.gm(Force(CHAIR), 1, 2, 3, 4, 5, 3)  # the same skill: Command 1, Intimidation 0
    assert notes(facts) == ["Nobody has a set: all stays as it was."]
    assert [f.verdict for f in facts if isinstance(f, Compared)] == ["tie"]


@pytest.mark.rule("ORE-VS-02")
def test_a_draw_between_players() -> None:
    book = duel()
    book.do(PAT, Contest(ADA, BO, "intimidation"))
    facts = book.do(QUIN, AnswerContest(BO, "lie"), 6, 6, 1, 2, 3, 6, 6, 6, 1)
    assert notes(facts) == ["Equal heights: a draw, to be rolled again if it matters."]
    book.do(PAT, Contest(ADA, BO, "intimidation"))
    facts = book.do(QUIN, AnswerContest(BO, "lie"), 5, 5, 1, 2, 3, 6, 6, 6, 1)
    assert notes(facts) == ["{1} wins."]
    assert book.refused(PAT, Contest(ADA, ADA, "intimidation")) == "RULE"


@pytest.mark.rule("ORE-VS-01")
def test_who_acts_first() -> None:
    book = duel()
    for theirs, text, about in (
        ((6, 6, 6, 1, 2), "{0} acts first, then {1}.", ("ork", "ada")),
        ((1, 2, 3, 4, 5), "{0} acts, {1} does not.", ("ada", "ork")),
    ):
        book.do(PAT, Contest(ADA, ORK, "intimidation", order=True))
        facts = book.gm(AnswerContest(ORK, "lie"), 9, 9, 1, 2, 3, *theirs)
        assert [(f.text, f.about) for f in facts if isinstance(f, Noted)] == [(text, about)]
    book.do(PAT, Contest(ADA, ORK, "intimidation", order=True))
    facts = book.gm(AnswerContest(ORK, "lie"), 9, 8, 1, 2, 3, 1, 2, 3, 4, 5)
    assert notes(facts) == ["Nobody has a set: neither {0} nor {1} acts."]
