"""Casting, giving up, the twenty spells and the twenty miscasts, sessions (section 5 of the ledger)."""

import pytest

from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.facts import Fact
from mechanics.game import CHAIR, SELF, Force, Id
from mechanics.games.delve import DELVE
from mechanics.games.delve import moves as m
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Casting, Item, Sheet
from mechanics.games.delve.spells import MISCASTS, NAMES, SPELLS, spell_in, spell_of
from mechanics.offers import offers
from mechanics.tracking import NextTurn
from tests.mechanics.delve.delve_table import (
    BOLT,
    BOW,
    GM,
    LEATHER,
    PAT,
    POTION,
    QUIN,
    SWORD,
    Book,
    foe,
    notes,
    pc,
    rolled,
    scroll,
)

CORA, ASHA, OGRE, RAT = Id("cora"), Id("asha"), Id("ogre"), Id("rat")


def mage(*spells: str, level: int = 1, **fields: object) -> Sheet:
    """A caster with INT 3 and no Luck, so that every roll stands."""
    items = tuple(map(scroll, spells))
    return pc("Cora", "0 0 0 3 0 0", "q", level=level, **{"luck": 0, "items": items, **fields})


def casts(
    spell: str, *faces: int, level: int = 1, targets: tuple[Id, ...] = (), choice: str = "", **more: object
) -> Book:
    """The spell cast outside a fight at once, with a friend and two foes about."""
    book = Book(mage(spell, level=level, **more), pc("Asha", "1 0 0 0 0 0"), foe("Ogre", 3, 30), foe("Rat", 1, 10))
    book.do(QUIN, m.Cast(CORA, spell, targets, choice), 11, *faces)
    return book


def last(book: Book) -> tuple[Fact, ...]:
    return book.entries[-1].facts


# -- casting -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DELVE-CAST-01")
def test_a_spell_is_tried_until_it_works_and_is_spent() -> None:
    book = Book(mage("Ward", "Mimic"))
    assert rolled(book.do(QUIN, m.Cast(CORA, "Ward"), 11)) == [("casting", 14, 13, "success")]  # V1
    assert book.item("cora", "scroll of Ward").spent and book.sheet("cora").casting is None
    assert book.refused(QUIN, m.Cast(CORA, "ward")) == "STATE"  # V4
    assert rolled(book.do(QUIN, m.Cast(CORA, "scroll of Mimic"), 10)) == [("casting", 13, 13, "fail")]  # V2
    assert book.sheet("cora").casting == Casting("Mimic", "scroll of Mimic", 1)
    book.do(QUIN, m.Cast(CORA, "Mimic"), 2)
    assert book.sheet("cora").casting == Casting("Mimic", "scroll of Mimic", 2)
    book.do(QUIN, m.Cast(CORA, "Mimic"), 15)
    assert book.sheet("cora").casting is None and book.item("cora", "scroll of Mimic").spent
    book = Book(mage("Ward"), rulings=Rulings(cast_tn=14))
    assert rolled(book.do(QUIN, m.Cast(CORA, "Ward"), 11)) == [("casting", 14, 14, "fail")]
    assert rolled(book.do(QUIN, m.GiveUp(CORA), 9)) == [("miscast", 9, None, "")]  # V3
    assert book.item("cora", "scroll of Ward").spent and book.sheet("cora").casting is None
    assert book.refused(QUIN, m.GiveUp(CORA)) == "STATE"


@pytest.mark.rule("DELVE-CAST-01")
def test_a_spell_spent_and_one_luck() -> None:
    book = Book(mage("Ward", luck=1))
    book.do(QUIN, m.Cast(CORA, "Ward"), 11)
    book.do(QUIN, m.SpendLuck(CORA, "item", "scroll of Ward"))  # V5
    assert rolled(book.do(QUIN, m.Cast(CORA, "Ward"), 2)) == [("casting", 5, 13, "fail")]


