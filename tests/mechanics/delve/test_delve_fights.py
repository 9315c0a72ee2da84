"""Rounds, turns, attacks, defence, armor, things, allies (section 3 of the ledger)."""

import pytest

from mechanics.game import CHAIR, Id
from mechanics.games.delve import moves as m
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Item
from mechanics.tracking import AddToFight, BeginFight, Hide, JoinFight, NextTurn, RemoveFromFight, StartFight
from tests.mechanics.delve.delve_table import (
    BOW,
    CHAIRLEG,
    GM,
    LEATHER,
    PAT,
    POTION,
    QUIN,
    RATION,
    SWORD,
    Book,
    asha,
    bolin,
    foe,
    notes,
    pc,
    rolled,
    scroll,
)

ASHA, BOLIN, OGRE = Id("asha"), Id("bolin"), Id("ogre")


@pytest.mark.rule("DELVE-INIT-01")
@pytest.mark.parametrize(("die", "first"), [(1, "asha"), (3, "asha"), (4, "ogre"), (6, "ogre")])
def test_a_die_for_the_side_each_round(die: int, first: str) -> None:
    book = Book(asha(), foe("Ogre"))
    book.fight("asha", against=("ogre",), first=die)
    assert book.now == (first,)
    book.gm(NextTurn(CHAIR))
    assert book.now == ({"asha": "ogre", "ogre": "asha"}[first],)
    book.gm(NextTurn(CHAIR), 7 - die)
    assert (book.round, book.now) == (2, ({"asha": "ogre", "ogre": "asha"}[first],))


@pytest.mark.rule("DELVE-INIT-01")
def test_within_a_side_in_any_order_and_no_surprise() -> None:
    book = Book(asha(), bolin(), foe("Ogre"))
    assert book.refused(GM, StartFight(CHAIR, "players")) == "RULE"
    book.fight("asha", "bolin", against=("ogre",), first=2)
    book.done("bolin")
    assert book.now == ("asha",)
    book.done("asha")
    assert book.now == ("ogre",)


@pytest.mark.rule("DELVE-ACT-01")
def test_one_action_and_25_feet() -> None:
    book = Book(asha(luck=1), foe("Ogre", 1, 30))
    book.gm(StartFight(CHAIR))
    book.do(PAT, JoinFight(ASHA))
    assert book.refused(PAT, m.Walk(ASHA, 5)) == "STATE"  # not begun
    book.gm(AddToFight(CHAIR, (OGRE,)))
    book.gm(BeginFight(CHAIR), 1)
    book.do(PAT, m.Walk(ASHA, 20))
    assert book.left("asha") == "1/5"
    assert book.refused(PAT, m.Walk(ASHA, 10)) == "STATE"
    assert book.refused(PAT, m.Walk(ASHA, 0)) == "RANGE"
    book.do(PAT, m.Walk(ASHA, 5))
    book.gm(NextTurn(CHAIR))
    assert book.refused(PAT, m.Walk(ASHA, 5)) == "STATE"  # not their side
    book.gm(NextTurn(CHAIR), 1)
    book.do(PAT, m.Dash(ASHA))
    assert book.refused(PAT, m.Dash(ASHA)) == "STATE"
    book.do(PAT, m.Walk(ASHA, 50))
    assert book.left("asha") == "0/0"
    assert book.refused(PAT, m.Attack(ASHA, OGRE)) == "STATE"
    book.do(PAT, m.SpendLuck(ASHA, "action"))
    book.attack("asha", "ogre", 20, 1)
    assert (book.left("asha"), book.sheet("asha").luck_now) == ("0/0", 0)


@pytest.mark.rule("DELVE-ATK-01")
def test_what_it_takes_to_hit() -> None:
    for level, tn, rulings, number in ((1, None, None, 11), (3, None, None, 13), (3, 16, None, 16)):
        book = Book(asha(luck=0), foe("Ogre", level, 30, tn=tn), rulings=rulings)
        book.fight("asha", against=("ogre",), first=1)
        assert rolled(book.attack("asha", "ogre", 2))[0][2] == number
    for tn, number in ((None, 14), (9, 9)):
        book = Book(asha(luck=0), foe("Ogre", 9, 30, tn=tn), rulings=Rulings(attack_tn="fixed", fixed_tn=14))
        book.fight("asha", against=("ogre",), first=1)
        assert rolled(book.attack("asha", "ogre", 2))[0][2] == number


