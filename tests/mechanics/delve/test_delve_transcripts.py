"""The ledger's three fights, row by row."""

import pytest

from mechanics.game import CHAIR, Id
from mechanics.games.delve import moves as m
from mechanics.tracking import NextTurn
from tests.mechanics.delve.delve_table import GM, PAT, QUIN, Book, asha, bolin, foe, notes, rolled

ASHA, BOLIN = Id("asha"), Id("bolin")


@pytest.mark.rule("DELVE-INIT-01")
@pytest.mark.rule("DELVE-ACT-01")
@pytest.mark.rule("DELVE-LUCK-03")
@pytest.mark.rule("DELVE-CRIT-01")
@pytest.mark.rule("DELVE-DEF-01")
@pytest.mark.rule("DELVE-ARM-01")
def test_1_luck_a_critical_armor_and_a_counterattack() -> None:
    book = Book(asha(), bolin(), foe("Rat", 1, 4), foe("Ogre", 3, 11))
    book.fight("asha", "bolin", against=("rat", "ogre"), first=3)  # 1
    assert (book.round, book.now, book.left("asha"), book.left("bolin")) == (1, ("asha", "bolin"), "1/25", "1/25")
    book.do(PAT, m.Walk(ASHA, 20))  # 2
    assert book.left("asha") == "1/5"
    facts = book.do(PAT, m.Attack(ASHA, Id("rat"), "sword"), 9)  # 3
    assert rolled(facts) == [("attack", 11, 11, "fail")]
    assert (book.waits, book.left("asha"), book.sheet("asha").luck_now) == (["Roll"], "0/5", 3)
    assert book.refused(QUIN, m.Attack(BOLIN, Id("ogre"), "bow")) == "waiting"
    facts = book.do(PAT, m.Plus5(ASHA), 3)  # 4
    assert rolled(facts) == [("attack", 16, 11, "success"), ("damage", 5, None, "")]
    assert (book.sheet("rat").life, book.sheet("rat").status, book.sheet("asha").luck_now) == (0, "down", 2)
    facts = book.do(QUIN, m.Attack(BOLIN, Id("ogre"), "bow"), 20, 2)  # 5
    assert rolled(facts) == [("attack", 22, 13, "critical success"), ("damage", 8, None, "")]
    assert (book.sheet("ogre").life, book.left("bolin")) == (3, "0/25")
    book.do(PAT, NextTurn(ASHA))  # 6
    book.do(QUIN, NextTurn(BOLIN))
    assert book.now == ("ogre",)
    book.attack("ogre", "asha")
    assert book.waits == ["Defence"]
    assert rolled(book.do(PAT, m.Defend(ASHA), 12)) == [("defence", 13, 13, "fail")]
    assert book.waits == ["Roll"]
    facts = book.do(PAT, m.Accept(ASHA), 4)  # 7
    assert rolled(facts) == [("damage", 6, None, "")] and book.waits == ["Armor"]
    facts = book.do(PAT, m.Wear(ASHA, "leather"), 8)  # 8
    assert rolled(facts) == [("armor", 10, 10, "fail")] and book.waits == ["Roll"]
    assert rolled(book.do(PAT, m.Reroll(ASHA), 15)) == [("armor", 17, 10, "success")]  # 9
    assert (book.life("asha"), book.sheet("asha").luck_now, book.item("asha", "leather").spent) == ("2/5", 1, True)
    facts = book.gm(NextTurn(CHAIR), 5)  # 10
    assert (book.round, book.now) == (2, ("ogre",))
    assert rolled(facts) == [("d6", 5, None, "creatures go first")]
    book.attack("ogre", "bolin")  # 11
    assert rolled(book.do(QUIN, m.Defend(BOLIN), 20)) == [("defence", 21, 13, "critical success")]
    assert book.waits == ["Counter"]
    facts = book.do(QUIN, m.Strike(BOLIN, "unarmed"), 14)  # 12
    assert rolled(facts) == [("attack", 14, 13, "success"), ("damage", 1, None, "")]
    assert book.sheet("ogre").life == 2
    book.gm(NextTurn(CHAIR))  # 13
    assert book.now == ("asha", "bolin")
    facts = book.do(PAT, m.Attack(ASHA, Id("ogre"), "sword"), 1)
    assert rolled(facts) == [("attack", 3, 13, "critical fail")] and book.waits == ["Roll"]
    facts = book.do(PAT, m.Reroll(ASHA), 13, 1)  # 14
    assert rolled(facts) == [("attack", 15, 13, "success"), ("damage", 3, None, "")]
    assert (book.sheet("ogre").status, book.sheet("asha").luck_now) == ("down", 0)
    assert not book.item("asha", "sword").broken
    book.end()  # 15
    assert book.state.scene.fight is None
    assert (book.life("asha"), book.sheet("asha").luck_now) == ("2/5", 0)
    assert (book.life("bolin"), book.sheet("bolin").luck_now, book.sheet("bolin").coins) == ("3/3", 1, 37)