@pytest.mark.rule("DELVE-CAST-01")
def test_what_cannot_be_cast() -> None:
    book = Book(mage("Ward", "Elemental bolt", "Exploding finger", "Rekindle", fingers=0), pc("Asha"), foe("Rat"))
    refusals = [
        (m.Cast(CORA, "Wart"), "UNKNOWN"),
        (m.Cast(CORA, "Mimic"), "UNKNOWN"),
        (m.Cast(CORA, "Elemental bolt", (RAT,)), "UNKNOWN"),
        (m.Cast(CORA, "Elemental bolt", (), "fire"), "UNKNOWN"),
        (m.Cast(CORA, "Elemental bolt", (RAT, RAT), "fire"), "RANGE"),
        (m.Cast(CORA, "Ward", (RAT,)), "RANGE"),
        (m.Cast(CORA, "Exploding finger", (RAT,)), "FUNDS"),
        (m.Cast(CORA, "Rekindle", (ASHA,), "1"), "STATE"),
        (m.Cast(CORA, "Ward", plus5=True), "FUNDS"),
    ]
    assert [book.refused(QUIN, move) for move, _ in refusals] == [code for _, code in refusals]
    book.do(QUIN, m.Cast(CORA, "Ward"), 2)
    assert book.refused(QUIN, m.Cast(CORA, "Elemental bolt", (RAT,), "fire")) == "STATE"
    for move in (m.UseItem(CORA, "x"), m.Aid(CORA, ASHA)):
        assert book.refused(QUIN, move) in ("STATE", "UNKNOWN")


@pytest.mark.rule("DELVE-CAST-01")
def test_in_a_fight_a_try_is_an_action_and_anything_else_gives_up() -> None:
    book = Book(mage("Ward", coins=9), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=1)
    book.do(QUIN, m.Cast(CORA, "Ward"), 2)
    assert book.left("cora") == "0/25"
    assert book.refused(QUIN, m.Cast(CORA, "Ward")) == "STATE"  # one try a round
    book.done("cora")
    book.gm(NextTurn(CHAIR), 1)
    for move in (m.Attack(CORA, OGRE), m.Dash(CORA), m.Feat(CORA, "leap")):
        assert book.refused(QUIN, move) == "STATE"
    facts = book.do(QUIN, NextTurn(CORA), 4)  # no try in this turn: given up
    assert rolled(facts) == [("miscast", 4, None, "")]
    assert book.sheet("cora").coins == 0 and book.item("cora", "scroll of Ward").spent
    assert book.now == ("ogre",)


@pytest.mark.rule("DELVE-CAST-01")
@pytest.mark.rule("DELVE-DIE-01")
def test_a_caster_who_falls_loses_the_try_without_a_miscast() -> None:
    book = Book(mage("Ward", life=2))
    book.do(QUIN, m.Cast(CORA, "Ward"), 2)
    book.gm(m.Hurt(CORA, 2), 1, 11, 1)
    assert book.sheet("cora").casting is None and not book.item("cora", "scroll of Ward").spent


@pytest.mark.rule("DELVE-SES-01")
def test_a_new_session_gives_back_what_is_of_a_session() -> None:
    items = (
        scroll("Ward"),
        LEATHER,
        Item("horn", uses="session"),
        POTION,
        Item("spare potion", uses="single"),
        Item("bow", "ranged", broken=True),
    )
    spent = tuple(Item(i.name, i.kind, i.spell, i.uses, i.name != "spare potion", i.broken) for i in items)
    book = Book(mage(items=spent, life=2, life_max=5, lost_spells=("Mimic",), fingers=9, conditions=("bald",)))
    book.gm(StartSession(CHAIR, at=5))
    book.do(QUIN, JoinSession(SELF))
    assert book.item("cora", "horn").spent
    book.gm(BeginSession(CHAIR, at=6))
    now = book.sheet("cora")
    assert [i.name for i in now.items] == ["scroll of Ward", "leather", "horn", "spare potion", "bow"]
    assert not any(i.spent for i in now.items) and book.item("cora", "bow").broken
    assert (now.life, now.luck_now, now.lost_spells, now.fingers) == (2, 0, ("Mimic",), 9)


# -- the twenty spells -------------------------------------------------------------------------------------------------

