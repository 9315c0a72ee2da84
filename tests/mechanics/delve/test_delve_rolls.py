"""Rolls, Luck, criticals, feats (sections 1 and 2 of the ledger)."""

import pytest

from mechanics.facts import Rolled
from mechanics.game import CHAIR, Drop, Force, Id
from mechanics.games.delve import moves as m
from mechanics.games.delve.rulings import Rulings
from mechanics.keeping import EditField
from tests.mechanics.delve.delve_table import (
    BOLT,
    GM,
    LEATHER,
    PAT,
    QUIN,
    SWORD,
    Book,
    asha,
    foe,
    pc,
    rolled,
    scroll,
)

ASHA = Id("asha")


@pytest.mark.rule("DELVE-ROLL-01")
@pytest.mark.parametrize(
    ("abilities", "move", "die", "expected"),
    [
        ("0 0 2 0 0 0", m.Check(ASHA, "dex", tn=13), 11, (13, 13, "fail")),
        ("0 0 2 0 0 0", m.Check(ASHA, "dex", tn=13), 12, (14, 13, "success")),
        ("0 0 0 0 0 0", m.Check(ASHA, "cha", "easy"), 10, (10, 10, "fail")),
        ("0 0 0 -1 0 0", m.Check(ASHA, "int", "challenging"), 17, (16, 15, "success")),
        ("3 0 0 0 0 0", m.Check(ASHA, "str"), 11, (14, 13, "success")),
        ("0 0 0 0 0 0", m.Check(ASHA, "Charm", "difficult", bonus=-2), 20, (18, 18, "fail")),
        ("0 0 0 0 0 0", m.Check(ASHA, "wis", "moderate", bonus=10), 4, (14, 13, "success")),
        ("6 0 0 0 0 0", m.Check(ASHA, "str", tn=5), 1, (7, 5, "success")),  # DELVE-CRIT-01 V4
    ],
)
def test_an_ability_roll_has_to_beat_its_number(
    abilities: str, move: m.Check, die: int, expected: tuple[int, int, str]
) -> None:
    book = Book(pc("Asha", abilities, luck=0))
    assert rolled(book.do(PAT, move, die)) == [("ability roll", *expected)]
    assert book.waits == []


@pytest.mark.rule("DELVE-ROLL-01")
def test_what_no_ability_roll_is() -> None:
    book = Book(pc("Asha"), foe("Rat"))
    wrong = [
        (m.Check(ASHA, "luck"), "UNKNOWN"),
        (m.Check(ASHA, "str", "trivial"), "UNKNOWN"),
        (m.Check(ASHA, "str", tn=0), "RANGE"),
        (m.Check(ASHA, "str", tn=41), "RANGE"),
        (m.Check(ASHA, "str", bonus=11), "RANGE"),
        (m.Check(ASHA, "str", bonus=-11), "RANGE"),
        (m.Check(Id("rat"), "str"), "RULE"),
    ]
    assert [book.refused(GM, move) for move, _ in wrong] == [code for _, code in wrong]
    assert book.refused(QUIN, m.Check(ASHA, "str")) == "not-yours"


@pytest.mark.rule("DELVE-LUCK-03")
def test_of_a_secret_roll_nothing_stays_open() -> None:
    book = Book(pc("Asha", "0 0 0 0 0 2"))
    facts = book.do(PAT, m.Check(ASHA, "str", secret=True, plus5=True), 2)
    assert [f.to for f in facts if isinstance(f, Rolled)] == [("p",)]
    assert book.waits == [] and book.sheet("asha").luck_now == 2


def striker(luck: int = 3) -> Book:
    book = Book(asha(luck=luck), foe("Ghoul", 3, 20))
    book.fight("asha", against=("ghoul",), first=1)
    return book


