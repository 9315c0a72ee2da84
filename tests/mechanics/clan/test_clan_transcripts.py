"""The ledger's three transcripts, row by row, with the printed faces."""

import pytest

from mechanics.game import CHAIR, Refusal
from mechanics.games.clan.moves import Attack, Check, Keep, KillCheck, Luck, Maneuver, Narrate, Rest, Walk
from mechanics.tracking import EndFight, NextTurn
from tests.mechanics.clan.clan_table import (
    BRAKKA,
    GM,
    GNARL,
    MOTE,
    OOZE,
    PAT,
    QUIN,
    VEX,
    Book,
    brakka,
    changes,
    compared,
    gnarl,
    mote,
    ooze,
    rolled,
    vex,
)


@pytest.mark.rule("CLAN-ACT-01")
@pytest.mark.rule("CLAN-ATK-01")
@pytest.mark.rule("CLAN-LUCK-03")
@pytest.mark.rule("CLAN-LUCK-04")
@pytest.mark.rule("CLAN-ORD-01")
@pytest.mark.rule("CLAN-RNG-01")
def test_transcript_1_luck_range_refusals() -> None:
    book = Book(brakka(), mote(), gnarl())
    # 0
    book.fight((BRAKKA, 5), (MOTE, 9), (GNARL, 5), roll_offs=(4, 11))
    assert book.up() == (1, (MOTE,))
    assert book.row() == [MOTE, GNARL, BRAKKA]
    assert book.left(MOTE) == 3
    assert [book.of(i).hp for i in (MOTE, GNARL, BRAKKA)] == [14, 17, 15]
    assert book.of(BRAKKA).luck_now == 2
    # 1
    book.do(QUIN, Walk(MOTE))
    assert book.left(MOTE) == 2
    # 2
    facts = book.do(QUIN, Attack(MOTE, GNARL, "sling", 25), 10, 2, 1)
    assert rolled(facts) == (9, 11, "miss")
    assert book.open() == [] and book.left(MOTE) == 0
    # 3
    book.do(QUIN, NextTurn(MOTE))
    assert book.up() == (1, (GNARL,)) and book.left(GNARL) == 3
    # 4
    book.gm(Walk(GNARL))
    assert book.left(GNARL) == 2
    # 5
    facts = book.gm(Attack(GNARL, BRAKKA), 8, 3)
    assert rolled(facts, "CLAN-ATK-01") == (11, 9, "hit")
    assert rolled(facts, "CLAN-DMG-01") == (6, None, "")
    assert changes(facts, "hp") == [(BRAKKA, 15, 9)]
    assert book.left(GNARL) == 0
    # 6
    book.gm(NextTurn(GNARL))
    assert book.up() == (1, (BRAKKA,)) and book.left(BRAKKA) == 3
    # 7
    facts = book.do(PAT, Attack(BRAKKA, GNARL), 5)
    assert rolled(facts) == (9, 11, "miss")
    assert book.roll().a.dice == (5,) and book.left(BRAKKA) == 1
    assert (book.of(BRAKKA).luck_now, book.of(GNARL).hp) == (2, 17)
    assert book.refused(PAT, NextTurn(BRAKKA)) == "waiting"
    assert book.refused(PAT, Walk(BRAKKA)) == "waiting"
    # 8
    facts = book.do(PAT, Luck(BRAKKA), 7)
    assert rolled(facts) == (11, 11, "miss")
    assert book.roll().a.dice == (5, 7) and book.of(BRAKKA).luck_now == 1
    # 9
    facts = book.do(PAT, Luck(BRAKKA), 11, 6)
    assert rolled(facts, "CLAN-ATK-01") == (15, 11, "hit")
    assert rolled(facts, "CLAN-DMG-01") == (10, None, "")
    assert (book.of(BRAKKA).luck_now, book.of(GNARL).hp, book.open()) == (0, 7, [])
    # 10
    refusal = book.refusal(PAT, Attack(BRAKKA, GNARL))
    assert refusal.code == "STATE" and "2" in refusal.message and "1 left" in refusal.message
    # 11
    facts = book.do(PAT, Check(BRAKKA, "smart", 12), 10)
    assert rolled(facts) == (12, 12, "success")
    assert book.left(BRAKKA) == 0 and book.open() == []
    # 12
    book.do(PAT, NextTurn(BRAKKA))
    assert book.up() == (2, (MOTE,)) and book.left(MOTE) == 3
    assert [book.of(i).hp for i in (MOTE, GNARL, BRAKKA)] == [14, 7, 9]
    assert book.of(BRAKKA).luck_now == 0


