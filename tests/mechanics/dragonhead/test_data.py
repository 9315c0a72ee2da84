"""Awards, features, the Dice Table and classes as data, creatures of one line."""

from typing import Any

import msgspec
import pytest

from mechanics.game import CHAIR, Id, Refused
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.classes import CLASSES, ClassRecord, find_class, read_classes
from mechanics.games.dragonhead.moves import Award, Check, SetClasses, SetDiceTable, UseFeature
from mechanics.games.dragonhead.play.data import table_name
from mechanics.games.dragonhead.play.rolls import table_of
from mechanics.games.dragonhead.rulings import Rulings
from mechanics.games.dragonhead.scores import dice_for, parse_roll
from mechanics.games.dragonhead.sheet import Attack, ClassLevel, Feature
from mechanics.keeping import EditField, SetRuling
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, SANTO, Book, changes, notes, table, thrown

# -- traits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-CHAR-04")
def test_traits_are_free_words_that_change_nothing() -> None:
    book = Book()
    before = list(DRAGONHEAD.candidates(book.state, MARSHA))
    book.do(PAT, EditField(MARSHA, MARSHA, "traits", "brave, hums a lot, afraid of dice"))
    assert book.state.sheets[MARSHA].traits == "brave, hums a lot, afraid of dice"
    assert list(DRAGONHEAD.candidates(book.state, MARSHA)) == before
    assert thrown(book.do(PAT, Check(MARSHA, "luck"), 9)) == (9, "single success")


# -- awards ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-ADV-06")
@pytest.mark.rule("DH-ADV-07")
def test_the_dm_gives_and_takes_xp() -> None:
    book = Book(table(marsha={"unspent": 500}))
    facts = book.do(DM, Award(who=(MARSHA, SANTO), xp=300, note="For the bridge."))
    assert changes(facts, "unspent") == [("c2", 500, 800), ("c3", 0, 300)] and notes(facts) == ["For the bridge."]
    assert {f.rule for f in facts} == {"DH-ADV-06"}
    facts = book.do(DM, Award(who=(MARSHA,), xp=-2300))
    assert changes(facts, "unspent") == [("c2", 800, -1500)]
    assert {f.rule for f in facts} == {"DH-ADV-07"}


@pytest.mark.rule("DH-ADV-06")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Award(who=(MARSHA,)), "RANGE"),
        (Award(xp=5), "RANGE"),
        (Award(who=(MARSHA, MARSHA), xp=5), "RANGE"),
        (Award(who=(MARSHA,), xp=10**12 + 1), "RANGE"),
        (Award(who=(SANTO,), xp=10**12), "RANGE"),
        (Award(who=(MARSHA,), xp=5, note="x" * 201), "too-long"),
        (Award(who=(Id("c77"),), xp=5), "unknown"),
    ],
)
def test_awards_refused(move: Award, code: str) -> None:
    book = Book(table(santo={"unspent": 1}))
    assert book.refused(DM, move) == code
    assert book.refused(PAT, Award(MARSHA, who=(MARSHA,), xp=5)) == "not-gm"


# -- features ----------------------------------------------------------------------------------------------------------


def featured(level: int) -> Book:
    features = (Feature("Eye of the Tiger", "Warrior", 3, 2, "Sees red."), Feature("Whistle"))
    classes = (ClassLevel("Warrior", level), ClassLevel("Elf", 9))
    return Book(table(marsha={"features": features, "classes": classes, "wear": 4, "tear": 1}))


@pytest.mark.rule("DH-CHAR-09")
def test_a_feature_works_from_its_level_and_drains_plain_wear() -> None:
    assert featured(2).refused(PAT, UseFeature(MARSHA, "eye of the tiger")) == "RULE"
    book = featured(3)
    facts = book.do(PAT, UseFeature(MARSHA, " Eye of the TIGER "))
    assert notes(facts) == ["{0} uses Eye of the Tiger.", "Sees red."]
    assert book.circles() == (6, 1, 0, "awake")
    facts = book.do(PAT, UseFeature(MARSHA, "whistle"))
    assert notes(facts) == ["{0} uses Whistle."] and book.circles()[0] == 6
    assert book.refused(PAT, UseFeature(MARSHA, "whisper")) == "UNKNOWN"


