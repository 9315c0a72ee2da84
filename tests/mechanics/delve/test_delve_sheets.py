"""Characters made, kept and raised; coins and slots; creatures of one line (section 1 of the ledger)."""

from itertools import product

import pytest

from mechanics.campaign import Found
from mechanics.characters import export
from mechanics.game import CHAIR, SELF, Caller, Id, Refused
from mechanics.games.delve import DELVE
from mechanics.games.delve import moves as m
from mechanics.games.delve.creatures import item_of, six, stat_line
from mechanics.games.delve.rulings import Rulings
from mechanics.games.delve.sheet import Item, Sheet
from mechanics.keeping import EditField, ImportCharacter, SetRuling
from mechanics.tracking import AddToFight, StartFight
from tests.mechanics.delve.delve_table import GM, PAT, QUIN, RATION, SWORD, Book, changes, foe, pc, rolled

ASHA = Id("asha")


def code(text: str) -> str:
    try:
        six(text)
    except Refused as refused:
        return refused.refusal.code
    return "accepted"


@pytest.mark.rule("DELVE-ABL-01")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1,1,1,1,1,1", "accepted"),
        ("6,0,0,0,0,0", "accepted"),
        ("2,2,2,1,0,0", "RULE"),
        ("2,1,1,0,0,1", "RULE"),
        ("-1,3,1,1,1,1", "RANGE"),
        ("1.5 1 1 1 1 1", "RANGE"),
        ("1 1 1 1 1", "RANGE"),
        ("str 2 cha 4", "accepted"),
        ("str 2 cha", "RANGE"),
        ("str 2 luck 4", "UNKNOWN"),
    ],
)
def test_six_points(text: str, expected: str) -> None:
    assert code(text) == expected


@pytest.mark.rule("DELVE-ABL-01")
def test_462_spreads_are_valid() -> None:
    spreads = [s for s in product(range(7), repeat=6) if 5 <= sum(s) <= 7]
    assert sum(code(" ".join(map(str, s))) == "accepted" for s in spreads) == 462
    assert six("0 1 2 3 0 0") == {"str": 0, "con": 1, "dex": 2, "int": 3, "wis": 0, "cha": 0}


@pytest.mark.rule("DELVE-LIFE-01")
@pytest.mark.rule("DELVE-GEN-01")
@pytest.mark.parametrize(("con", "die", "life"), [(1, 4, 5), (0, 1, 1), (6, 6, 12)])
def test_starting_life_and_a_character_step_by_step(con: int, die: int, life: int) -> None:
    book = Book(rulings=Rulings(start_coins=30))
    book.do(PAT, m.NewDraft())
    (i,) = book.state.sheets
    assert book.refused(PAT, m.NewDraft()) == "already-in"
    assert book.refused(PAT, m.Finish(i)) == "bad-value"
    assert book.refused(GM, m.Finish(i)) == "unknown"  # a draft is its owner's alone
    book.do(PAT, m.TypeSheet(i, title="Zoë"))
    assert set(book.state.sheets[i].abilities.values()) == {1}  # spread evenly until others are chosen
    assert book.refused(PAT, m.TypeSheet(i, abilities="7 0 0 0 0 0")) == "RULE"
    book.do(PAT, m.TypeSheet(i, abilities=f"0 {con} 0 0 0 {6 - con}"))
    assert all(f.to for f in book.entries[-1].facts)
    facts = book.do(PAT, m.Finish(i), die)
    made = book.state.sheets[i]
    assert (made.name, made.owner, made.life, made.life_max, made.draft) == ("Zoë", "p", life, life, False)
    assert (made.luck_now, made.luck_max, made.coins, made.fingers) == (7 - con, 7 - con, 30, 10)
    assert rolled(facts) == [("Life", life, None, "")]
    assert book.refused(PAT, m.Finish(i)) == "STATE" and book.refused(PAT, m.DropDraft(i)) == "STATE"
    book.do(PAT, m.NewDraft(title="Zoë"))  # a draft may have any name; it is finished only under a free one
    j = next(k for k in book.state.sheets if k != i)
    book.do(PAT, m.TypeSheet(j, abilities="1 1 1 1 1 1"))
    assert book.refused(PAT, m.Finish(j)) == "name-taken"
    book.do(PAT, m.DropDraft(j))
    assert set(book.state.sheets) == {i}


@pytest.mark.rule("DELVE-LIFE-01")
def test_damage_stops_at_zero_and_con_later_does_not_move_life() -> None:
    book = Book(foe("Rat", 1, 4), pc("Asha", "0 1 0 0 0 0", life=5))
    book.gm(m.Hurt(Id("rat"), 9))
    assert book.life("rat") == "0/4"
    book.gm(EditField(CHAIR, ASHA, "con", "4"))
    assert book.life("asha") == "5/5"


