"""Lookup tables: written line by line, rolled on, looked up (DH-BASE-05)."""

from typing import Any

import pytest

from mechanics.campaign import Table, Undo
from mechanics.facts import Die, Rolled, Sum, show
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.keeping import CreateTable, DeleteTable, RollTable
from mechanics.lookups import read_rows
from mechanics.perform import perform
from mechanics.view import seen_facts
from tests.mechanics.toy import Game
from tests.mechanics.toy_table import ANN, BOB, GM, MARSHA, Book

LEE = Caller("8", name="Lee")
ROWS = "1 Hobgoblins\n4 Orcs\n9 Elves"


def book() -> Book:
    made = Book()
    made.do(GM, CreateTable(CHAIR, " Who  comes ", "1d12", ROWS))
    return made


def told(made: Book, caller: Caller = GM) -> list[str]:
    return [show(f, made.state) for f in seen_facts(made.state.campaign, caller, made.entries[-1].facts)]


def refused(caller: Caller, move: Move) -> tuple[str, str, str]:
    answer: Any = perform(Game(), book().state, caller, move, None, 9)  # type: ignore[arg-type]
    return answer.code, answer.message, answer.hint


def test_a_table_is_kept_and_thrown_away() -> None:
    made = book()
    assert made.state.campaign.tables == {"Who comes": Table("1d12", ((1, "Hobgoblins"), (4, "Orcs"), (9, "Elves")))}
    assert told(made, ANN) == ["The table Who comes has 3 rows, rolled with 1d12."]
    made.do(GM, DeleteTable(CHAIR, "who COMES"))
    assert made.state.campaign.tables == {} and told(made, ANN) == ["The table Who comes is gone."]
    made.do(GM, Undo(CHAIR))
    assert list(made.state.campaign.tables) == ["Who comes"]


@pytest.mark.rule("DH-BASE-05")
@pytest.mark.parametrize(("face", "row"), [(3, "Hobgoblins"), (4, "Orcs"), (8, "Orcs"), (9, "Elves"), (12, "Elves")])
@pytest.mark.parametrize("rows", [ROWS, "9 Elves\n4 Orcs\n1 Hobgoblins"])
def test_the_greatest_number_not_above_the_roll_counts(face: int, row: str, rows: str) -> None:
    made = Book()
    made.do(GM, CreateTable(CHAIR, "Who", "1d12", rows))
    made.do(ANN, RollTable(SELF, "who"), face)
    (fact,) = made.entries[-1].facts
    assert fact == Rolled(label="Who", sum=Sum(Id("2"), (("1d12", face),), face, (Die(12, face),)), verdict=row)
    assert told(made, BOB) == [f"Ann, Who: {face}: {row}"]


@pytest.mark.rule("DH-BASE-05")
def test_below_every_row_there_is_no_entry() -> None:
    made = Book()
    made.do(GM, CreateTable(CHAIR, "Late", "1d4-2", "1 Dawn\n-1 Dusk"))
    made.do(ANN, RollTable(MARSHA, "Late"), 1)
    assert told(made) == ["Ann, Late: -1: Dusk"]
    made.do(GM, CreateTable(CHAIR, "Later", "1d4", "2 A"))
    made.do(LEE, RollTable(SELF, "later"), 1)
    assert told(made) == ["Lee, Later: 1: no entry"]
    assert made.state.campaign.people["8"].name == "Lee"


def test_all_dice_are_shown() -> None:
    made = Book()
    made.do(GM, CreateTable(CHAIR, "Best", "2d6kh1+1", "1 low\n7 top"))
    made.do(ANN, RollTable(SELF, "Best"), 6, 2)
    (fact,) = made.entries[-1].facts
    assert isinstance(fact, Rolled)
    assert (fact.sum.total, fact.verdict, fact.sum.dice) == (7, "top", (Die(6, 6), Die(6, 2, False)))


def test_only_a_gm_rolls_in_secret_and_alone_reads_it() -> None:
    made = book()
    assert made.do(ANN, RollTable(SELF, "Who comes", secret=True)) == "not-gm"
    made.do(GM, RollTable(CHAIR, "Who comes", secret=True), 4)
    assert told(made, GM) == ["Gina, Who comes: 4: Orcs"]
    assert told(made, ANN) == told(made, LEE) == []
    assert told(made, Caller("9", gm=True)) == ["Gina, Who comes: 4: Orcs"]