ATTACKS = [
    ("2 0 0 0 0 0", "sword", 1, (10, 3), ("attack", 12, 11, "success"), 5),
    ("2 0 0 0 0 0", "sword", 1, (9,), ("attack", 11, 11, "fail"), None),
    ("2 0 0 0 0 0", "sword", 1, (20, 3), ("attack", 22, 11, "critical success"), 11),
    ("2 0 0 0 0 0", "unarmed", 1, (10,), ("attack", 12, 11, "success"), 3),
    ("3 0 0 0 0 0", "chair", 1, (10, 2), ("attack", 13, 11, "success"), 2),
    ("-3 0 0 0 0 0", "unarmed", 1, (15,), ("attack", 12, 11, "success"), 1),
    ("0 0 0 0 3 0", "bow", 3, (11, 4), ("attack", 14, 13, "success"), 4),
    ("2 0 0 0 0 0", "unarmed", 1, (20,), ("attack", 22, 11, "critical success"), 9),
    ("-5 0 0 0 0 0", "sword", 1, (17, 2), ("attack", 12, 11, "success"), 1),
    ("3 0 0 0 0 0", "chair", 1, (20, 3), ("attack", 23, 11, "critical success"), 9),
]


@pytest.mark.rule("DELVE-ATK-02")
@pytest.mark.rule("DELVE-ATK-03")
@pytest.mark.parametrize(("abilities", "weapon", "level", "faces", "attack", "damage"), ATTACKS)
def test_attacks(abilities: str, weapon: str, level: int, faces: tuple[int, ...], attack: object, damage: int) -> None:
    book = Book(pc("Asha", abilities, luck=0, items=(SWORD, BOW, CHAIRLEG)), foe("Ogre", level, 30))
    book.fight("asha", against=("ogre",), first=1)
    facts = rolled(book.attack("asha", "ogre", *faces, weapon=weapon))
    assert facts[0] == attack
    assert [total for label, total, *_ in facts if label == "damage"] == ([damage] if damage else [])
    assert book.sheet("ogre").life == 30 - (damage or 0)


@pytest.mark.rule("DELVE-ATK-02")
@pytest.mark.rule("DELVE-ATK-03")
def test_weapons_that_break_and_what_is_no_weapon() -> None:
    book = Book(pc("Asha", luck=0, items=(BOW, RATION)), foe("Ogre", 1, 30), pc("Bolin", owner="q"))
    book.fight("asha", "bolin", against=("ogre",), first=1)
    facts = book.attack("asha", "ogre", 1, weapon="bow")
    assert rolled(facts) == [("attack", 1, 11, "critical fail")]
    assert book.item("asha", "bow").broken and book.sheet("asha").carried == 2
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    refusals = {
        "bow": "STATE",
        "ration": "RULE",
        "axe": "UNKNOWN",
    }
    assert {w: book.refused(PAT, m.Attack(ASHA, OGRE, w)) for w in refusals} == refusals
    assert book.refused(PAT, m.Attack(ASHA, BOLIN)) == "UNKNOWN"
    facts = book.attack("asha", "ogre", 1)  # the first whole weapon is none: bare hands, which do not break
    assert rolled(facts) == [("attack", 1, 11, "critical fail")]
    assert book.sheet("asha").items == (Item("bow", "ranged", broken=True), RATION)
    book.gm(m.Hurt(OGRE, 30))
    assert book.refused(QUIN, m.Attack(BOLIN, OGRE)) == "STATE"