@pytest.mark.rule("DELVE-CAST-01")
@pytest.mark.rule("DELVE-MISC-01")
@pytest.mark.rule("DELVE-LUCK-02")
@pytest.mark.rule("DELVE-ATK-03")
def test_2_casting_giving_up_a_miscast_a_bow_that_breaks_a_spell_spent() -> None:
    book = Book(bolin(), foe("Ghoul", 2, 7))
    ghoul = (Id("ghoul"),)
    bolt = m.Cast(BOLIN, "Elemental bolt", ghoul, "fire")
    book.fight("bolin", against=("ghoul",), first=2)  # 1
    assert book.now == ("bolin",)
    assert rolled(book.do(QUIN, bolt, 8)) == [("casting", 11, 13, "fail")]  # 2
    assert book.waits == ["Roll"]
    book.do(QUIN, m.Accept(BOLIN))  # 3
    assert book.sheet("bolin").casting and book.sheet("bolin").casting.tries == 1  # type: ignore[union-attr]
    book.do(QUIN, NextTurn(BOLIN))
    assert book.now == ("ghoul",) and book.sheet("bolin").casting is not None
    book.attack("ghoul", "bolin")  # 4
    assert rolled(book.do(QUIN, m.Defend(BOLIN), 11)) == [("defence", 12, 12, "fail")]
    facts = book.do(QUIN, m.Accept(BOLIN), 1)  # 5
    assert rolled(facts) == [("damage", 2, None, "")]
    assert book.life("bolin") == "1/3" and book.waits == []
    book.gm(NextTurn(CHAIR), 4)  # 6
    assert (book.round, book.now) == (2, ("ghoul",))
    book.attack("ghoul", "bolin")  # 7
    assert rolled(book.do(QUIN, m.Defend(BOLIN), 17)) == [("defence", 18, 12, "success")]
    book.gm(NextTurn(CHAIR))
    assert book.now == ("bolin",)
    facts = book.do(QUIN, m.GiveUp(BOLIN), 4)  # 8
    bolin_now = book.sheet("bolin")
    assert (bolin_now.coins, bolin_now.casting, book.left("bolin")) == (0, None, "1/25")
    assert book.item("bolin", "scroll of Elemental bolt").spent
    assert rolled(facts) == [("miscast", 4, None, "")]
    facts = book.do(QUIN, m.Attack(BOLIN, Id("ghoul"), "bow"), 1)  # 9
    assert rolled(facts) == [("attack", 3, 12, "critical fail")] and book.waits == ["Roll"]
    assert book.refused(QUIN, m.Plus5(BOLIN)) == "RULE"
    book.do(QUIN, m.Accept(BOLIN))  # 10
    assert book.item("bolin", "bow").broken
    assert (book.left("bolin"), book.sheet("bolin").luck_now) == ("0/25", 1)
    book.do(QUIN, NextTurn(BOLIN), 1)  # 11
    assert (book.round, book.now) == (3, ("bolin",))
    assert book.refused(QUIN, bolt) == "STATE"  # 12
    book.do(QUIN, m.SpendLuck(BOLIN, "item", "scroll of Elemental bolt"))  # 13
    assert not book.item("bolin", "scroll of Elemental bolt").spent and book.sheet("bolin").luck_now == 0
    facts = book.do(QUIN, bolt, 11, 6)  # 14
    assert rolled(facts) == [("casting", 14, 13, "success"), ("fire", 6, None, "")]
    assert book.sheet("ghoul").life == 1
    assert book.item("bolin", "scroll of Elemental bolt").spent and book.left("bolin") == "0/25"