N = (2, 3, 4, 5, 6)
TABLE = [
    (1, "Truesight", "", {"rounds": N}),
    (2, "Blessing", "", {"points": N}),
    (3, "Counterspell", "", {"rounds": N}),
    (4, "Teleport", "", {"targets": N}),
    (5, "Doppelganger", "", {"rounds": N}),
    (6, "Dwimmer", "", {"rounds": N}),
    (7, "Elemental bolt", "fire", {"targets": N}),
    (7, "Elemental bolt", "ice", {"turns": N}),
    (7, "Elemental bolt", "earth", {"squares": N}),
    (7, "Elemental bolt", "air", {"feet": (10, 15, 20, 25, 30)}),
    (8, "Exploding finger", "", {"dice": (4, 5, 6, 7, 8)}),
    (9, "Friendship", "", {"points": N}),
    (10, "Invisibility", "", {"targets": (1, 2, 3, 4, 5), "rounds": N}),
    (11, "Mimic", "", {"rounds": N}),
    (12, "Oakskin", "", {"pieces": N}),
    (13, "Raise dead", "", {"count": N}),
    (14, "Rekindle", "", {"rounds dead": N}),
    (15, "Healing touch", "", {"added": (1, 2, 3, 4, 5)}),
    (16, "Speak with the dead", "", {"questions": N}),
    (17, "Summon demon", "", {"level": (2, 4, 6, 8, 10), "tn": (12, 14, 16, 18, 20)}),
    (18, "Ward", "", {"rounds": N}),
    (19, "Wildshape", "", {"rounds": N}),
    (20, "Wildwords", "", {"rounds": N}),
]


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.parametrize(("number", "name", "choice", "columns"), TABLE)
def test_the_numbers_of_each_spell(number: int, name: str, choice: str, columns: dict[str, tuple[int, ...]]) -> None:
    spell = spell_of(name, choice)
    assert (spell.number, spell.name, spell.choice) == (number, name, choice)
    for level in range(1, 6):
        assert spell.at(level) == {unit: numbers[level - 1] for unit, numbers in columns.items()}


@pytest.mark.rule("DELVE-SPELL-01")
def test_there_are_twenty_and_names_are_found_in_things() -> None:
    assert len(SPELLS) == len(TABLE) and sorted(NAMES) == list(range(1, 21)) == sorted(MISCASTS)
    assert spell_in("a torn Scroll of WILDWORDS") == "Wildwords" and spell_in("rope") == ""


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.parametrize("spell", ["Truesight", "Counterspell", "Dwimmer", "Mimic", "Ward", "Wildshape", "Wildwords"])
def test_spells_that_run_on_the_board(spell: str) -> None:
    book = Book(mage(spell), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=1)
    for _ in range(2):
        book.gm(NextTurn(CHAIR))
        book.gm(NextTurn(CHAIR), 1)
    book.do(QUIN, m.Cast(CORA, spell), 11)  # V9: at level 1 in round 3 it runs in rounds 3 and 4
    assert book.state.scene.fight
    (effect,) = book.state.scene.fight.effects
    assert (effect.name, effect.on, effect.last_round) == (spell, CORA, 4)
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    assert book.state.scene.fight.effects
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    assert book.state.scene.fight.effects == ()


@pytest.mark.rule("DELVE-SPELL-01")
def test_blessing() -> None:
    book = casts("Blessing", level=2, targets=(ASHA,), choice="3")
    assert (book.sheet("asha").luck_now, book.sheet("asha").luck_max) == (4, 1)
    book = Book(mage("Blessing"), pc("Asha"), pc("Bo"), pc("Di"), foe("Rat"))
    wrong = [((CORA,), "1", "RULE"), ((ASHA,), "3", "RANGE"), ((ASHA, Id("bo")), "1", "RANGE"), ((ASHA,), "0", "RANGE")]
    wrong += [
        ((ASHA, Id("bo"), Id("di")), "", "RANGE"),
        ((RAT,), "", "RULE"),
        ((), "", "UNKNOWN"),
        ((ASHA,), "x", "RANGE"),
    ]
    for targets, choice, code in wrong:
        assert book.refused(QUIN, m.Cast(CORA, "Blessing", targets, choice)) == code
    book.do(QUIN, m.Cast(CORA, "Blessing", (ASHA, Id("bo"))), 11)
    assert book.sheet("asha").luck_now == book.sheet("bo").luck_now == 2


def attacked(**fields: object) -> Book:
    """Cora is attacked by magic."""
    book = Book(mage("Counterspell", "Ward", **{"life": 20, **fields}), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=6)
    book.attack("ogre", "cora", magic=True)
    return book


