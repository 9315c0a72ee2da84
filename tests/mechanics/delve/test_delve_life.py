"""Hurt, dying, saved, rested (section 4 of the ledger)."""

import pytest

from mechanics.facts import Rolled
from mechanics.game import CHAIR, Id
from mechanics.games.delve import moves as m
from mechanics.games.delve.rulings import Rulings
from mechanics.keeping import EditField
from mechanics.tracking import JoinFight, NextTurn, RemoveFromFight
from tests.mechanics.delve.delve_table import GM, PAT, QUIN, RATION, Book, asha, foe, notes, pc, rolled

ASHA, BOLIN = Id("asha"), Id("bolin")


@pytest.mark.rule("DELVE-REST-01")
def test_a_night_and_a_ration() -> None:
    book = Book(pc("Asha", life=3, life_max=5, items=(RATION,)))
    book.do(PAT, m.Rest(ASHA))
    assert book.life("asha") == "4/5" and book.sheet("asha").items == ()
    assert book.refused(PAT, m.Rest(ASHA)) == "FUNDS"
    book = Book(pc("Asha", items=(RATION,)), foe("Ogre"))
    assert book.refused(PAT, m.Rest(ASHA)) == "STATE"
    assert book.sheet("asha").items == (RATION,)
    book.fight("asha", against=("ogre",), first=1)
    book.gm(EditField(CHAIR, ASHA, "life", "2"))
    assert book.refused(PAT, m.Rest(ASHA)) == "STATE"
    book.end()
    book.gm(EditField(CHAIR, ASHA, "status", "stable"))
    assert book.refused(PAT, m.Rest(ASHA)) == "STATE"


@pytest.mark.rule("DELVE-HEAL-01")
def test_healing_stops_at_the_most_and_wakes() -> None:
    book = Book(pc("Asha", life=2, life_max=5))
    book.gm(m.Heal(ASHA, 9))
    assert book.life("asha") == "5/5"
    for amount in (0, 1000):
        assert book.refused(GM, m.Heal(ASHA, amount)) == book.refused(GM, m.Hurt(ASHA, amount)) == "RANGE"
    for status in ("dying", "stable"):
        book.gm(EditField(CHAIR, ASHA, "status", status))
        assert book.refused(GM, m.Hurt(ASHA, 1)) == "STATE"
        book.gm(m.Heal(ASHA, 2))
        assert (book.sheet("asha").status, book.life("asha"), book.sheet("asha").death_round) == ("up", "2/5", None)
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.refused(GM, m.Heal(ASHA, 1)) == book.refused(GM, m.Hurt(ASHA, 1)) == "STATE"


@pytest.mark.rule("DELVE-WND-01")
@pytest.mark.parametrize(("die", "key"), [(1, "str"), (2, "con"), (3, "dex"), (4, "int"), (5, "wis"), (6, "cha")])
def test_a_wound(die: int, key: str) -> None:
    book = Book(pc("Asha", "0 0 0 0 0 1", luck=2), foe("Rat"))
    book.gm(m.Wound(CHAIR, ASHA), die)
    before = {"str": 0, "con": 0, "dex": 0, "int": 0, "wis": 0, "cha": 1}
    assert book.sheet("asha").abilities == {**before, key: before[key] - 1}
    assert book.sheet("asha").luck_now == (1 if die == 6 else 2)
    assert book.refused(GM, m.Wound(CHAIR, Id("rat"))) == "RULE"
    assert book.refused(GM, m.Wound(CHAIR)) == "UNKNOWN"
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.refused(GM, m.Wound(CHAIR, ASHA)) == "STATE"


DYING = [
    (1, (3, 9), "dead", None, 1),
    (1, (3, 10, 2), "dying", 7, 1),
    (1, (2, 10), "dead", None, 0),
    (-2, (1, 13, 1), "dying", 5, -2),
]


@pytest.mark.rule("DELVE-DIE-01")
@pytest.mark.parametrize(("con", "faces", "status", "last", "after"), DYING)
def test_zero_life(con: int, faces: tuple[int, ...], status: str, last: int | None, after: int) -> None:
    book = Book(pc("Asha", f"0 {con} 0 0 0 0", luck=0), foe("Ogre"))
    book.fight("asha", against=("ogre",), first=1)
    for _ in range(3):
        book.gm(NextTurn(CHAIR))
        book.gm(NextTurn(CHAIR), 1)
    assert book.round == 4
    book.gm(m.Hurt(ASHA, 5), *faces)
    now = book.sheet("asha")
    assert (now.status, now.death_round, now.life, now.abilities["con"]) == (status, last, 0, after)
    if status == "dying" and last is not None:
        assert book.now == ("ogre",)
        while book.round < last:
            assert book.sheet("asha").status == "dying"
            book.gm(NextTurn(CHAIR), 1)
        facts = book.gm(NextTurn(CHAIR), 1)
        assert book.sheet("asha").status == "dead" and "{0} dies." in notes(facts)


@pytest.mark.rule("DELVE-DIE-01")
def test_the_con_roll_can_be_mended_by_luck() -> None:
    book = Book(pc("Asha", luck=1))
    book.gm(m.Hurt(ASHA, 5), 1, 7)
    assert book.waits == ["Roll"] and book.sheet("asha").status == "dying"
    facts = book.do(PAT, m.Plus5(ASHA), 3)
    assert rolled(facts) == [("staying alive", 12, 10, "success"), ("turns left", 3, None, "")]
    assert book.sheet("asha").death_round == 3