@pytest.mark.rule("CLAN-NAT-01")
@pytest.mark.rule("CLAN-ATK-02")
@pytest.mark.rule("CLAN-KILL-01")
@pytest.mark.rule("CLAN-UNC-01")
@pytest.mark.rule("CLAN-HP-02")
def test_transcript_2_doubling_kill_ties_fumble() -> None:
    book = Book(brakka(), vex(), ooze(), naturals=True)
    # 0
    book.fight((BRAKKA, 8), (VEX, 12), (OOZE, 3))
    assert book.row() == [VEX, BRAKKA, OOZE] and book.up() == (1, (VEX,)) and book.left(VEX) == 3
    assert [book.of(i).hp for i in (VEX, BRAKKA, OOZE)] == [14, 15, 18]
    # 1
    facts = book.do(QUIN, Attack(VEX, OOZE), 12, 5)
    assert rolled(facts, "CLAN-ATK-01") == (18, 12, "natural 12: hit")
    assert rolled(facts, "CLAN-ATK-02") == (22, None, "")
    assert (book.of(OOZE).hp, book.of(OOZE).status, book.left(VEX)) == (0, "unconscious", 1)
    # 2
    facts = book.do(QUIN, KillCheck(VEX, OOZE), 4, 3, 1)
    assert compared(facts) == (13, 13, "tie")
    assert (book.of(OOZE).status, book.left(VEX), book.open()) == ("unconscious", 0, [])
    # 3
    book.do(QUIN, NextTurn(VEX))
    assert book.up() == (1, (BRAKKA,)) and book.left(BRAKKA) == 3
    # 4
    facts = book.do(PAT, KillCheck(BRAKKA, OOZE), 9, 2, 5)
    assert compared(facts) == (15, 17, "b")
    assert book.waiting().by == (BRAKKA,) and book.left(BRAKKA) == 2
    # 5
    facts = book.do(PAT, Luck(BRAKKA), 11)
    assert compared(facts) == (17, 17, "tie")
    assert book.roll().kind == "kill" and book.of(BRAKKA).luck_now == 1
    # 6
    book.gm(Narrate())
    assert (book.open(), book.of(OOZE).status) == ([], "unconscious")
    # 7
    facts = book.do(PAT, Attack(BRAKKA, VEX), 1)
    assert rolled(facts)[2] == "natural 1: miss"
    assert (len(book.open()), book.of(BRAKKA).luck_now, book.left(BRAKKA)) == (1, 1, 0)
    # 8
    facts = book.do(PAT, Luck(BRAKKA), 1, 4)
    assert rolled(facts, "CLAN-ATK-02") == (8, None, "")
    assert changes(facts, "hp") == [(BRAKKA, 15, 7)] and book.of(BRAKKA).luck_now == 0
    # 9
    book.do(PAT, NextTurn(BRAKKA))
    assert book.up() == (2, (VEX,)) and book.left(VEX) == 3
    # 10
    facts = book.do(QUIN, Attack(VEX, BRAKKA, "maul", 30), 12, 4, 4, 3, 1)
    assert rolled(facts, "CLAN-ATK-01") == (7, 9, "natural 12: hit")
    assert rolled(facts, "CLAN-ATK-02") == (14, None, "")
    assert (book.of(BRAKKA).hp, book.of(BRAKKA).status, book.left(VEX)) == (0, "unconscious", 1)


