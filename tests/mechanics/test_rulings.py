"""What a table chooses: rulings and settings listed and changed as text; typed texts of every kind of field."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import replace

from mechanics.campaign import Archive, EndSession, Settings, Undo
from mechanics.facts import show
from mechanics.game import CHAIR, SELF, Id, Move, Refused
from mechanics.games.all import GAMES
from mechanics.keeping import SetRuling, SetSetting
from mechanics.perform import perform
from mechanics.rulings import RulingLine, listed
from mechanics.sealed import Sealed
from mechanics.state import parts_of
from mechanics.typed import accepts, fields, named, read, shown
from tests.mechanics.toy import Again, Game, Rulings, Try
from tests.mechanics.toy_table import ANN, GM, MARSHA, Book, table


def said(book: Book) -> list[str]:
    return [show(fact, book.state) for fact in book.entries[-1].facts]


# -- listed


def test_rulings_are_listed_with_what_they_are_and_who_says_so() -> None:
    lines = {line.name: line for line in listed(Rulings(rerolls=5, rows={3: "1d3", 4: "1d4"}))}
    assert list(lines) == ["rerolls", "mood", "fair", "rows"]
    assert lines["rerolls"] == RulingLine(
        "rerolls", "5", "2", "TOY-1", "text", "coins for one draw", "a whole number from 0 to 99"
    )
    assert lines["mood"] == RulingLine("mood", "merry", "merry", "TOY-5", "ours", "", "merry or grim")
    assert (lines["fair"].value, lines["fair"].accepts) == ("on", "on or off")
    assert (lines["rows"].value, lines["rows"].default) == ("3 1d3, 4 1d4", "none")


def test_settings_are_listed_too() -> None:
    lines = {line.name: line for line in listed(Settings(undo="own"))}
    assert (lines["undo"].value, lines["undo"].default, lines["undo"].accepts) == ("own", "gm", "gm or own or off")
    assert (lines["owners_mark"].value, lines["owners_mark"].rule) == ("on", "")
    assert all(line.what for line in lines.values())


@pytest.mark.parametrize("key", GAMES)
def test_every_ruling_of_every_game_says_what_it_decides_and_can_be_typed_back(key: str) -> None:
    kind: Any = parts_of(GAMES[key].state).rulings
    for line in listed(kind()):
        assert line.rule and line.by in ("text", "ours") and line.what and line.accepts, line
        field = fields(kind)[line.name]
        if line.value != "none":
            assert read(field, line.value, line.name) == getattr(kind(), line.name)


# -- changed


def test_a_ruling_is_changed_by_name_and_told() -> None:
    book = Book()
    book.do(GM, SetRuling(CHAIR, "Rerolls", " 3 "))
    assert book.state.rulings == Rulings(rerolls=3)
    assert said(book) == ["Ruling rerolls: 2 → 3."] and book.entries[-1].facts[0].rule == "TOY-1"
    book.do(GM, SetRuling(CHAIR, "fair", "off"))
    book.do(GM, SetRuling(CHAIR, "mood", "GRIM"))
    book.do(GM, SetRuling(CHAIR, "rows", "25: 3d8, 26: 4d6"))
    assert book.state.rulings == Rulings(3, "grim", False, {25: "3d8", 26: "4d6"})
    book.do(GM, SetRuling(CHAIR, "rows", "default"))
    book.do(GM, SetRuling(CHAIR, "rerolls", "default"))
    assert book.state.rulings == Rulings(2, "grim", False)
    book.do(GM, Undo(CHAIR))
    assert book.state.rulings.rerolls == 3


@pytest.mark.parametrize(
    ("name", "value", "code", "hint"),
    [
        ("reroll", "3", "unknown", "did you mean rerolls?"),
        ("zzzzz", "3", "unknown", "one of rerolls, mood, fair, rows"),
        ("rerolls", "100", "bad-value", "a whole number from 0 to 99"),
        ("rerolls", "-1", "bad-value", "a whole number from 0 to 99"),
        ("rerolls", "many", "bad-value", "a whole number from 0 to 99"),
        ("rerolls", "2", "bad-value", "a whole number from 0 to 99"),  # as it is
        ("rerolls", "default", "bad-value", "a whole number from 0 to 99"),
        ("mood", "sad", "bad-value", "merry or grim"),
        ("fair", "perhaps", "bad-value", "on or off"),
        ("rows", "25", "bad-value", "pairs such as 25 3d8, 26 4d6"),
        ("rows", "25 3d8, 25 4d6", "bad-value", "each one once"),
        ("rerolls", "13", "RULE", ""),  # the game looks at it as well
    ],
)
def test_what_is_no_ruling_is_refused_with_what_would_be(name: str, value: str, code: str, hint: str) -> None:
    state = table()
    answer: Any = perform(Game(), state, GM, SetRuling(CHAIR, name, value), None, 2)  # type: ignore[arg-type]
    assert (answer.code, answer.hint) == (code, hint)


def test_a_change_never_rewrites_the_past() -> None:
    book = Book()
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    (p,) = book.state.scene.pending.values()
    book.do(ANN, Again(MARSHA, p.id, p.rev), 4, 4, 1, 1)
    before = book.entries[:]
    sheets, scene = book.state.sheets, book.state.scene
    book.do(GM, SetRuling(CHAIR, "rerolls", "0"))
    assert (book.state.sheets, book.state.scene, book.entries[:-1]) == (sheets, scene, before)
    assert {p.path for p in book.entries[-1].patch} == {("rulings", "rerolls")}
    assert book.do(ANN, Again(MARSHA, p.id)) == "RULE"  # from now on


@pytest.mark.parametrize("move", [SetRuling(CHAIR, "fair", "off"), SetSetting(CHAIR, "undo", "off")])
def test_only_a_gm_chooses(move: Move) -> None:
    assert Book().do(ANN, move) == "not-gm"
    assert Book().do(ANN, replace(move, actor=SELF)) == "not-gm"
    assert Book().do(ANN, replace(move, actor=MARSHA)) == "not-gm"


def test_settings_are_changed_and_work() -> None:
    book = Book()
    assert book.do(GM, SetSetting(CHAIR, "undone", "off")) == "unknown"
    assert book.do(GM, SetSetting(CHAIR, "undo", "all")) == "bad-value"
    book.do(GM, SetSetting(CHAIR, "undo", "own"))
    assert said(book) == ["Setting undo: gm → own."]
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    book.do(ANN, Undo(SELF))
    book.do(GM, SetSetting(CHAIR, "undo", "off"))
    assert book.do(GM, Undo(CHAIR)) == "not-allowed"


class Patched(Try, frozen=True, tag="Patched"):
    marks = True


def test_owners_mark_only_where_the_table_lets_them() -> None:
    def code(book: Book, caller: Any) -> str | None:
        answer: Any = perform(Game(), book.state, caller, Patched(MARSHA), Dice(), 9)
        return getattr(answer, "code", None)

    class Dice:
        def draw(self, n: int, faces: int) -> list[int]:
            return [1] * n

    book = Book()
    assert book.state.campaign.settings.owners_mark
    assert code(book, ANN) is None and code(book, GM) is None
    book.do(GM, SetSetting(CHAIR, "owners-mark", "off"))
    assert code(book, ANN) == "not-gm" and code(book, GM) is None
    assert not isinstance(book.do(ANN, Try(MARSHA), 1, 2, 3, 4), str)  # nothing is marked by a roll


# -- put away


def test_an_archived_campaign_is_not_played_until_it_is_restored() -> None:
    book = Book()
    assert book.do(ANN, Archive(SELF)) == "not-gm"
    assert book.do(GM, Archive(CHAIR, restore=True)) == "not-allowed"
    book.do(GM, Archive(CHAIR))
    assert book.state.campaign.archived and book.state.campaign.channels == ("here",)
    assert said(book) == ["The campaign is archived: it is not played."]
    for move in (Archive(CHAIR), Try(MARSHA), EndSession(CHAIR), Undo(CHAIR), SetRuling(CHAIR, "fair", "off")):
        assert book.do(GM, move) == "not-allowed"
    assert book.do(ANN, Archive(SELF, restore=True)) == "not-gm"
    book.do(GM, Archive(CHAIR, restore=True))
    assert not book.state.campaign.archived
    book.do(ANN, Try(MARSHA), 1, 2, 3, 4)
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR))
    assert book.state.campaign.archived


# -- typed texts


class Rope(Struct, frozen=True):
    name: str
    feet: int = 50
    kind: str = "hemp"


class Oath(Struct, frozen=True):
    to: str
    years: int


class Odd(Struct, frozen=True):
    """One field of each kind that a sheet may have."""

    flag: bool = False
    word: Literal["up", "down"] = "up"
    three: Literal[3, 4] = 3
    number: int = 0
    small: Annotated[int, Meta(ge=-2, le=5)] = 0
    maybe: int | None = None
    text: str = ""
    brief: Annotated[str, Meta(max_length=3)] = ""
    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    marks: frozenset[str] = frozenset()
    speeds: dict[str, int] = {}
    rows: dict[int, str] = {}
    ropes: tuple[Rope, ...] = ()
    oaths: tuple[Oath, ...] = ()
    secret: Sealed[str] | None = None
    deep: dict[str, tuple[int, ...]] = {}


def typed(name: str, text: str, old: object = None) -> Any:
    return read(fields(Odd)[name], text, name, old)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("flag", "Yes", True),
        ("flag", "off", False),
        ("flag", "0", False),
        ("word", " DOWN ", "down"),
        ("three", "4", 4),
        ("number", "1,000", 1000),
        ("number", "-7", -7),
        ("number", "+7", 7),
        ("number", "1000000", 1_000_000),
        ("small", "5", 5),
        ("small", "-2", -2),
        ("maybe", "none", None),
        ("maybe", "", None),
        ("maybe", "3", 3),
        ("text", "  none at all ", "none at all"),
        ("brief", "abc", "abc"),
        ("words", "axe, bow ,, rope", ("axe", "bow", "rope")),
        ("words", "axe, long; bow", ("axe, long", "bow")),
        ("words", "none", ()),
        ("numbers", "1, -2", (1, -2)),
        ("marks", "a, b, a", frozenset({"a", "b"})),
        ("speeds", "swim 3, fly high 6", {"swim": 3, "fly high": 6}),
        ("rows", "3 1d3 + 1, -4: 1d4", {3: "1d3 + 1", -4: "1d4"}),
        ("ropes", "Silk rope 20, Line", (Rope("Silk rope", 20), Rope("Line"))),
        ("ropes", '[{"name": "Net", "kind": "silk"}]', (Rope("Net", 50, "silk"),)),
        ("oaths", "Queen 3", (Oath("Queen", 3),)),
        ("secret", "hush", Sealed(Id(""), "hush")),
        ("secret", "none", None),
        ("deep", '{"a": [1, 2]}', {"a": (1, 2)}),
    ],
)
def test_a_text_becomes_what_the_field_holds(name: str, text: str, value: object) -> None:
    got = typed(name, text)
    assert got == value and type(got) is type(value)


def test_a_row_keeps_what_is_known_under_its_name() -> None:
    old = (Rope("Net", 5, "silk"), Rope("Line", 7, "wire"))
    assert typed("ropes", "net 6, Line, Cord", old) == (Rope("net", 6, "silk"), Rope("Line", 7, "wire"), Rope("Cord"))
    assert typed("secret", "new", Sealed(Id("c2"), "old")) == Sealed(Id("c2"), "new")


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("flag", "2", "bad-value"),
        ("word", "sideways", "bad-value"),
        ("three", "5", "bad-value"),
        ("number", "1.5", "bad-value"),
        ("number", "1000001", "bad-value"),
        ("number", "-1000001", "bad-value"),
        ("number", "9" * 30, "bad-value"),
        ("number", "", "bad-value"),
        ("number", "١", "bad-value"),
        ("small", "6", "bad-value"),
        ("small", "-3", "bad-value"),
        ("text", "x" * 1001, "too-long"),
        ("brief", "abcd", "too-long"),
        ("words", ",".join(["x"] * 51), "too-long"),
        ("words", "[1]", "bad-value"),
        ("words", '["x"', "bad-value"),
        ("words", "[" * 3000, "bad-value"),
        ("words", "[" * 5000, "too-long"),
        ("numbers", "1, two", "bad-value"),
        ("speeds", "swim", "bad-value"),
        ("speeds", "swim fast", "bad-value"),
        ("rows", "x 1d4", "bad-value"),
        ("ropes", '[{"feet": 3}]', "bad-value"),
        ("oaths", "Queen", "bad-value"),
        ("deep", "a 1", "bad-value"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_would(name: str, text: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        typed(name, text)
    assert (refused.value.refusal.code, bool(refused.value.refusal.hint)) == (code, True)
    assert name in refused.value.refusal.message or name in ("oaths",)


def test_every_kind_says_what_it_takes_and_its_default_as_one_would_type_it() -> None:
    assert {name: accepts(field) for name, field in fields(Odd).items()} == {
        "flag": "on or off",
        "word": "up or down",
        "three": "3 or 4",
        "number": "a whole number",
        "small": "a whole number from -2 to 5",
        "maybe": "a whole number, or none",
        "text": "a text",
        "brief": "a text",
        "words": "values separated by commas",
        "numbers": "values separated by commas",
        "marks": "values separated by commas",
        "speeds": "pairs such as swim 3, fly 6",
        "rows": "pairs such as 25 3d8, 26 4d6",
        "ropes": "names, each with its number if it has one, separated by commas",
        "oaths": "names, each with its number if it has one, separated by commas",
        "secret": "a text, or none",
        "deep": "JSON, as in an exported file",
    }
    assert shown((Rope("Net", 5), Rope("Line"))) == "Net 5, Line 50"
    assert [shown(v) for v in (True, None, Sealed(Id("x"), "y"), {"a": 1}, frozenset({"b", "a"}), ())] == [
        "on",
        "none",
        "y",
        "a 1",
        "a, b",
        "none",
    ]


def test_names_are_found_whatever_their_blanks_and_case() -> None:
    assert named(" Rests  USED ", ["hp", "rests_used"], "field") == "rests_used"
    assert named("rests-used", ["hp", "rests_used"], "field") == "rests_used"
    with pytest.raises(Refused) as refused:
        named("rest used", ["hp", "rests_used"], "field")
    assert refused.value.refusal.hint == "did you mean rests_used?"
    with pytest.raises(Refused) as refused:
        named("", [], "table")
    assert refused.value.refusal.message == "There is no table called nothing."