@pytest.mark.rule("DH-CHAR-09")
def test_features_need_somebody_who_can_act_and_creatures_have_them_too() -> None:
    book = Book(table(marsha={"features": (Feature("Roar"),), "wear": 11}, orc={"features": (Feature("Roar"),)}))
    assert book.refused(PAT, UseFeature(MARSHA, "roar")) == "STATE"
    book.do(DM, UseFeature(ORC, "roar"))
    book = Book(table(orc={"features": (Feature("Roar", "Dragon"),)}))
    assert book.refused(DM, UseFeature(ORC, "roar")) == "RULE"


# -- the Dice Table ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-DICE-05")
def test_the_steady_table_differs_in_four_rows() -> None:
    book = Book()
    book.do(DM, SetDiceTable(set="steady"))
    own = table_of(book.state.rulings)
    differ = {s: dice_for(s, own).text for s in range(100) if dice_for(s, own) != dice_for(s)}
    assert differ == {20: "2d10", 21: "2d10+1", 24: "2d12", 25: "2d12+1"}
    assert dice_for(120, own).text == "1d100+2d10" and dice_for(120).text == "1d100+1d20"
    assert thrown(book.do(PAT, Check(MARSHA, "luck", mod=10), 9, 3))[0] == 12
    book.do(DM, SetDiceTable())
    assert book.state.rulings == Rulings()
    assert thrown(book.do(PAT, Check(MARSHA, "luck", mod=10), 9))[0] == 9
    assert book.refused(DM, SetDiceTable()) == "STATE"


@pytest.mark.rule("DH-DICE-05")
def test_rows_of_ones_own_stand_in_for_ours_with_warnings() -> None:
    book = Book()
    facts = book.do(DM, SetDiceTable(set="own", rows="score,roll\n9,1d8+1\n10,2d5\n11,2d6\n"))
    assert notes(facts) == [
        "The Dice Table: our standard table with 3 rows of your own.",
        "Beware: Score 10 is 2d5, and 1d10 in the rules.",
        "Beware: The best total of score 11, 2d6, is 12.",
    ]
    assert thrown(book.do(PAT, Check(MARSHA, "luck"), 5, 2))[0] == 7
    assert thrown(book.do(PAT, Check(MARSHA, "luck", mod=2), 12))[0] == 12  # score 12 is still ours
    book.do(DM, SetDiceTable(set="steady"))
    assert table_name(book.state.rulings) == "our steady table"
    book.do(DM, SetDiceTable(set="own", rows="30,1d30"))
    assert table_name(book.state.rulings) == "our steady table with 1 row of your own"
    assert dice_for(20, table_of(book.state.rulings)).text == "2d10"


@pytest.mark.rule("DH-DICE-05")
def test_of_many_warnings_the_number_is_told() -> None:
    rows = "\n".join(f"{n},1d4" for n in range(20, 30))
    assert notes(Book().do(DM, SetDiceTable(set="own", rows=rows)))[-1] == "Beware: 5 more rows are unlike ours."


@pytest.mark.rule("DH-DICE-05")
@pytest.mark.parametrize(
    ("move", "code"),
    [
        (SetDiceTable(set="loaded"), "UNKNOWN"),
        (SetDiceTable(set="own"), "RANGE"),
        (SetDiceTable(set="own", rows="10,1d10\n12,1d12"), "RANGE"),
        (SetDiceTable(set="own", rows="10,1d10\n10,1d10"), "RANGE"),
        (SetDiceTable(set="own", rows="10,banana"), "RANGE"),
        (SetDiceTable(set="own", rows="ten,1d10"), "RANGE"),
        (SetDiceTable(set="steady", rows="10,1d10"), "RANGE"),
        (SetDiceTable(set="own", rows="#" * 20_001), "too-long"),
    ],
)
def test_tables_refused(move: SetDiceTable, code: str) -> None:
    book = Book()
    assert book.refused(DM, move) == code
    assert book.refused(PAT, SetDiceTable(MARSHA, set="steady")) == "not-gm"