@pytest.mark.rule("DELVE-SPELL-01")
def test_counterspell_in_place_of_a_defence() -> None:
    book = attacked()
    assert book.refused(PAT, m.Counterspell(CORA)) == "not-yours"
    facts = book.do(QUIN, m.Counterspell(CORA), 11)
    assert rolled(facts) == [("Counterspell", 14, 13, "success")]
    assert book.life("cora") == "20/20" and book.item("cora", "scroll of Counterspell").spent
    book.gm(NextTurn(CHAIR))
    assert book.left("cora") == "1/25"  # it has used no action
    book.gm(NextTurn(CHAIR), 6)
    book.attack("ogre", "cora", magic=True)
    assert book.refused(QUIN, m.Counterspell(CORA)) == "STATE"  # spent
    book.do(QUIN, m.Defend(CORA), 12)


@pytest.mark.rule("DELVE-SPELL-01")
def test_a_counterspell_that_fails_is_a_failed_defence_and_goes_on() -> None:
    book = attacked()
    facts = book.do(QUIN, m.Counterspell(CORA), 1, 3)  # a 1 shown is no critical here: no wound
    assert rolled(facts) == [("Counterspell", 4, 13, "fail"), ("damage", 3, None, "")]
    assert book.life("cora") == "17/20"
    assert book.sheet("cora").casting == Casting("Counterspell", "scroll of Counterspell", 1)
    book.gm(NextTurn(CHAIR))
    book.do(QUIN, m.Cast(CORA, "Counterspell"), 2)
    book.gm(NextTurn(CHAIR), 6)
    book.attack("ogre", "cora", magic=True)
    book.do(QUIN, m.Counterspell(CORA), 10, 1)
    assert book.sheet("cora").casting == Casting("Counterspell", "scroll of Counterspell", 3)


@pytest.mark.rule("DELVE-SPELL-01")
def test_when_there_is_no_counterspell() -> None:
    assert attacked(items=()).refused(QUIN, m.Counterspell(CORA)) == "UNKNOWN"
    assert attacked(lost_spells=("Counterspell",)).refused(QUIN, m.Counterspell(CORA)) == "STATE"
    other = attacked(casting=Casting("Ward", "scroll of Ward", 1))
    assert other.refused(QUIN, m.Counterspell(CORA)) == "STATE"
    assert attacked().refused(QUIN, m.Counterspell(CORA, plus5=True)) == "FUNDS"
    book = Book(mage("Counterspell"), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=6)
    book.attack("ogre", "cora")
    assert book.refused(QUIN, m.Counterspell(CORA)) == "RULE"  # no magic


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.rule("DELVE-ALLY-01")
def test_the_double() -> None:
    book = Book(mage("Doppelganger", level=2, life=4, life_max=9), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=1)
    book.do(QUIN, m.Cast(CORA, "Doppelganger"), 11)
    i = next(k for k in book.state.sheets if k not in ("cora", "ogre"))
    double = book.state.sheets[i]
    assert (double.name, double.owner, double.level, double.life, double.until) == ("Double of Cora", "q", 2, 4, 3)
    assert book.state.scene.fight and book.state.scene.fight.seats[i].side == "players"
    assert book.now == ("cora",)
    for _ in range(2):
        book.gm(NextTurn(CHAIR))
        book.gm(NextTurn(CHAIR), 1)
    assert book.now == ("cora", i)
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    assert book.now == ("cora",) and book.state.sheets[i].status == "down"
    assert book.state.campaign.names[i].retired


@pytest.mark.rule("DELVE-SPELL-01")
def test_the_four_bolts() -> None:
    book = casts("Elemental bolt", 4, targets=(OGRE, RAT), choice="fire")  # one die for all
    assert (book.sheet("ogre").life, book.sheet("rat").life) == (26, 6)
    caster = Book(mage("Elemental bolt"), pc("Asha"), foe("Ogre"), foe("Rat"))
    assert caster.refused(QUIN, m.Cast(CORA, "Elemental bolt", (OGRE, RAT, ASHA), "fire")) == "RANGE"
    assert caster.refused(QUIN, m.Cast(CORA, "Elemental bolt", (OGRE, RAT), "ice")) == "RANGE"
    assert caster.refused(QUIN, m.Cast(CORA, "Elemental bolt", (OGRE,), "earth")) == "RANGE"
    book = casts("Elemental bolt", level=4, targets=(OGRE,), choice="air")  # V7
    assert any("feet 25" in text for text in notes(last(book)))
    book = casts("Elemental bolt", level=4, choice="earth")
    assert any("squares 5" in text for text in notes(last(book)))
    book = Book(mage("Elemental bolt", level=4), rulings=Rulings(earth_area="side"))
    assert any("side 25 feet" in text for text in notes(book.do(QUIN, m.Cast(CORA, BOLT.name, (), "earth"), 11)))