@pytest.mark.rule("DELVE-LUCK-01")
@pytest.mark.parametrize(("level", "cha", "most"), [(1, 2, 3), (1, 0, 1), (3, 1, 4), (1, -1, 0), (1, -3, 0)])
def test_the_luck_pool(level: int, cha: int, most: int) -> None:
    assert pc("Asha", f"0 0 0 0 0 {cha}", level=level).luck_max == most
    assert foe("Ogre", level).luck_max == 0


@pytest.mark.rule("DELVE-LUCK-01")
def test_luck_goes_down_with_charm_and_does_not_come_back_with_it() -> None:
    book = Book(pc("Asha", "0 0 0 0 0 1", luck=2, gift=1))
    assert book.sheet("asha").luck_now == 3
    book.gm(m.Wound(CHAIR, ASHA), 6)
    assert (book.sheet("asha").luck_max, book.sheet("asha").luck, book.sheet("asha").luck_now) == (1, 1, 2)
    book.gm(EditField(CHAIR, ASHA, "cha", "3"))
    assert (book.sheet("asha").luck_max, book.sheet("asha").luck_now) == (4, 2)
    for left in (1, 0):  # the own pool first, then what was given
        book.gm(m.Check(ASHA, "str", tn=1, plus5=True), 20)
        assert book.sheet("asha").luck_now == left
    assert (book.sheet("asha").luck, book.sheet("asha").gift) == (0, 0)


@pytest.mark.rule("DELVE-COIN-01")
def test_coins() -> None:
    book = Book(pc("Asha", coins=40), pc("Bolin", owner="q", coins=100), foe("Rat"))
    book.gm(m.Award(CHAIR, (ASHA,), -15))
    assert book.sheet("asha").coins == 25
    assert book.refused(GM, m.Award(CHAIR, (Id("bolin"), ASHA), -26)) == "FUNDS"
    assert book.sheet("bolin").coins == 100
    book.gm(m.Award(CHAIR, (ASHA,), 120))
    assert book.sheet("asha").coins == 145
    assert book.refused(GM, m.Award(CHAIR, (ASHA,))) == "RANGE"
    assert book.refused(GM, m.Award(CHAIR, (ASHA,), 1_000_001)) == "RANGE"
    assert book.refused(GM, m.Award(CHAIR, (), 1)) == "UNKNOWN"
    assert book.refused(GM, m.Award(CHAIR, (ASHA, ASHA), 1)) == "UNKNOWN"
    assert book.refused(GM, m.Award(CHAIR, (Id("rat"),), 1)) == "RULE"
    assert book.refused(PAT, m.Award(CHAIR, (ASHA,), 1)) == "not-gm"


def laden(n: int) -> tuple[Item, ...]:
    return tuple(Item(f"stone {k}") for k in range(n))


@pytest.mark.rule("DELVE-GEAR-01")
def test_ten_slots() -> None:
    book = Book(pc("Asha", items=laden(9)), pc("Bolin", owner="q", items=laden(8)))
    book.gm(m.Award(CHAIR, (ASHA,), item="torch"))
    assert book.sheet("asha").gauges()["slots"] == "10/10"
    assert book.refused(GM, m.Award(CHAIR, (ASHA,), item="gem", kind="treasure")) == "RULE"
    assert book.refused(GM, m.Award(CHAIR, (Id("bolin"),), item="ration", kind="ration", count=3)) == "RULE"
    assert book.sheet("bolin").carried == 8
    book.do(PAT, m.DropItem(ASHA, "TORCH"))
    book.gm(m.Award(CHAIR, (ASHA,), item="gem"))
    assert book.sheet("asha").carried == 10
    assert book.refused(GM, m.Award(CHAIR, (ASHA,), item="gem", count=0)) == "RANGE"
    assert book.refused(PAT, m.DropItem(ASHA, "torch")) == "UNKNOWN"
    assert book.refused(QUIN, m.GiveItem(Id("bolin"), "stone 1", ASHA)) == "RULE"
    book.do(PAT, m.GiveItem(ASHA, "gem", Id("bolin")))
    assert (book.sheet("asha").carried, book.sheet("bolin").carried) == (9, 9)
    assert book.item("bolin", "gem").name == "gem"
    assert book.refused(PAT, m.GiveItem(ASHA, "gem", Id("bolin"))) == "UNKNOWN"
    assert book.refused(PAT, m.GiveItem(ASHA, "stone 1", ASHA)) == "RULE"


@pytest.mark.rule("DELVE-GEAR-01")
def test_broken_things_keep_their_slot_what_a_spell_made_takes_none() -> None:
    oak = Item("oak armor", "armor", temporary=True, until=6)
    sheet = pc("Asha", items=(*laden(9), Item("bow", "ranged", broken=True), oak, oak))
    assert sheet.carried == 10
    book = Book(sheet, pc("Bolin", owner="q"))
    assert book.refused(PAT, m.GiveItem(ASHA, "oak armor", Id("bolin"))) == "RULE"