@pytest.mark.rule("DELVE-DIE-01")
def test_outside_a_fight_the_gm_ticks_and_clocks_go_along_into_fights() -> None:
    book = Book(pc("Asha", luck=0), pc("Bolin", owner="q"), foe("Ogre"), foe("Rat"))
    book.gm(m.Hurt(ASHA, 5), 1, 11, 4)
    assert book.sheet("asha").death_round == 4
    assert book.refused(PAT, m.Tick(CHAIR)) == "not-gm"
    book.gm(m.Tick(CHAIR))
    assert book.sheet("asha").death_round == 3
    book.fight("bolin", against=("ogre", "rat"), first=1)
    assert book.refused(GM, m.Tick(CHAIR)) == "STATE"
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    book.do(PAT, JoinFight(ASHA))
    assert (book.round, book.sheet("asha").death_round) == (2, 5)
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    book.gm(RemoveFromFight(CHAIR, (ASHA,)))
    assert book.sheet("asha").death_round == 2
    book.end()
    book.gm(m.Tick(CHAIR))
    book.gm(m.Tick(CHAIR))
    assert book.sheet("asha").status == "dead"


@pytest.mark.rule("DELVE-DIE-01")
def test_attacks_on_the_fallen_and_the_gms_word() -> None:
    book = Book(pc("Asha", luck=0), foe("Ogre"), pc("Bolin", owner="q"))
    book.fight("asha", "bolin", against=("ogre",), first=6)
    book.gm(m.Hurt(ASHA, 5), 1, 11, 4)
    assert book.refused(GM, m.Attack(Id("ogre"), ASHA)) == "STATE"
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.sheet("asha").status == "dead"
    assert book.refused(GM, m.Kill(CHAIR, ASHA)) == "STATE"


@pytest.mark.rule("DELVE-DIE-02")
def test_first_aid() -> None:
    book = Book(pc("Asha", luck=0), pc("Bolin", owner="q"), foe("Ogre"))
    assert book.refused(QUIN, m.Aid(BOLIN, ASHA)) == "STATE"
    assert book.refused(QUIN, m.Aid(BOLIN, BOLIN)) == "RULE"
    book.gm(m.Hurt(ASHA, 5), 1, 11, 4)
    book.do(QUIN, m.Aid(BOLIN, ASHA))  # outside a fight at once
    assert (book.sheet("asha").status, book.life("asha")) == ("up", "1/5")
    book.fight("asha", "bolin", against=("ogre",), first=1)
    book.gm(m.Hurt(ASHA, 5), 1, 11, 1)
    book.do(QUIN, m.Dash(BOLIN))
    assert book.refused(QUIN, m.Aid(BOLIN, ASHA)) == "STATE"
    book.gm(NextTurn(CHAIR))
    assert book.refused(QUIN, m.Aid(BOLIN, ASHA)) == "STATE"


@pytest.mark.rule("DELVE-DIE-02")
def test_first_aid_that_takes_a_roll() -> None:
    book = Book(pc("Asha", luck=0), pc("Bolin", "0 0 0 2 0 0", "q", luck=0), rulings=Rulings(first_aid_tn=12))
    book.gm(m.Hurt(ASHA, 5), 1, 11, 4)
    assert rolled(book.do(QUIN, m.Aid(BOLIN, ASHA), 10)) == [("first aid", 12, 12, "fail")]
    assert book.sheet("asha").status == "dying"
    book.do(QUIN, m.Aid(BOLIN, ASHA), 11)
    assert book.sheet("asha").status == "up"


@pytest.mark.rule("DELVE-DIE-03")
def test_back_from_the_dead() -> None:
    book = Book(asha(), foe("Rat"))
    assert book.refused(GM, m.Revive(CHAIR, ASHA)) == "STATE"
    book.gm(m.Kill(CHAIR, ASHA))
    for move in (m.Check(ASHA, "str"), m.Rest(ASHA), m.UseItem(ASHA, "sword")):
        assert book.refused(PAT, move) == "STATE"
    assert book.refused(PAT, m.Revive(CHAIR, ASHA)) == "not-gm"
    book.gm(m.Revive(CHAIR, ASHA))
    assert (book.sheet("asha").status, book.life("asha")) == ("up", "1/5")
    book.gm(m.Kill(CHAIR, Id("rat")))
    assert book.sheet("rat").status == "down"
    book.gm(m.Revive(CHAIR, Id("rat")))
    assert (book.sheet("rat").status, book.sheet("rat").life) == ("up", 1)


@pytest.mark.rule("DELVE-DIE-01")
def test_who_is_dying_when_the_fight_ends_has_turns_left() -> None:
    book = Book(pc("Asha", luck=0), pc("Bolin", owner="q"), foe("Ogre"))
    book.fight("asha", "bolin", against=("ogre",), first=1)
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    book.gm(m.Hurt(ASHA, 5), 1, 11, 3)
    assert (book.round, book.sheet("asha").death_round) == (2, 5)
    book.end()
    assert (book.sheet("asha").status, book.sheet("asha").death_round) == ("dying", 3)


@pytest.mark.rule("DELVE-DIE-01")
def test_the_turn_of_who_falls_is_over_when_nothing_is_open_any_more() -> None:
    book = Book(pc("Asha", luck=1), foe("Ogre"))
    book.fight("asha", against=("ogre",), first=1)
    book.gm(m.Hurt(ASHA, 5), 1, 2)
    assert (book.waits, book.now) == (["Roll"], ("asha",))
    book.do(PAT, m.Accept(ASHA))
    assert (book.sheet("asha").status, book.now) == ("dead", ("ogre",))


@pytest.mark.rule("DELVE-DIE-01")
def test_dice_are_told_as_they_lay() -> None:
    book = Book(pc("Asha", luck=0))
    facts = book.gm(m.Hurt(ASHA, 5), 6, 12, 4)
    dice = [(d.faces, d.value) for f in facts if isinstance(f, Rolled) for d in f.sum.dice]
    assert dice == [(6, 6), (20, 12), (4, 4)]