@pytest.mark.rule("DELVE-SPELL-01")
def test_ice_holds_its_target_for_two_rounds_at_level_1() -> None:
    book = Book(mage("Elemental bolt"), foe("Ogre", 1, 30), foe("Rat"))
    book.fight("cora", against=("ogre", "rat"), first=1)
    book.do(QUIN, m.Cast(CORA, "Elemental bolt", (OGRE,), "ice"), 11)
    book.gm(NextTurn(CHAIR))
    assert book.now == ("rat",)
    book.gm(NextTurn(CHAIR), 6)
    assert (book.round, book.now) == (2, ("rat",))
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 6)
    assert (book.round, book.now) == (3, ("ogre", "rat"))


@pytest.mark.rule("DELVE-SPELL-01")
def test_the_exploding_finger() -> None:
    book = casts("Exploding finger", 1, 2, 3, 4, 5, level=2, targets=(OGRE, RAT))  # V2
    assert (book.sheet("ogre").life, book.sheet("rat").life, book.sheet("cora").fingers) == (22, 3, 9)
    last_one = casts("Exploding finger", 1, 1, 1, 1, targets=(OGRE,), fingers=1)
    assert last_one.sheet("cora").fingers == 0
    book = casts("Exploding finger", 1, 2, 3, 4, 5, level=2, targets=(OGRE, RAT), choice="split")
    for shares in ((15,), (16, -1), (7, 7), (8, 8)):
        assert book.refused(QUIN, m.Split(CORA, shares)) == "RANGE"
    assert book.refused(PAT, m.Split(CORA, (15, 0))) == "not-yours"
    book.do(QUIN, m.Split(CORA, (14, 1)))
    assert (book.sheet("ogre").life, book.sheet("rat").life, book.waits) == (16, 9, [])
    book = Book(mage("Exploding finger", level=2), foe("Ogre", 1, 30), rulings=Rulings(finger_dice="plus"))
    book.do(QUIN, m.Cast(CORA, "Exploding finger", (OGRE,)), 11, 6, 5)  # two dice plus 3
    assert book.sheet("ogre").life == 30 - 14


@pytest.mark.rule("DELVE-SPELL-01")
def test_friendship_and_invisibility() -> None:
    book = casts("Friendship", targets=(OGRE,))  # V3
    assert notes(last(book))[-1] == "Friendship on {0} for 1 rounds."
    book = Book(mage("Friendship"), foe("Ogre"), foe("Rat"))
    assert book.refused(QUIN, m.Cast(CORA, "Friendship", (OGRE, RAT))) == "RANGE"  # V4
    four = tuple(pc(name) for name in ("Asha", "Bo", "Di", "Ed"))
    book = Book(mage("Invisibility", level=3), *four)
    ids = tuple(Id(s.name.lower()) for s in four)
    assert book.refused(QUIN, m.Cast(CORA, "Invisibility", ids)) == "RANGE"  # V1
    book.do(QUIN, m.Cast(CORA, "Invisibility", ids[:3]), 11)


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.parametrize("end", ["attack", "hurt"])
def test_who_attacks_or_is_hurt_is_seen_again(end: str) -> None:
    book = Book(mage("Invisibility", life=20), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=1)
    book.do(QUIN, m.Cast(CORA, "Invisibility"), 11)
    assert book.state.scene.fight and [e.on for e in book.state.scene.fight.effects] == ["cora"]
    book.gm(NextTurn(CHAIR))
    if end == "hurt":
        book.gm(m.Hurt(CORA, 1))
    else:
        book.gm(NextTurn(CHAIR), 1)
        book.attack("cora", "ogre", 2)
    assert book.state.scene.fight.effects == ()