@pytest.mark.rule("DELVE-ATK-03")
def test_strict_reach() -> None:
    book = Book(asha(luck=0, items=(SWORD, BOW)), foe("Ogre", 1, 30), rulings=Rulings(strict_reach=True))
    book.fight("asha", against=("ogre",), first=1)
    assert book.refused(PAT, m.Attack(ASHA, OGRE, "sword")) == "STATE"
    assert book.refused(PAT, m.Attack(ASHA, OGRE, "unarmed")) == "STATE"
    assert book.refused(GM, m.Reach(CHAIR, ASHA, ASHA)) == "UNKNOWN"
    assert book.refused(GM, m.Reach(CHAIR, ASHA, OGRE, apart=True)) == "STATE"
    book.attack("asha", "ogre", 2, weapon="bow")
    book.gm(m.Reach(CHAIR, OGRE, ASHA))
    assert book.refused(GM, m.Reach(CHAIR, ASHA, OGRE)) == "STATE"
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    assert book.refused(PAT, m.Attack(ASHA, OGRE, "bow")) == "STATE"
    book.attack("asha", "ogre", 2, weapon="sword")
    book.gm(m.Reach(CHAIR, ASHA, OGRE, apart=True))
    assert book.state.scene.fight and book.state.scene.fight.more.adjacent == ()


@pytest.mark.rule("DELVE-DEF-01")
@pytest.mark.parametrize(
    ("dex", "die", "level", "draws", "verdict", "waits"),
    [
        (1, 12, 3, (2,), "fail", []),
        (1, 13, 3, (), "success", []),
        (0, 20, 12, (), "critical success", ["Counter"]),
        (6, 1, 1, (2, 1), "critical fail", []),
    ],
)
def test_defending(dex: int, die: int, level: int, draws: tuple[int, ...], verdict: str, waits: list[str]) -> None:
    book = Book(pc("Asha", f"0 0 {dex} 0 0 0", luck=0, life=20), foe("Ogre", level))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    assert book.refused(QUIN, m.Defend(ASHA)) == "not-yours"
    facts = book.do(PAT, m.Defend(ASHA), die, *draws)
    assert rolled(facts)[0] == ("defence", die + dex, 10 + level, verdict)
    assert book.waits == waits
    lost = {12: 2 + 2, 1: 2}.get(die, 0)
    assert book.sheet("asha").life == 20 - lost
    assert book.sheet("asha").abilities["str"] == (-1 if die == 1 else 0)
    assert book.left("ogre") == "0/25"


@pytest.mark.rule("DELVE-DEF-01")
def test_a_counterattack_now_or_never_and_only_one() -> None:
    book = Book(asha(luck=1), bolin(), foe("Ogre", 3, 40))
    book.fight("asha", "bolin", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 20)
    assert book.refused(PAT, m.Strike(ASHA, "ration")) == "RULE"
    facts = book.do(PAT, m.Strike(ASHA, plus5=True), 20, 4)
    assert rolled(facts) == [("attack", 27, 13, "critical success"), ("damage", 12, None, "")]
    assert book.waits == [] and book.left("asha") == "1/25" and book.sheet("asha").luck_now == 0
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 6)
    book.attack("ogre", "bolin")
    book.do(QUIN, m.Defend(BOLIN), 20)
    book.do(QUIN, m.Skip(BOLIN))
    assert book.waits == [] and book.sheet("ogre").life == 28


@pytest.mark.rule("DELVE-DEF-01")
def test_nobody_strikes_back_at_what_cannot_be_seen() -> None:
    book = Book(asha(), foe("Ogre", 3, 40), foe("Rat"))
    book.fight("asha", against=("ogre", "rat"), first=6)
    book.gm(Hide(CHAIR, (OGRE,)))
    facts = book.attack("ogre", "asha")
    assert all(f.to for f in facts if "ogre" in getattr(f, "about", ()))
    book.do(PAT, m.Defend(ASHA), 20)
    assert book.waits == []


@pytest.mark.rule("DELVE-DEF-02")
@pytest.mark.parametrize(
    ("level", "mode", "override", "faces", "damage"),
    [
        (1, "d6plus", "", (4,), 4),
        (3, "d6plus", "", (4,), 6),
        (5, "flat", "", (), 5),
        (5, "d6half", "", (2, 6, 1), 9),
        (4, "d6half", "", (2, 6), 8),
        (5, "flat", "2d6+1", (3, 3), 7),
    ],
)
def test_what_an_enemy_deals(level: int, mode: str, override: str, faces: tuple[int, ...], damage: int) -> None:
    rulings = Rulings(enemy_damage=mode)  # type: ignore[arg-type]
    book = Book(pc("Asha", luck=0, life=20), foe("Ogre", level, damage=override), rulings=rulings)
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 2, *faces)
    assert book.sheet("asha").life == 20 - damage