# -- classes -----------------------------------------------------------------------------------------------------------

WARDEN: dict[str, Any] = {
    "name": "Warden",
    "kind": "calling",
    "hit_die": "D8",
    "move": 6,
    "locomotions": {"swim": 3},
    "combat": {"melee": "full", "ranged": "half", "ac": "half"},
    "spells": {"nature": "full", "any": "half"},
    "magic_starts": 3,
    "best": ["Spirit", "wis", "mus"],
    "inclinations": ["lg", "NG"],
    "features": [{"name": "Watch", "sa": 3, "drain": 2, "text": "Sees all."}],
    "xp": [0, 2500],
}


@pytest.mark.rule("DH-CHAR-07")
def test_a_class_is_loaded_as_a_typed_record() -> None:
    book = Book()
    facts = book.do(DM, SetClasses(records=msgspec.json.encode([WARDEN]).decode()))
    assert notes(facts) == ["Classes of this campaign: Warden."]
    warden = ClassRecord(
        "Warden",
        "calling",
        "1d8",
        6,
        {"swim": 3},
        {"melee": "full", "ranged": "half", "ac": "half"},
        {"nature": "full", "any": "half"},
        {},
        3,
        ("spi", "wis", "mus"),
        ("LG", "NG"),
        (Feature("Watch", "Warden", 3, 2, "Sees all."),),
        (0, 2500),
    )
    assert find_class("warden", book.state.rulings.classes) == warden
    assert find_class("Thief", book.state.rulings.classes) == CLASSES["thief"]
    book.do(DM, SetClasses(records=msgspec.json.encode({**WARDEN, "hit_die": "d6", "spells": {}}).decode()))
    assert find_class("WARDEN", book.state.rulings.classes).hit_die == "1d6"
    with pytest.raises(Refused) as refused:
        find_class("Wardin", book.state.rulings.classes)
    assert refused.value.refusal.code == "UNKNOWN" and "warden" in refused.value.refusal.hint


@pytest.mark.rule("DH-CHAR-07")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hit_die": "d8+1"}, "RANGE"),
        ({"hit_die": "8"}, "RANGE"),
        ({"hit_die": "d8s"}, "RANGE"),
        ({"hit_die": "die"}, "RANGE"),
        ({"move": -1}, "RANGE"),
        ({"locomotions": {"swim": -1}}, "RANGE"),
        ({"magic_starts": 0}, "RANGE"),
        ({"powers": {"any": "full"}}, "RULE"),
        ({"xp": [-1]}, "RANGE"),
        ({"best": ["beauty"]}, "UNKNOWN"),
        ({"inclinations": ["NN"]}, "UNKNOWN"),
        ({"features": [{"name": "Watch", "sa": 0}]}, "RANGE"),
        ({"features": [{"name": "Watch", "drain": -1}]}, "RANGE"),
        ({"name": "  "}, "bad-value"),
        ({"kind": "guild"}, "bad-value"),
        ({"combat": {"melee": "double"}}, "bad-value"),
        ({"combat": {"biting": "full"}}, "bad-value"),
        ({"armour": "plate"}, "bad-value"),
    ],
)
def test_classes_refused(change: dict[str, Any], code: str) -> None:
    book = Book()
    assert book.refused(DM, SetClasses(records=msgspec.json.encode({**WARDEN, **change}).decode())) == code