@pytest.mark.rule("DELVE-SPELL-01")
def test_oakskin() -> None:
    book = Book(mage("Oakskin", life=20), foe("Ogre", 1, 30))
    book.fight("cora", against=("ogre",), first=1)
    book.do(QUIN, m.Cast(CORA, "Oakskin"), 11)
    oak = [i for i in book.sheet("cora").items if i.temporary]
    assert (len(oak), oak[0].until, book.sheet("cora").carried) == (2, 6, 1)
    book.gm(NextTurn(CHAIR))
    book.attack("ogre", "cora")
    book.do(QUIN, m.Defend(CORA), 2, 5)
    assert rolled(book.do(QUIN, m.Wear(CORA, "oak armor"))) == []  # no CHA roll
    assert book.sheet("cora").life == 18 and sum(i.temporary for i in book.sheet("cora").items) == 1
    for _ in range(5):
        book.gm(NextTurn(CHAIR), 1)
        assert sum(i.temporary for i in book.sheet("cora").items) == 1
        book.gm(NextTurn(CHAIR))
    assert book.round == 6
    book.gm(NextTurn(CHAIR), 1)
    assert not any(i.temporary for i in book.sheet("cora").items)


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.rule("DELVE-ALLY-01")
def test_skeletons_serve_until_the_session_ends() -> None:
    book = casts("Raise dead", 3, 5)
    bones = [s for s in book.state.sheets.values() if s.name.startswith("Skeleton")]
    assert [(s.name, s.level, s.life, s.owner) for s in bones] == [("Skeleton", 1, 3, "q"), ("Skeleton 2", 1, 5, "q")]
    book.gm(StartSession(CHAIR, at=5))
    book.gm(EndSession(CHAIR))
    assert [s.status for s in book.state.sheets.values() if s.name.startswith("Skeleton")] == ["down", "down"]


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.rule("DELVE-DIE-03")
def test_rekindle() -> None:
    book = Book(mage("Rekindle"), pc("Asha", "0 1 0 0 0 5"))
    book.gm(m.Kill(CHAIR, ASHA))
    assert book.refused(QUIN, m.Cast(CORA, "Rekindle", (ASHA,))) == "UNKNOWN"
    assert book.refused(QUIN, m.Cast(CORA, "Rekindle", (ASHA,), "3")) == "RULE"
    book.do(QUIN, m.Cast(CORA, "Rekindle", (ASHA,), "2"), 11)
    assert (book.sheet("asha").status, book.life("asha")) == ("up", "1/5")
    assert list(book.sheet("asha").abilities.values()) == [-1, 0, -1, -1, -1, 4]
    assert list(book.sheet("cora").abilities.values()) == [-1, -1, -1, 2, -1, -1]
    assert book.sheet("asha").luck_now == 5


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.rule("DELVE-HEAL-01")
def test_healing_touch() -> None:
    book = casts("Healing touch", 2, level=3, life=4, life_max=6)  # V5, on oneself
    assert rolled(last(book))[-1] == ("healing", 5, None, "") and book.life("cora") == "6/6"
    book = Book(mage("Healing touch"), pc("Asha", luck=0, conditions=("poisoned", "curse of mud")))
    assert book.refused(QUIN, m.Cast(CORA, "Healing touch", (ASHA,), "warts")) == "UNKNOWN"
    book.gm(m.Hurt(ASHA, 5), 1, 11, 1)
    book.do(QUIN, m.Cast(CORA, "Healing touch", (ASHA,)), 11, 2)
    assert (book.sheet("asha").status, book.life("asha"), book.sheet("asha").death_round) == ("up", "3/5", None)
    for choice, left in (("poison", ("curse of mud",)), ("curse", ())):
        book.gm(m.Award(CHAIR, (CORA,), item=f"{choice} scroll of Healing touch", kind="spell"))
        book.do(QUIN, m.Cast(CORA, f"{choice} scroll of Healing touch", (ASHA,), choice), 11)
        assert book.sheet("asha").conditions == left
    book.gm(m.Kill(CHAIR, ASHA))
    book.gm(m.Award(CHAIR, (CORA,), item="new scroll of Healing touch", kind="spell"))
    assert book.refused(QUIN, m.Cast(CORA, "new scroll of Healing touch", (ASHA,))) == "STATE"


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.rule("DELVE-CRIT-01")
def test_a_demon_is_commanded_and_dismissed() -> None:
    book = casts("Summon demon", 1, 2, 3, 4, level=2)
    i = next(k for k, s in book.state.sheets.items() if s.name == "Demon")
    assert (book.state.sheets[i].level, book.state.sheets[i].life, book.state.sheets[i].owner) == (4, 10, CHAIR)
    assert book.refused(QUIN, m.Command(CORA, OGRE)) == "UNKNOWN"
    facts = book.do(QUIN, m.Command(CORA, i, "fetch"), 11)  # V6, with INT 3
    assert rolled(facts) == [("command", 14, 14, "fail")]
    assert notes(facts)[-1] == "{0} does as it likes: the GM says what."
    facts = book.do(QUIN, m.Command(CORA, i, "fetch"), 12)
    assert notes(facts)[-1] == "{0} obeys: fetch."
    book.do(QUIN, m.Command(CORA, i, dismiss=True), 12)
    assert book.state.sheets[i].status == "down"
    assert book.refused(QUIN, m.Command(CORA, i)) == "STATE"
    book = Book(pc("Cora", owner="q", luck=0), foe("Demon", 12, summoned=True, conditions=("demon",)))
    facts = book.do(QUIN, m.Command(CORA, Id("demon")), 20)  # DELVE-CRIT-01 V5
    assert rolled(facts) == [("command", 20, 22, "fail")]