@pytest.mark.rule("DELVE-DEF-02")
def test_an_enemy_down_is_passed_over() -> None:
    book = Book(asha(), foe("Ogre", 1, 1), foe("Rat", 1, 1))
    book.fight("asha", against=("ogre", "rat"), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 20)
    book.do(PAT, m.Strike(ASHA), 19, 1)
    assert (book.sheet("ogre").status, book.now) == ("down", ("rat",))
    book.gm(m.Kill(CHAIR, Id("rat")))
    assert book.now == ("asha",)


def struck(damage: int, cha: int, **fields: object) -> Book:
    """Armor has to be chosen against so much damage (of an enemy of level 1: its die)."""
    book = Book(pc("Asha", f"0 0 0 0 0 {cha}", life=20, **fields), foe("Ogre", 1))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    facts = book.do(PAT, m.Defend(ASHA), 2, damage)
    assert rolled(facts)[-1] == ("damage", damage, None, "")
    return book


@pytest.mark.rule("DELVE-ARM-01")
@pytest.mark.parametrize(
    ("damage", "cha", "die", "taken", "kept"), [(6, 2, 9, 3, True), (5, 0, 10, 2, False), (1, 3, 12, 0, True)]
)
def test_armor(damage: int, cha: int, die: int, taken: int, kept: bool) -> None:
    book = struck(damage, cha, luck=0, items=(LEATHER,))
    book.do(PAT, m.Wear(ASHA, "leather"), die)
    assert book.sheet("asha").life == 20 - taken
    assert [item.spent for item in book.sheet("asha").items] == ([True] if kept else [])


@pytest.mark.rule("DELVE-ARM-01")
def test_armor_once_a_session_one_piece_an_attack_and_never_against_the_wound() -> None:
    worn = Item("helmet", "armor", spent=True)
    book = struck(4, 0, luck=0, items=(worn, LEATHER, SWORD))
    assert book.refused(PAT, m.Wear(ASHA, "helmet")) == "STATE"
    assert book.refused(PAT, m.Wear(ASHA, "sword")) == "UNKNOWN"
    assert book.refused(PAT, m.Wear(ASHA, "shield")) == "UNKNOWN"
    book.do(PAT, m.Take(ASHA))
    assert book.sheet("asha").life == 16 and book.item("asha", "leather").usable
    book = Book(pc("Asha", luck=0, life=20, items=(LEATHER,)), foe("Ogre", 1))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 1, 4)
    book.do(PAT, m.Wear(ASHA), 15, 5)  # the wound comes after the CHA roll
    assert book.sheet("asha").life == 18 and book.sheet("asha").abilities["wis"] == -1
    book = struck(4, 0, luck=0, items=(worn,))
    assert book.waits == [] and book.sheet("asha").life == 16


@pytest.mark.rule("DELVE-ARM-01")
def test_nothing_to_halve() -> None:
    book = Book(pc("Asha", luck=0, items=(LEATHER,)), foe("Ogre", damage="1d4-4"))
    book.fight("asha", against=("ogre",), first=6)
    book.attack("ogre", "asha")
    book.do(PAT, m.Defend(ASHA), 2, 3)
    assert book.waits == [] and book.life("asha") == "5/5"


@pytest.mark.rule("DELVE-ITEM-01")
def test_things_are_used() -> None:
    book = Book(pc("Asha", life=1, life_max=5, luck=1, items=(POTION, Item("rope"), scroll("Ward"), CHAIRLEG)))
    facts = book.do(PAT, m.UseItem(ASHA, "potion"), 3)
    assert rolled(facts) == [("healing", 3, None, "")] and book.life("asha") == "4/5"
    assert book.item("asha", "potion").spent
    assert book.refused(PAT, m.UseItem(ASHA, "potion")) == "STATE"
    book.do(PAT, m.SpendLuck(ASHA, "item", "potion"))
    book.do(PAT, m.UseItem(ASHA, "potion"), 1)
    book.do(PAT, m.UseItem(ASHA, "rope"))
    book.do(PAT, m.UseItem(ASHA, "rope"))
    assert book.refused(PAT, m.UseItem(ASHA, "scroll of Ward")) == "RULE"
    assert book.refused(PAT, m.UseItem(ASHA, "wand")) == "UNKNOWN"