@pytest.mark.rule("CLAN-MAN-01")
@pytest.mark.rule("CLAN-MAN-02")
@pytest.mark.rule("CLAN-REST-01")
@pytest.mark.rule("CLAN-LUCK-05")
def test_transcript_3_holding_escape_kill_rest() -> None:
    book = Book(brakka(hp=9, luck_spent=1), gnarl(hp=5))
    # 0
    book.fight((BRAKKA, 6), (GNARL, 10))
    assert book.row() == [GNARL, BRAKKA] and book.up() == (1, (GNARL,)) and book.left(GNARL) == 3
    assert book.of(BRAKKA).luck_now == 1
    # 1
    facts = book.gm(Maneuver(GNARL, "hold", BRAKKA), 7, 7)
    assert compared(facts) == (10, 10, "tie")
    assert (book.held(), book.open(), book.left(GNARL)) == ([], [], 1)
    # 2
    assert book.refused(PAT, Luck(BRAKKA)) == "STATE"
    assert book.of(BRAKKA).luck_now == 1
    # 3
    book.gm(Walk(GNARL))
    assert book.left(GNARL) == 0
    book.gm(NextTurn(GNARL))
    assert book.left(BRAKKA) == 3
    # 4
    facts = book.do(PAT, Maneuver(BRAKKA, "hold", GNARL), 9, 8)
    assert compared(facts) == (13, 13, "tie")
    assert len(book.open()) == 1 and book.left(BRAKKA) == 1
    # 5
    facts = book.do(PAT, Luck(BRAKKA), 12)
    assert compared(facts) == (16, 13, "a")
    assert (book.of(BRAKKA).luck_now, book.open(), book.held()) == (0, [], [(BRAKKA, GNARL)])
    # 6
    book.do(PAT, NextTurn(BRAKKA))
    assert book.up() == (2, (GNARL,)) and book.left(GNARL) == 3
    # 7
    refusal = book.refusal(GM, Walk(GNARL))
    assert isinstance(refusal, Refusal) and refusal.code == "STATE" and "held" in refusal.message
    assert book.left(GNARL) == 3
    # 8
    facts = book.gm(Maneuver(GNARL, "escape", BRAKKA), 11, 2)
    assert compared(facts) == (14, 5, "a")
    assert (book.held(), book.open(), book.left(GNARL)) == ([], [], 1)
    # 9
    book.gm(NextTurn(GNARL))
    facts = book.do(PAT, Attack(BRAKKA, GNARL), 9, 1)
    assert rolled(facts, "CLAN-ATK-01") == (13, 11, "hit")
    assert rolled(facts, "CLAN-DMG-01") == (5, None, "")
    assert (book.of(GNARL).hp, book.of(GNARL).status, book.left(BRAKKA)) == (0, "unconscious", 1)
    # 10
    facts = book.do(PAT, KillCheck(BRAKKA, GNARL), 8, 4, 4)
    assert compared(facts) == (16, 15, "a")
    assert (book.of(GNARL).status, book.left(BRAKKA)) == ("dead", 0)
    # 11
    book.gm(EndFight(CHAIR))
    assert book.state.scene.fight is None
    # 12
    book.gm(Rest(CHAIR, (BRAKKA, GNARL), "sleep"))
    assert (book.of(BRAKKA).hp, book.of(BRAKKA).luck_spent, book.of(BRAKKA).luck_now) == (15, 0, 2)
    assert book.of(GNARL).status == "dead"


def test_keep_is_for_whose_luck_could_change_it() -> None:
    book = Book(brakka(), gnarl())
    book.fight((BRAKKA, 6), (GNARL, 3))
    book.do(PAT, Maneuver(BRAKKA, "hold", GNARL), 9, 8)
    assert book.refused(GM, Keep(GNARL)) == "not-yours"
    assert book.refused(QUIN, Keep(BRAKKA)) == "not-yours"
    book.do(PAT, Keep(BRAKKA))
    assert (book.open(), book.held()) == ([], [])