@pytest.mark.rule("DELVE-SPELL-01")
@pytest.mark.parametrize(("spell", "targets"), [("Teleport", (ASHA,)), ("Speak with the dead", ())])
def test_spells_that_only_tell_their_numbers(spell: str, targets: tuple[Id, ...]) -> None:
    book = casts(spell, level=3, targets=targets, choice="the old mill")
    word = "targets 4" if targets else "questions 4"
    assert any(word in text for text in notes(last(book)))


# -- the twenty miscasts -----------------------------------------------------------------------------------------------


def miscast(*faces: int, **fields: object) -> Book:
    """A Ward given up; these dice fall on the table."""
    book = Book(mage("Ward", **fields), pc("Asha", items=(SWORD, LEATHER)))
    book.do(QUIN, m.Cast(CORA, "Ward"), 2)
    book.do(QUIN, m.GiveUp(CORA), *faces)
    return book


@pytest.mark.rule("DELVE-MISC-01")
@pytest.mark.parametrize(
    ("faces", "condition"),
    [
        ((1,), "farm animal"),
        ((2, 1), "half as old"),
        ((2, 2), "twice as old"),
        ((3,), "gripping tail"),
        ((7, 1), "horns"),
        ((7, 3), "feelers"),
        ((8, 1), "bald"),
        ((8, 2), "wild hair"),
    ],
)
def test_miscasts_that_stay_as_a_condition(faces: tuple[int, ...], condition: str) -> None:
    assert miscast(*faces).sheet("cora").conditions == (condition,)


@pytest.mark.rule("DELVE-MISC-01")
@pytest.mark.parametrize("number", [5, 11, 15, 16, 17, 20])
def test_miscasts_that_are_only_told(number: int) -> None:
    book = miscast(number)
    assert notes(last(book))[-1] == MISCASTS[number] and book.waits == []


@pytest.mark.rule("DELVE-MISC-01")
def test_miscasts_that_change_the_caster_at_once() -> None:
    assert miscast(4, coins=37).sheet("cora").coins == 0
    book = miscast(18)
    assert book.sheet("cora").lost_spells == ("Ward",)
    book.gm(StartSession(CHAIR, at=5))
    book.do(QUIN, JoinSession(SELF))
    book.gm(BeginSession(CHAIR, at=6))
    assert book.refused(QUIN, m.Cast(CORA, "Ward")) == "STATE"
    assert notes(last(miscast(12, 3)))[-1] == "{0} flies east."