@pytest.mark.rule("DELVE-LUCK-02")
def test_luck_on_a_failed_roll() -> None:
    book = striker()  # V1: 9 + 2 + 5 against 13
    book.attack("asha", "ghoul", 9)
    assert rolled(book.do(PAT, m.Plus5(ASHA), 1))[0] == ("attack", 16, 13, "success")
    assert book.sheet("asha").luck_now == 2
    book = striker()  # V2
    book.attack("asha", "ghoul", 9)
    assert rolled(book.do(PAT, m.Reroll(ASHA), 4)) == [("attack", 6, 13, "fail")]
    assert (book.sheet("asha").luck_now, book.waits) == (2, ["Roll"])
    assert rolled(book.do(PAT, m.Reroll(ASHA), 12, 2))[0] == ("attack", 14, 13, "success")
    book = Book(pc("Asha", "2 0 0 0 0 3"))  # V3
    book.do(PAT, m.Check(ASHA, "str", tn=18), 9)
    assert rolled(book.do(PAT, m.Plus5(ASHA))) == [("ability roll", 16, 18, "fail")]
    assert book.refused(PAT, m.Plus5(ASHA)) == "STATE"
    assert rolled(book.do(PAT, m.Reroll(ASHA), 12)) == [("ability roll", 19, 18, "success")]  # +5 survives
    book = striker()  # V4
    book.attack("asha", "ghoul", 1)
    assert book.refused(PAT, m.Plus5(ASHA)) == "RULE"
    book = Book(pc("Asha", luck=0))  # V5
    assert book.refused(PAT, m.Reroll(ASHA)) == "FUNDS"
    book = Book(pc("Asha", "1 0 0 0 0 2"))  # V6
    book.do(PAT, m.Check(ASHA, "str", tn=16), 10)
    assert rolled(book.do(PAT, m.Plus5(ASHA))) == [("ability roll", 16, 16, "fail")]
    assert book.refused(PAT, m.Reroll(Id("asha"), pending=1, rev=1)) == "stale"
    book.do(PAT, m.Accept(ASHA))
    assert book.refused(PAT, m.Reroll(ASHA)) == "STATE" and book.refused(PAT, m.Accept(ASHA)) == "STATE"


@pytest.mark.rule("DELVE-LUCK-02")
def test_plus_5_counts_on_a_natural_1_of_any_other_roll() -> None:
    book = Book(pc("Asha", "0 0 0 0 0 5", items=(LEATHER,)), foe("Ogre", 3))  # V8
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 2)
    book.do(PAT, m.Accept(ASHA), 1)
    book.do(PAT, m.Wear(ASHA), 1)
    luck = book.sheet("asha").luck_now
    assert rolled(book.do(PAT, m.Plus5(ASHA))) == [("armor", 11, 10, "success")]
    assert book.sheet("asha").luck_now == luck - 1 and book.item("asha", "leather").spent
    book = Book(pc("Asha", "0 0 0 3 0 2", items=(BOLT,)))  # V9
    book.do(PAT, m.Cast(ASHA, "Elemental bolt", (), "earth"), 1)
    assert rolled(book.do(PAT, m.Plus5(ASHA))) == [("casting", 9, 13, "fail")]
    assert (book.sheet("asha").luck_now, book.waits) == (2, ["Roll"])


@pytest.mark.rule("DELVE-LUCK-02")
def test_plus_5_with_the_roll_and_its_price() -> None:
    book = Book(pc("Asha", luck=1))
    assert rolled(book.do(PAT, m.Check(ASHA, "str", plus5=True), 9)) == [("ability roll", 14, 13, "success")]
    assert book.refused(PAT, m.Check(ASHA, "str", plus5=True)) == "FUNDS"
    book = Book(pc("Asha", "0 0 0 0 0 2"), rulings=Rulings(luck_plus5_stack=True))
    book.do(PAT, m.Check(ASHA, "str", tn=20), 6)
    book.do(PAT, m.Plus5(ASHA))
    book.do(PAT, m.Plus5(ASHA))
    assert rolled(book.do(PAT, m.Plus5(ASHA))) == [("ability roll", 21, 20, "success")]