def test_players_write_no_tables() -> None:
    made = book()
    assert made.do(ANN, CreateTable(SELF, "Mine", "1d6", "1 x")) == "not-gm"
    assert made.do(ANN, DeleteTable(SELF, "Who comes")) == "not-gm"


def test_dice_that_run_out_are_what_happened() -> None:
    made = Book()
    made.do(GM, CreateTable(CHAIR, "Boom", "2d6!", "1 bang"))
    made.do(ANN, RollTable(SELF, "Boom"), *[6] * 1000)
    assert told(made) == ["Ann, Boom: 1000 dice: cap reached"]
    made.do(GM, CreateTable(CHAIR, "Half", "6/(1d2-1)", "1 bang"))
    made.do(ANN, RollTable(SELF, "Half"), 1)
    assert told(made)[0].startswith("Ann, Half: 1 dice: ")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1 A", ((1, "A"),)),
        (
            "  3:  A b \n\n-2, B\r\n 7) C\n8. D\n9\tE\n10;F",
            ((3, "A b"), (-2, "B"), (7, "C"), (8, "D"), (9, "E"), (10, "F")),
        ),
        ("\ufeff1,A", ((1, "A"),)),
        ("1 2 rats", ((1, "2 rats"),)),
        ("+4 A", ((4, "A"),)),
    ],
)
def test_rows_are_a_number_and_what_begins_there(text: str, rows: object) -> None:
    assert read_rows(text) == rows


@pytest.mark.rule("DH-BASE-05")
@pytest.mark.parametrize(
    ("name", "die", "rows", "code", "word"),
    [
        ("T", "1d6", "", "bad-value", "no row"),
        ("T", "1d6", "1 A\n\nOrcs", "bad-value", "Line 3"),
        ("T", "1d6", "1", "bad-value", "Line 1"),
        ("T", "1d6", "1.5 A\n1 B", "bad-value", "begin at 1"),
        ("T", "1d6", "1000001 A", "bad-value", "Line 1"),
        ("T", "1d6", "2 A\n2 B", "bad-value", "begin at 2"),
        ("T", "1d6", "1 " + "x" * 301, "too-long", "301"),
        ("T", "1d6", "\n".join(f"{n} A" for n in range(201)), "too-long", "201 rows"),
        ("T", "1q6", "1 A", "bad-value", "no die"),
        ("T", "3x1d6", "1 A", "bad-value", "one number"),
        ("T", "1d6>3", "1 A", "bad-value", "one number"),
        ("T", "", "1 A", "bad-value", "has no die"),
        ("T", "", "zzz\n1 A", "bad-value", "no die"),
        ("WHO comes", "1d6", "1 A", "name-taken", "already"),
        (" ", "1d6", "1 A", "bad-value", "name"),
        ("x" * 81, "1d6", "1 A", "too-long", "81"),
    ],
)
def test_what_is_no_table_is_refused(name: str, die: str, rows: str, code: str, word: str) -> None:
    got = refused(GM, CreateTable(CHAIR, name, die, rows))
    assert got[0] == code and word in got[1] and got[2]


def test_the_die_may_stand_in_the_first_line() -> None:
    made = Book()
    made.do(GM, CreateTable(CHAIR, "File", "", "\ufeff 2d4 \n2 A"))
    assert made.state.campaign.tables["File"] == Table("2d4", ((2, "A"),))


def test_an_unknown_table_names_the_closest() -> None:
    assert refused(ANN, RollTable(SELF, "who come")) == (
        "unknown",
        "There is no table called who come.",
        "did you mean Who comes?",
    )
    assert refused(GM, DeleteTable(CHAIR, "zzzz"))[0] == "unknown"


def test_fifty_tables_are_enough() -> None:
    made = Book()
    for n in range(50):
        made.do(GM, CreateTable(CHAIR, f"T{n}", "1d6", "1 A"))
    assert made.do(GM, CreateTable(CHAIR, "T50", "1d6", "1 A")) == "too-long"