@pytest.mark.rule("DELVE-GEAR-01")
def test_things_as_they_are_typed() -> None:
    assert item_of("potion (1d6)", uses="single") == Item("potion", uses="single", heal="1d6")
    assert item_of("scroll of ward", "spell") == Item("scroll of ward", "spell", "Ward")
    assert item_of("long bow", "ranged-weapon").kind == "ranged"
    for wrong in (("x", "wand", "free"), ("x", "gear", "daily"), ("scroll", "spell", "free")):
        with pytest.raises(Refused) as refused:
            item_of(*wrong)
        assert refused.value.refusal.code == "UNKNOWN"


LEVEL = {"coins": 1100, "luck": 0, "life": 5, "life_max": 5}


@pytest.mark.rule("DELVE-LVL-01")
@pytest.mark.parametrize(
    ("ability", "life", "luck"), [("str", "9/9", (4, 4)), ("cha", "9/9", (5, 5)), ("con", "10/10", (4, 4))]
)
def test_a_level(ability: str, life: str, luck: tuple[int, int]) -> None:
    book = Book(pc("Asha", "0 1 0 0 0 2", **LEVEL))
    facts = book.do(PAT, m.Buy(ASHA, ability), 3, 5)
    now = book.sheet("asha")
    assert (now.level, now.coins, book.life("asha"), (now.luck_now, now.luck_max)) == (2, 100, life, luck)
    assert now.abilities[ability] == {"str": 1, "cha": 3, "con": 2}[ability]
    assert len(changes(facts, ability)) == 1


@pytest.mark.rule("DELVE-LVL-01")
def test_the_price_of_a_level_and_its_readings() -> None:
    book = Book(pc("Asha", coins=999))
    assert book.refused(PAT, m.Buy(ASHA, "str")) == "FUNDS"
    book = Book(pc("Asha", coins=500), rulings=Rulings(level_cost="current"))
    book.do(PAT, m.Buy(ASHA, "str"), 1, 1)
    assert book.sheet("asha").coins == 0
    book = Book(pc("Asha", level=4, coins=500), rulings=Rulings(level_cost="flat"))
    book.do(PAT, m.Buy(ASHA, "str"), 1, 1, 1, 1, 1)
    assert book.sheet("asha").coins == 0
    book = Book(pc("Asha", level=2, coins=1499))
    assert book.refused(PAT, m.Buy(ASHA, "str")) == "FUNDS"
    for reroll, life in (("new", 3), ("best", 7)):
        book = Book(pc("Asha", coins=1000, life_max=7), rulings=Rulings(life_reroll=reroll))  # type: ignore[arg-type]
        book.do(PAT, m.Buy(ASHA, "str"), 1, 2)
        assert book.sheet("asha").life_max == book.sheet("asha").life == life
    book = Book(pc("Asha", coins=1000), rulings=Rulings(level_order="as-listed"))
    book.do(PAT, m.Buy(ASHA, "con"), 2, 2)
    assert book.life("asha") == "4/4" and book.sheet("asha").abilities["con"] == 1
    book = Book(pc("Asha", "0 -9 0 0 0 0", coins=1000))
    book.do(PAT, m.Buy(ASHA, "str"), 1, 2)
    assert book.life("asha") == "1/1"


@pytest.mark.rule("DELVE-LVL-01")
def test_when_no_level_is_gained() -> None:
    rich = {"coins": 100_000}
    book = Book(pc("Asha", **rich), pc("Bolin", owner="q", level=20, **rich), foe("Rat"))
    assert book.refused(PAT, m.Buy(ASHA, "luck")) == "UNKNOWN"
    assert book.refused(QUIN, m.Buy(Id("bolin"), "str")) == "RULE"
    assert book.refused(GM, m.Buy(Id("rat"), "str")) == "RULE"
    book.fight("asha", against=("rat",), first=1)
    assert book.refused(PAT, m.Buy(ASHA, "str")) == "STATE"
    book.end()
    book.gm(EditField(CHAIR, ASHA, "status", "stable"))
    assert book.refused(PAT, m.Buy(ASHA, "str")) == "STATE"