@pytest.mark.rule("DELVE-MISC-01")
def test_another_spell_goes_off_but_not_the_same_nor_a_lost_one() -> None:
    book = miscast(13, 18, 1)
    assert rolled(last(book))[-1] == ("which spell", 1, None, "Truesight")
    assert any(text.startswith("Truesight") for text in notes(last(book)))
    book = miscast(13, 1, 18, 12, lost_spells=("Truesight",))
    assert sum(i.temporary for i in book.sheet("cora").items) == 2
    book = miscast(13, 7)
    assert notes(last(book))[-1] == "The GM says at whom it goes off."


@pytest.mark.rule("DELVE-MISC-01")
def test_the_spell_goes_off_at_anybody_present() -> None:
    book = Book(mage("Elemental bolt"), foe("Ogre", 1, 30), foe("Rat"))
    book.fight("cora", against=("ogre", "rat"), first=1)
    book.do(QUIN, m.Cast(CORA, "Elemental bolt", (RAT,), "fire"), 2)
    book.gm(NextTurn(CHAIR))
    book.gm(NextTurn(CHAIR), 1)
    facts = book.do(QUIN, m.GiveUp(CORA), 14, 2, 6)
    assert rolled(facts) == [("miscast", 14, None, ""), ("target", 2, None, ""), ("fire", 6, None, "")]
    assert book.sheet("ogre").life == 24


@pytest.mark.rule("DELVE-MISC-01")
def test_miscasts_that_the_gm_decides() -> None:
    gear = (scroll("Ward"), LEATHER, BOW)
    book = miscast(6, items=gear)
    assert book.waits == ["Miscast"]
    book.gm(m.Decide(CHAIR, who=(ASHA,)))
    assert [i.kind for i in book.sheet("cora").items] == ["spell", "ranged"]
    assert book.sheet("asha").items == (SWORD,)
    book = miscast(9, items=gear)
    book.gm(Force(CHAIR))
    assert [i.name for i in book.sheet("cora").items] == ["scroll of Ward", "leather", "bouquet"]
    assert book.sheet("asha").items == (SWORD, LEATHER)
    book = miscast(10, items=gear)
    book.gm(m.Decide(CHAIR))
    assert book.sheet("cora").items == () and len(book.sheet("cora").shadow) == 3
    book.gm(m.GiveBack(CHAIR, CORA))
    assert len(book.sheet("cora").items) == 3
    assert book.refused(GM, m.GiveBack(CHAIR, CORA)) == "STATE"
    book = miscast(19, level=2)
    book.gm(m.Decide(CHAIR), 3, 4)
    ward = next(s for s in book.state.sheets.values() if s.name == "Ward")
    assert (ward.level, ward.life, ward.owner) == (2, 7, "q")
    assert book.sheet("cora").items[0].spell == ""
    book = miscast(6, items=gear)
    book.gm(m.Decide(CHAIR, no=True))
    assert len(book.sheet("cora").items) == 3 and book.waits == []


@pytest.mark.rule("DELVE-SPELL-01")
def test_oak_made_outside_a_fight_lasts_six_turns_and_a_fight_takes_it_along() -> None:
    book = casts("Oakskin")
    for left in (5, 4):
        book.gm(m.Tick(CHAIR))
        assert [i.until for i in book.sheet("cora").items if i.temporary] == [left, left]
    book.fight("cora", against=("ogre",), first=1)
    assert [i.until for i in book.sheet("cora").items if i.temporary] == [4, 4]
    book.end()  # what runs in rounds is over with the fight
    assert not any(i.temporary for i in book.sheet("cora").items)
    book = casts("Oakskin")
    for _ in range(6):
        assert any(i.temporary for i in book.sheet("cora").items)
        book.gm(m.Tick(CHAIR))
    assert not any(i.temporary for i in book.sheet("cora").items)


@pytest.mark.rule("DELVE-CAST-01")
def test_what_is_offered_to_a_caster() -> None:
    book = Book(mage("Elemental bolt", "Ward"), foe("Ogre"))
    offered = [o.move for o in offers(DELVE, book.state, QUIN, CORA) if isinstance(o.move, m.Cast) and not o.refusal]
    bolts = {(c.targets, c.choice) for c in offered if c.spell == "scroll of Elemental bolt"}
    assert bolts == {((), "earth"), ((CORA,), "fire"), ((OGRE,), "fire")}
    assert [(c.targets, c.choice) for c in offered if c.spell == "scroll of Ward"] == [((), "")]
