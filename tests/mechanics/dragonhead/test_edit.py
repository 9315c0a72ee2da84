"""Sheets edited by hand, taken from files, and rulings typed: what Dragonhead makes of the moves of all games."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from mechanics.campaign import Undo
from mechanics.characters import export
from mechanics.facts import show
from mechanics.game import CHAIR, SELF, Caller
from mechanics.games.dragonhead import DRAGONHEAD
from mechanics.games.dragonhead.moves import Heal, Hurt
from mechanics.games.dragonhead.play.edit import check
from mechanics.games.dragonhead.sheet import (
    Attack,
    ClassLevel,
    Draft,
    Gear,
    Hinder,
    Sheet,
    Spell,
    value,
)
from mechanics.keeping import EditField, ImportCharacter, SetRuling, SetSetting
from mechanics.state import Sealed
from mechanics.view import seen_facts
from tests.mechanics.dragonhead.dh_table import DM, MARSHA, ORC, PAT, QUIN, SANTO, Book, changes, table


def edit(field: str, text: str) -> EditField:
    return EditField(CHAIR, MARSHA, field, text)


def told(book: Book, caller: Caller) -> list[str]:
    return [show(f, book.state) for f in seen_facts(book.state.campaign, caller, book.entries[-1].facts)]


# -- the DM's last word


@pytest.mark.rule("DH-BASE-03")
def test_a_computed_number_is_overridden_and_given_back() -> None:
    book = Book(table(marsha={"ac": 7}))
    assert changes(book.do(DM, edit("AC", "9")), "ac") == [(MARSHA, 7, 9)]
    assert (value(book.state.sheets[MARSHA], "ac"), book.state.sheets[MARSHA].ac) == (9, 7)
    assert changes(book.do(DM, edit("ac", "default")), "ac") == [(MARSHA, 9, 7)]
    assert book.state.sheets[MARSHA].overrides == {}
    assert book.refused(DM, edit("ac", "default")) == "STATE"
    book.do(DM, edit("Hit Points", "12"))
    book.do(DM, edit("muscle", "14"))
    assert book.state.sheets[MARSHA].overrides == {"hp": 12, "mus": 14}
    book.do(DM, Undo(CHAIR))
    assert book.state.sheets[MARSHA].overrides == {"hp": 12}


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("muscle", "0", "RANGE"),
        ("hp", "0", "RANGE"),
        ("stun", "x", "RANGE"),
        ("ac", "10001", "RANGE"),
        ("wear", "-1", "RANGE"),
        ("tear", "1", "RANGE"),
        ("rests", "11", "RANGE"),
        ("wear", "default", "RANGE"),
        ("dead", "2", "RANGE"),
        ("muscles", "3", "unknown"),
        ("scores", "mus 3", "unknown"),
        ("draft", "none", "unknown"),
        ("owner", "q", "unknown"),
        ("classes", "Warlord", "RANGE"),
        ("classes", "Warlord 0", "RANGE"),
        ("inclination", "NN", "UNKNOWN"),
        ("inclination", "LN/CG/TN", "UNKNOWN"),
        ("spells", "Fireball 10", "RANGE"),
        ("legs", "-1", "RANGE"),
        ("light", "-1", "RANGE"),
        ("fireproof", "maybe", "bad-value"),
        ("traits", "", "bad-value"),
        ("traits", "x" * 1001, "too-long"),
    ],
)
def test_what_no_sheet_can_hold_is_refused(field: str, text: str, code: str) -> None:
    assert Book().refused(DM, edit(field, text)) == code


def test_every_other_field_is_written() -> None:
    book = Book(table(marsha={"classes": (ClassLevel("Warlord", 3, 90),)}))
    for field, text in (
        ("classes", "warlord 4, Elf 1"),
        ("traits", "brave, loud"),
        ("gear", "Rope 5, Lamp"),
        ("hinders", "Lame leg 1"),
        ("attacks", "Sword 12"),
        ("spells", "Fireball 3, Sleep 1"),
        ("locomotions", "swim 3, fly 6"),
        ("hit_die_rolls", "6, 4"),
        ("light", "12"),
        ("fireproof", "on"),
        ("wear", "5"),
        ("dead", "on"),
        ("notes", "owes Santo a drink"),
        ("size", "small"),
    ):
        facts = book.do(DM, edit(field, text))
        assert [f.who for f in facts if hasattr(f, "gauge")], field
    sheet = book.state.sheets[MARSHA]
    assert sheet.classes == (ClassLevel("warlord", 4, 90), ClassLevel("Elf", 1))
    assert sheet.gear == (Gear("Rope", 5), Gear("Lamp")) and sheet.hinders == (Hinder("Lame leg", 1),)
    assert sheet.attacks == (Attack("Sword", 12),) and sheet.spells == (Spell("Fireball", 3), Spell("Sleep", 1))
    assert (sheet.locomotions, sheet.hit_die_rolls) == ({"swim": 3, "fly": 6}, (6, 4))
    assert (sheet.light, sheet.fireproof, sheet.wear, sheet.killed) == (12, True, 5, True)
    assert (sheet.traits, sheet.notes, sheet.size) == ("brave, loud", "owes Santo a drink", "small")
    book.do(DM, edit("light", "none"))
    book.do(DM, edit("classes", "none"))
    assert book.state.sheets[MARSHA].light is None and book.state.sheets[MARSHA].classes == ()


@pytest.mark.rule("DH-CHAR-03")
def test_the_true_inclination_stays_between_owner_and_dm() -> None:
    book = Book()
    book.do(PAT, EditField(MARSHA, MARSHA, "inclination", "ln/cg"))
    sheet = book.state.sheets[MARSHA]
    assert (sheet.social, sheet.inclination) == ("LN", Sealed(MARSHA, "CG"))
    assert told(book, PAT) == told(book, DM) == ["Marsha: social none → LN", "Marsha: inclination none → CG"]
    assert told(book, QUIN) == ["Marsha: social none → LN"]
    book.do(PAT, EditField(SELF, MARSHA, "social", "TN"))
    assert book.state.sheets[MARSHA].inclination == Sealed(MARSHA, "CG")
    book.do(PAT, EditField(SELF, MARSHA, "inclination", "TN/TN"))
    assert (book.state.sheets[MARSHA].social, book.state.sheets[MARSHA].inclination) == ("TN", None)
    assert told(book, QUIN) == []


def test_an_owner_edits_words_and_gear_and_no_numbers() -> None:
    book = Book()
    book.do(PAT, EditField(SELF, MARSHA, "gear", "Rope"))
    book.do(PAT, EditField(SELF, MARSHA, "name", "Marsh"))
    for field in ("hp", "muscle", "wear", "unspent", "classes", "dead"):
        assert book.refused(PAT, EditField(SELF, MARSHA, field, "3")) == "not-gm"
    assert book.refused(PAT, EditField(SELF, SANTO, "gear", "Rope")) == "not-yours"


def test_owners_mark_their_own_circles_unless_the_table_says_otherwise() -> None:
    book = Book()
    book.do(PAT, Hurt(MARSHA, 3))
    book.do(DM, SetSetting(CHAIR, "owners_mark", "off"))
    assert book.refused(PAT, Hurt(MARSHA, 1)) == book.refused(PAT, Heal(MARSHA, 1)) == "not-gm"
    book.do(DM, Heal(MARSHA, 1))
    book.do(DM, Hurt(ORC, 1))
    assert book.state.sheets[MARSHA].wear == 2


# -- files


@pytest.mark.rule("DH-CHAR-01")
def test_a_sheet_goes_into_a_file_and_comes_back() -> None:
    known = {"scores": {"mus": 12}, "inclination": Sealed(MARSHA, "CG"), "gear": (Gear("Rope", 5),), "wear": 3}
    book = Book(table(marsha=known))
    book.do(Caller("x", name="Xan"), ImportCharacter(SELF, export(book.state.sheets[MARSHA], DRAGONHEAD)))
    i, sheet = list(book.state.sheets.items())[-1]
    assert replace(sheet, owner="p", inclination=Sealed(MARSHA, "CG")) == book.state.sheets[MARSHA]
    assert (sheet.owner, sheet.inclination) == ("x", Sealed(i, "CG"))


BAD: dict[str, Any] = {
    "hp": 0,
    "stun": -1,
    "wear": 100_001,
    "tear": 1,
    "scar": 1,
    "rests_used": 11,
    "scores": {"mus": 0},
    "raised": {"mus": -1},
    "overrides": {"hp": 0},
    "unspent": 10**13,
    "burning": -1,
    "light": -1,
    "frozen": 10_001,
    "legs": 1001,
    "classes": [{"name": "Elf", "level": 0}],
    "spells": [{"name": "Sleep", "level": 0}],
    "rolls": {"ac": "many"},
    "poisons": [{"kind": "x", "strength": 10**13}],
}


@pytest.mark.parametrize("field", BAD)
def test_a_file_with_what_no_rule_could_make_is_refused(field: str) -> None:
    file = json.loads(export(Sheet("Zoë", "x"), DRAGONHEAD))
    file["sheet"][field] = BAD[field]
    assert Book().refused(PAT, ImportCharacter(SELF, json.dumps(file))) == "RANGE"


@pytest.mark.parametrize(
    ("field", "wrong", "code"),
    [
        ("draft", Draft(), "STATE"),
        ("social", "NN", "UNKNOWN"),
        ("inclination", Sealed(MARSHA, "NN"), "UNKNOWN"),
        ("scores", {"luck": 3}, "UNKNOWN"),
        ("overrides", {"luck": 3}, "UNKNOWN"),
        ("attacks", (Attack("Sword", letter="q"),), "UNKNOWN"),
        ("attacks", (Attack("Sword", roll="q"),), "RANGE"),
    ],
)
def test_nor_one_with_words_that_the_rules_do_not_have(field: str, wrong: object, code: str) -> None:
    text = export(replace(Sheet("Zoë", "x"), **{field: wrong}), DRAGONHEAD)
    assert Book().refused(PAT, ImportCharacter(SELF, text)) == code


def test_the_bounds_themselves_fit() -> None:
    check(Sheet("x", "y", hp=1, stun=0, wear=100_000, tear=100_000, scar=100_000, rests_used=10, unspent=10**12))
    check(Sheet("x", "y", legs=1000, burning=1000, frozen=10_000, light=0, spells=(Spell("a", 1), Spell("b", 9))))
    check(Sheet("x", "y", scores={"mus": 1}, raised={"mus": 0}, overrides={"ac": -10_000, "hp": 1}))


# -- rulings


@pytest.mark.rule("DH-DICE-05")
def test_rows_of_the_dice_table_must_roll() -> None:
    book = Book()
    book.do(DM, SetRuling(CHAIR, "dice table", "21 2d10+1, 22: 2d8+1d6"))
    assert book.state.rulings.dice_table == {21: "2d10+1", 22: "2d8+1d6"}
    assert book.refused(DM, SetRuling(CHAIR, "dice_table", "21 many")) == "RANGE"


@pytest.mark.rule("DH-ACT-04")
def test_a_choice_of_two_numbers() -> None:
    book = Book()
    book.do(DM, SetRuling(CHAIR, "fourth_success", "24"))
    assert book.state.rulings.fourth_success == 24
    assert book.refused(DM, SetRuling(CHAIR, "fourth_success", "22")) == "bad-value"