@pytest.mark.rule("DELVE-DIE-01")
@pytest.mark.rule("DELVE-DIE-02")
@pytest.mark.rule("DELVE-WND-01")
@pytest.mark.rule("DELVE-REST-01")
@pytest.mark.parametrize("aided", [True, False])
def test_3_a_critical_fail_two_wounds_dying_first_aid(aided: bool) -> None:
    spent = tuple(i if i.name != "leather" else type(i)(i.name, "armor", spent=True) for i in asha().items)
    book = Book(asha(life=2, life_max=5, luck=0, items=spent), bolin(luck=0), foe("Ogre", 3, 6))
    book.fight("asha", "bolin", against=("ogre",), first=6)  # 1
    assert book.now == ("ogre",)
    book.attack("ogre", "asha")
    facts = book.do(PAT, m.Defend(ASHA), 1, 2, 3, 2, 11, 2)  # 2 to 7
    assert rolled(facts) == [
        ("defence", 2, 13, "critical fail"),
        ("damage", 4, None, ""),
        ("wound", 3, None, "Dexterity"),
        ("wound", 2, None, "Constitution"),
        ("staying alive", 11, 10, "success"),
        ("turns left", 2, None, ""),
    ]
    now = book.sheet("asha")
    assert (now.life, now.abilities["dex"], now.abilities["con"]) == (0, 0, 0)
    assert (now.status, now.death_round) == ("dying", 3)
    book.gm(NextTurn(CHAIR))  # 8
    assert book.now == ("bolin",)
    assert rolled(book.do(QUIN, m.Attack(BOLIN, Id("ogre"), "bow"), 10)) == [("attack", 12, 13, "fail")]
    assert book.left("bolin") == "0/25"
    book.do(QUIN, NextTurn(BOLIN), 1)  # 9
    assert (book.round, book.now) == (2, ("bolin",))
    if aided:
        book.do(QUIN, m.Aid(BOLIN, ASHA))  # 10
        assert (book.sheet("asha").status, book.life("asha"), book.left("bolin")) == ("stable", "0/5", "0/25")
    book.do(QUIN, NextTurn(BOLIN))
    book.attack("ogre", "bolin")  # 11
    assert rolled(book.do(QUIN, m.Defend(BOLIN), 15)) == [("defence", 16, 13, "success")]
    book.gm(NextTurn(CHAIR), 3)  # 12
    facts = book.do(QUIN, m.Attack(BOLIN, Id("ogre"), "bow"), 18, 6)
    assert rolled(facts) == [("attack", 20, 13, "success"), ("damage", 6, None, "")]
    assert book.sheet("ogre").status == "down"
    if not aided:
        assert book.sheet("asha").status == "dying"
        facts = book.gm(NextTurn(CHAIR), 1)
        assert book.sheet("asha").status == "dead" and "{0} dies." in notes(facts)
        return
    book.end()  # 13
    now = book.sheet("asha")
    assert (now.status, book.life("asha"), now.abilities["con"], now.abilities["dex"]) == ("up", "1/5", 0, 0)
    book.do(PAT, m.Rest(ASHA))  # 14
    assert book.life("asha") == "2/5" and [i.name for i in book.sheet("asha").items] == ["sword", "leather"]
    assert book.refused(GM, m.Rest(ASHA)) == "FUNDS"