@pytest.mark.rule("DELVE-GEN-01")
@pytest.mark.rule("DELVE-DEF-02")
def test_creatures_of_one_line() -> None:
    assert stat_line("ogre 3 life 11 dmg 1d6+2") == foe("ogre", 3, 11, damage="1d6+2")
    assert stat_line("Rat King 2 tn 16 life 4") == foe("Rat King", 2, 4, tn=16)
    assert stat_line("imp 1") == Sheet("imp", CHAIR)
    for wrong in (
        "ogre",
        "ogre x",
        "3",
        "ogre 0",
        "ogre 3 life",
        "ogre 3 life 0",
        "ogre 3 dmg axe",
        "ogre 3 life 1 life 2",
    ):
        with pytest.raises(Refused) as refused:
            stat_line(wrong)
        assert refused.value.refusal.code == "RANGE", wrong
    book = Book(pc("Asha"))
    book.gm(StartFight(CHAIR))
    book.gm(AddToFight(CHAIR, what="ogre 3"), 2, 6, 1)
    (ogre,) = (s for s in book.state.sheets.values() if not s.abilities)
    assert (ogre.life, ogre.life_max) == (9, 9)


@pytest.mark.rule("DELVE-GEN-01")
def test_a_sheet_edited_by_hand() -> None:
    book = Book(pc("Asha", items=(SWORD, RATION)), foe("Rat"))
    edits = {"Strength": "4", "luck": "0", "items": "sword, axe: melee, scroll of Ward: spell", "level": "2"}
    for field, value in edits.items():
        book.gm(EditField(CHAIR, ASHA, field, value))
    now = book.sheet("asha")
    assert now.abilities["str"] == 4 and now.items[0] == SWORD and now.items[1] == Item("axe", "melee")
    assert now.items[2].spell == "Ward" and now.level == 2
    wrong = {"str": "99", "luck": "9", "fingers": "11", "life": "9", "lost_spells": "Wart", "items": "x: wand"}
    codes = {field: book.refused(GM, EditField(CHAIR, ASHA, field, value)) for field, value in wrong.items()}
    assert codes == {
        "str": "RANGE",
        "luck": "RANGE",
        "fingers": "RANGE",
        "life": "RANGE",
        "lost_spells": "UNKNOWN",
        "items": "UNKNOWN",
    }
    assert book.refused(GM, EditField(CHAIR, Id("rat"), "str", "1")) == "unknown"
    assert book.refused(GM, EditField(CHAIR, ASHA, "life", "0")) == "RULE"
    assert book.refused(PAT, EditField(ASHA, ASHA, "str", "5")) == "not-gm"
    book.gm(EditField(CHAIR, ASHA, "status", "dead"))
    assert book.sheet("asha").life == 0
    assert book.refused(GM, EditField(CHAIR, ASHA, "life", "2")) == "STATE"
    book.gm(EditField(CHAIR, ASHA, "status", "dying"))
    book.gm(EditField(CHAIR, ASHA, "death_round", "2"))
    book.gm(EditField(CHAIR, ASHA, "life", "2"))
    assert (book.sheet("asha").status, book.sheet("asha").death_round) == ("up", None)
    assert book.refused(GM, EditField(CHAIR, ASHA, "death_round", "2")) == "STATE"
    book.gm(EditField(CHAIR, Id("rat"), "damage", "2d4"))
    assert book.sheet("rat").damage == "2d4"


@pytest.mark.rule("DELVE-GEN-01")
def test_a_sheet_of_a_file_has_to_fit() -> None:
    book = Book()
    book.do(PAT, ImportCharacter(SELF, export(pc("Zoë", items=(SWORD,)), DELVE)))
    assert [s.name for s in book.state.sheets.values()] == ["Zoë"]
    for sheet, expected in (
        (pc("A", luck=9), "RANGE"),
        (pc("B", level=21), "RANGE"),
        (pc("C", items=laden(11)), "RULE"),
        (pc("D", items=(Item("wand", "gear", "Ward"),)), "UNKNOWN"),
        (foe("E"), "RULE"),
        (pc("F", draft=True), "STATE"),
        (Sheet("G", "p", abilities={"str": 1}), "UNKNOWN"),
    ):
        assert book.refused(PAT, ImportCharacter(SELF, export(sheet, DELVE))) == expected, sheet.name


@pytest.mark.rule("DELVE-GEN-01")
def test_damage_by_hand_is_the_gms_at_a_new_table() -> None:
    book = Book()
    book.state = type(book.state)(type(book.state.campaign)(), Rulings(), {}, None, book.state.scene)
    book.do(Caller("g", True, "Gina", manages=True), Found(SELF, "Deep", "delve", "here"))
    assert not book.state.campaign.settings.owners_mark


@pytest.mark.rule("DELVE-DIE-02")
def test_the_number_of_first_aid_is_a_number_that_can_be_beaten() -> None:
    book = Book()
    assert book.refused(GM, SetRuling(CHAIR, "first_aid_tn", "0")) == "RANGE"
    assert book.refused(GM, SetRuling(CHAIR, "first_aid_tn", "41")) == "RANGE"
    book.gm(SetRuling(CHAIR, "first_aid_tn", "40"))
    assert book.state.rulings.first_aid_tn == 40