@pytest.mark.rule("DELVE-ITEM-01")
def test_in_a_fight_a_thing_costs_the_action_and_may_wake_another() -> None:
    book = Book(pc("Asha", items=(POTION, Item("horn", uses="session"))), bolin(life=0, life_max=3), foe("Ogre"))
    book.fight("asha", "bolin", against=("ogre",), first=1)
    book.gm(m.Kill(CHAIR, BOLIN))
    assert book.refused(PAT, m.UseItem(ASHA, "potion", BOLIN)) == "STATE"
    book.gm(m.Revive(CHAIR, BOLIN))
    book.do(PAT, m.UseItem(ASHA, "potion", BOLIN), 6)
    assert book.life("bolin") == "3/3" and book.left("asha") == "0/25"
    assert book.refused(PAT, m.UseItem(ASHA, "horn")) == "STATE"
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    book.do(PAT, m.UseItem(ASHA, "horn"))
    assert book.item("asha", "horn").spent


@pytest.mark.rule("DELVE-ALLY-01")
def test_an_ally_attacks_and_is_attacked_with_its_level() -> None:
    skeleton = foe("Skeleton", 1, 4)
    book = Book(skeleton, foe("Rat", 1, 10))
    book.fight("skeleton", against=("rat",), first=1)
    assert rolled(book.attack("skeleton", "rat", 10)) == [("attack", 11, 11, "fail")]
    assert book.waits == []
    book.gm(NextTurn(CHAIR))
    book.attack("rat", "skeleton")
    facts = book.gm(m.Defend(Id("skeleton")), 1, 2)
    assert rolled(facts) == [("defence", 2, 11, "critical fail"), ("damage", 2, None, "")]
    book.gm(NextTurn(CHAIR), 1)
    assert rolled(book.attack("skeleton", "rat", 11, 4)) == [("attack", 12, 11, "success"), ("damage", 4, None, "")]
    book.gm(NextTurn(CHAIR))
    book.attack("rat", "skeleton")
    book.gm(m.Defend(Id("skeleton")), 10, 6)
    assert book.sheet("skeleton").status == "down"  # no wound, no death clock


@pytest.mark.rule("DELVE-ALLY-01")
def test_a_retainer_is_hired() -> None:
    book = Book(pc("Asha", coins=50))
    assert book.refused(GM, m.Hire(CHAIR, ASHA, "guard 1 life 4", 60)) == "FUNDS"
    assert book.refused(GM, m.Hire(CHAIR, ASHA, "guard 1", 5)) == "RANGE"
    assert book.refused(GM, m.Hire(CHAIR, ASHA, "guard 1 life 4", -1)) == "RANGE"
    assert book.refused(PAT, m.Hire(CHAIR, ASHA, "guard 1 life 4", 5)) == "not-gm"
    book.gm(m.Hire(CHAIR, ASHA, "guard 2 life 4", 50))
    guard = next(s for s in book.state.sheets.values() if not s.abilities)
    assert (guard.name, guard.owner, guard.level, guard.life, book.sheet("asha").coins) == ("guard", "p", 2, 4, 0)


@pytest.mark.rule("DELVE-DIE-01")
def test_who_leaves_a_fight_and_who_cannot_join() -> None:
    book = Book(asha(), bolin(), foe("Ogre"), foe("Rat"))
    book.fight("asha", "bolin", against=("ogre", "rat"), first=1)
    book.do(PAT, m.Feat(ASHA, "leap"))
    book.gm(RemoveFromFight(CHAIR, (ASHA,)))
    assert book.waits == [] and book.now == ("bolin",)
    assert book.refused(PAT, m.Attack(ASHA, OGRE)) == "STATE"
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.refused(PAT, JoinFight(ASHA)) == "STATE"
    assert notes(book.end())[0] == "The fight ends in round 1."