@pytest.mark.rule("DH-CHAR-07")
def test_texts_that_are_no_classes() -> None:
    book = Book()
    assert book.refused(DM, SetClasses(records="Warden")) == "bad-value"
    assert book.refused(DM, SetClasses(records="[]")) == "RANGE"
    assert book.refused(DM, SetClasses(records=msgspec.json.encode([WARDEN, WARDEN]).decode())) == "RANGE"
    assert book.refused(DM, SetClasses(records=" " * 20_001)) == "too-long"
    assert book.refused(PAT, SetClasses(MARSHA, msgspec.json.encode(WARDEN).decode())) == "not-gm"
    typed = msgspec.json.encode({"warden": WARDEN}).decode()
    assert book.refused(DM, SetRuling(CHAIR, "classes", typed)) == "RANGE"  # not as classes are kept


@pytest.mark.rule("DH-CHAR-07")
def test_the_classes_we_ship() -> None:
    assert {r.kind for r in CLASSES.values()} == {"calling", "race"} and len(CLASSES) == 10
    assert CLASSES["elf"].powers == {"nature": "full", "any": "half"}
    assert read_classes(msgspec.json.encode(list(CLASSES.values())).decode()) == CLASSES


# -- creatures of one line ---------------------------------------------------------------------------------------------


@pytest.mark.rule("DH-CHAR-10")
@pytest.mark.rule("DH-BASE-02")
def test_a_creature_of_one_line() -> None:
    goblin = DRAGONHEAD.stat_line("goblin hp 6 stun 3 ac 1d4 hit 1d6s")
    assert (goblin.name, goblin.owner, goblin.hp, goblin.stun) == ("goblin", "gm", 6, 3)
    assert goblin.rolls == {"ac": "1d4", "dc": "1d4"}
    assert goblin.attacks == (Attack("attack", 0, "s", roll="1d6"),)
    assert goblin.scores == {} and parse_roll(goblin.attacks[0].roll).faces == (6,)


@pytest.mark.rule("DH-CHAR-10")
def test_all_the_words_of_a_line() -> None:
    text = "Giant  Scorpion HP 21 ac 1d8/1d6 dex 12 Luck 7 move 6 hit claws 2d6+1b hit sting 9p"
    creature = DRAGONHEAD.stat_line(text)
    assert (creature.name, creature.hp, creature.stun, creature.move) == ("Giant Scorpion", 21, 10, 6)
    assert creature.rolls == {"ac": "1d8", "dc": "1d6"} and creature.scores == {"dex": 12, "luc": 7}
    assert creature.attacks == (Attack("claws", 0, "b", roll="2d6+1"), Attack("sting", 9, "p"))
    scored = DRAGONHEAD.stat_line("rat hp 1 ac 4")
    assert (scored.stun, scored.ac, scored.dc, scored.rolls) == (1, 4, 4, {})
    assert DRAGONHEAD.stat_line("rat hp 1 ac 4 dc 2").dc == 2
    assert DRAGONHEAD.stat_line("rat hp 1 ac 4 dc 1d3").rolls == {"dc": "1d3"}


@pytest.mark.rule("DH-CHAR-10")
@pytest.mark.parametrize(
    "text",
    [
        "goblin",
        "goblin hp",
        "goblin hp 0",
        "goblin hp six",
        "goblin hp ²",
        "goblin hp 6 hp 7",
        "goblin hp 6 stun 0",
        "goblin hp 6 ac 1d4/1d4/1d4",
        "goblin hp 6 ac soft",
        "goblin hp 6 hit",
        "goblin hp 6 hit hard",
        "goblin hp 6 hit 1d6x",
        "goblin hp 6 dex 0",
        "goblin hp 6 wings 2",
        "goblin hp 6 hit 999999s",
    ],
)
def test_lines_that_are_no_creature(text: str) -> None:
    with pytest.raises(Refused) as refused:
        DRAGONHEAD.stat_line(text)
    assert refused.value.refusal.code == "RANGE"


def test_lines_without_a_name_or_without_an_end() -> None:
    with pytest.raises(Refused) as refused:
        DRAGONHEAD.stat_line("")
    assert refused.value.refusal.code == "bad-value"
    with pytest.raises(Refused) as refused:
        DRAGONHEAD.stat_line("x" * 401)
    assert refused.value.refusal.code == "too-long"