@pytest.mark.rule("DELVE-LUCK-02")
def test_luck_for_actions_feet_and_things() -> None:
    book = striker()
    assert book.refused(PAT, m.SpendLuck(ASHA, "sleep")) == "UNKNOWN"
    book.do(PAT, m.SpendLuck(ASHA, "action"))
    book.do(PAT, m.SpendLuck(ASHA, "move"))
    assert (book.left("asha"), book.sheet("asha").luck_now) == ("2/50", 1)
    book.do(PAT, m.SpendLuck(ASHA, "Move"))
    assert book.refused(PAT, m.SpendLuck(ASHA, "move")) == "FUNDS"
    book.done("asha")
    assert book.refused(PAT, m.SpendLuck(ASHA, "action")) == "STATE"
    worn = (SWORD, type(LEATHER)("leather", "armor", spent=True), scroll("Ward"))
    book = Book(pc("Asha", luck=1, items=worn, lost_spells=("Ward",)))
    assert book.refused(PAT, m.SpendLuck(ASHA, "item", "sword")) == "STATE"
    assert book.refused(PAT, m.SpendLuck(ASHA, "item", "shield")) == "UNKNOWN"
    assert book.refused(PAT, m.SpendLuck(ASHA, "action")) == "no-fight"
    book.do(PAT, m.SpendLuck(ASHA, "item", "Leather"))  # V7
    assert not book.item("asha", "leather").spent and book.sheet("asha").luck_now == 0


@pytest.mark.rule("DELVE-LUCK-03")
def test_a_failure_waits_for_whoever_has_luck_and_a_gm_may_accept_it() -> None:
    book = Book(pc("Asha", luck=1), pc("Bolin", owner="q", luck=0))
    book.do(QUIN, m.Check(Id("bolin"), "str"), 2)
    assert book.waits == []
    book.do(PAT, m.Check(ASHA, "str"), 20)
    assert book.waits == []
    book.do(PAT, m.Check(ASHA, "str"), 2)
    assert book.waits == ["Roll"]
    assert book.refused(QUIN, m.Accept(ASHA)) == "not-yours"
    assert book.refused(PAT, Force(CHAIR)) == "not-gm"
    book.gm(Force(CHAIR))
    assert book.waits == [] and book.sheet("asha").luck_now == 1


@pytest.mark.rule("DELVE-CRIT-01")
def test_criticals_are_those_of_attacks_and_defence() -> None:
    book = Book(pc("Asha", "-2 0 0 0 0 0", items=(SWORD,)), foe("Ogre", 15, 30))  # V1
    book.fight("asha", against=("ogre",), first=1)
    assert rolled(book.attack("asha", "ogre", 20, 1))[0] == ("attack", 18, 25, "critical success")
    book = Book(pc("Asha", "6 0 0 0 0 0", luck=0, items=(SWORD,)), foe("Rat", 1, 3, tn=5))  # V2
    book.fight("asha", against=("rat",), first=1)
    assert rolled(book.attack("asha", "rat", 1)) == [("attack", 7, 5, "critical fail")]
    book = Book(asha(), foe("Ogre", 3))  # V3
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 1)
    assert rolled(book.do(PAT, m.Reroll(ASHA), 20)) == [("defence", 21, 13, "critical success")]
    assert book.waits == ["Counter"]


@pytest.mark.rule("DELVE-CRIT-01")
@pytest.mark.parametrize(
    ("strength", "die", "verdict"),
    [
        (3, 20, "critical success"),
        (3, 19, "critical success"),
        (3, 18, "success"),
        (-9, 20, "fail"),
        (-1, 4, "fail"),
        (-1, 3, "critical fail"),
    ],
)
def test_criticals_by_ten_where_the_table_plays_it_so(strength: int, die: int, verdict: str) -> None:
    sheet = pc("Asha", f"{strength} 0 0 0 0 0", luck=0, items=(SWORD,))
    book = Book(sheet, foe("Ogre", 2, 40), rulings=Rulings(critical="margin"))
    book.fight("asha", against=("ogre",), first=1)
    draws = (1,) if verdict.endswith("success") else ()
    assert rolled(book.attack("asha", "ogre", die, *draws))[0] == ("attack", die + strength, 12, verdict)


@pytest.mark.rule("DELVE-FEAT-01")
def test_a_daring_feat() -> None:
    book = Book(pc("Asha", "0 0 3 0 0 0"), pc("Bolin", owner="q"), foe("Rat"))
    assert book.refused(PAT, m.Feat(ASHA, "swing")) == "no-fight"
    book.fight("asha", "bolin", against=("rat",), first=1)
    book.do(PAT, m.Feat(ASHA, "swing from the lamp"))
    assert book.refused(PAT, m.Feat(ASHA, "again")) == "STATE"
    assert book.refused(PAT, m.Decide(CHAIR, 15)) == "not-gm"
    assert book.refused(GM, m.Decide(CHAIR, 41)) == "RANGE"
    assert book.refused(GM, m.Decide(CHAIR, 15, ability="luck")) == "UNKNOWN"
    book.do(QUIN, m.Walk(Id("bolin"), 5))  # others need not wait for it
    assert rolled(book.gm(m.Decide(CHAIR, 15), 13)) == [("ability roll", 16, 15, "success")]
    assert book.left("asha") == "0/25" and book.waits == []
    book.do(QUIN, m.Feat(Id("bolin"), "fly", "str"))
    book.gm(m.Decide(CHAIR, no=True))
    assert book.left("bolin") == "1/20"
    assert book.refused(GM, m.Decide(CHAIR)) == "STATE"
    book.do(QUIN, m.Feat(Id("bolin"), "lift the gate", "str"))
    book.done("bolin")
    assert book.refused(GM, m.Decide(CHAIR, 10)) == "STATE"  # the turn is over
    book.end()
    assert book.waits == []


@pytest.mark.rule("DELVE-FEAT-01")
def test_a_forced_feat_cannot_be_done_and_an_ability_named_by_the_gm_counts() -> None:
    book = Book(pc("Asha", "5 0 0 0 0 0"), foe("Rat"))
    book.fight("asha", against=("rat",), first=1)
    book.do(PAT, m.Feat(ASHA, "leap", "dex"))
    book.gm(Force(CHAIR))
    assert book.left("asha") == "1/25" and book.waits == []
    book.do(PAT, m.Feat(ASHA, "leap", "dex"))
    assert rolled(book.gm(m.Decide(CHAIR, ability="str"), 9)) == [("ability roll", 14, 13, "success")]


@pytest.mark.rule("DELVE-ROLL-01")
def test_the_gm_asks_for_a_roll() -> None:
    book = Book(pc("Asha", "0 0 0 0 2 0"), pc("Bolin", owner="q"))
    both = (ASHA, Id("bolin"))
    assert book.refused(PAT, m.Ask(CHAIR, both, "wis")) == "not-gm"
    assert book.refused(GM, m.Ask(CHAIR, (), "wis")) == "UNKNOWN"
    assert book.refused(GM, m.Ask(CHAIR, (ASHA, ASHA), "wis")) == "UNKNOWN"
    book.gm(m.Ask(CHAIR, both, "wis", "easy", note="a noise"))
    assert book.waits == ["Asked", "Asked"]
    assert rolled(book.do(PAT, m.AnswerAsk(ASHA), 9)) == [("a noise", 11, 10, "success")]
    assert book.refused(PAT, m.AnswerAsk(ASHA)) == "not-allowed"
    assert rolled(book.gm(Force(CHAIR), 3)) == [("a noise", 3, 10, "fail")]
    assert book.waits == ["Roll"]


@pytest.mark.rule("DELVE-LUCK-03")
def test_nothing_comes_of_the_roll_of_somebody_killed_meanwhile() -> None:
    book = striker()
    book.attack("asha", "ghoul", 2)
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.refused(PAT, m.Reroll(ASHA)) == "STATE"
    book.gm(m.Accept(ASHA))
    assert book.waits == [] and book.sheet("ghoul").life == 20
    book = striker()
    book.attack("asha", "ghoul", 2)
    book.gm(Drop(CHAIR))
    assert book.waits == [] and book.sheet("ghoul").life == 20
    book.gm(EditField(CHAIR, ASHA, "luck", "0"))
    assert book.refused(PAT, m.Reroll(ASHA)) == "FUNDS"
