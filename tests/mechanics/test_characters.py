"""Characters as they are kept: edited by hand, noted about, given away, retired, written to files and read again."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mechanics.campaign import EndSession, Name, Person, Redo, StartSession, Undo, Use, find
from mechanics.characters import export, read
from mechanics.dice import ScriptedDice
from mechanics.facts import Changed, show
from mechanics.game import CHAIR, SELF, Caller, Id, Move, Refusal, Refused
from mechanics.keeping import EditField, Give, ImportCharacter, Note, Retire
from mechanics.perform import perform
from mechanics.record import back, diff
from mechanics.sealed import Sealed
from mechanics.view import seen_facts, view
from tests.mechanics.fuzz import SECRET
from tests.mechanics.toy import Game, Gather, Sheet, Try
from tests.mechanics.toy_table import ANN, BOB, GM, LURKER, MARSHA, OGRE, SANTO, Book, table

LEE = Caller("8", name="Lee")


def told(book: Book, caller: Caller = GM) -> list[str]:
    return [show(f, book.state) for f in seen_facts(book.state.campaign, caller, book.entries[-1].facts)]


def refusal(book: Book, caller: Caller, move: Move) -> Refusal:
    answer = perform(Game(), book.state, caller, move, ScriptedDice(), 99)
    assert isinstance(answer, Refusal)
    return answer


# -- by hand


def test_a_gm_edits_every_field_and_the_line_tells_it() -> None:
    book = Book()
    book.do(GM, EditField(CHAIR, MARSHA, "HP", "3"))
    assert book.state.sheets[MARSHA].hp == 3
    assert told(book, ANN) == ["Marsha: hp 6 → 3"]
    book.do(GM, EditField(CHAIR, MARSHA, "name", "  Marsha   the Bold "))
    assert (book.state.sheets[MARSHA].name, book.state.campaign.names[MARSHA].name) == ("Marsha the Bold",) * 2
    assert told(book, BOB) == ["Marsha the Bold: name Marsha → Marsha the Bold"]
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR))
    assert book.state == table()
    book.do(GM, Redo(CHAIR))
    assert book.state.sheets[MARSHA].hp == 3


def test_an_owner_edits_what_the_game_lets_them() -> None:
    book = Book()
    book.do(ANN, EditField(MARSHA, MARSHA, "Points", "9"))
    assert book.state.sheets[MARSHA].points == 9
    book.do(ANN, EditField(SELF, MARSHA, "name", "Marsh"))
    said = refusal(book, ANN, EditField(MARSHA, MARSHA, "hp", "9"))
    assert (said.code, said.hint) == ("not-gm", "an owner edits name, points, wish")
    assert book.do(ANN, EditField(MARSHA, SANTO, "points", "9")) == "not-yours"
    assert book.do(BOB, EditField(SELF, MARSHA, "points", "8")) == "not-yours"
    assert book.do(ANN, EditField(CHAIR, MARSHA, "points", "8")) == "not-gm"
    assert book.do(ANN, EditField(SANTO, SANTO, "points", "8")) == "not-yours"
    assert book.do(ANN, EditField(MARSHA, OGRE, "points", "8")) == "not-yours"


@pytest.mark.parametrize(
    ("field", "value", "code", "hint"),
    [
        ("point", "3", "unknown", "did you mean points?"),
        ("owner", "3", "unknown", "one of hp, points, wish"),
        ("hp", "much", "bad-value", "a whole number"),
        ("hp", "6", "bad-value", "another value: a whole number"),
        ("name", "Marsha", "bad-value", "another value"),
        ("name", " ", "bad-value", "for example: Marsha"),
        ("name", "x" * 81, "too-long", "up to 80 characters"),
        ("wish", "x" * 1001, "too-long", "up to 1000 characters"),
        ("down", "off", "bad-value", "another value"),  # the game wrote what was there
    ],
)
def test_what_is_no_field_or_no_value_of_it_is_refused(field: str, value: str, code: str, hint: str) -> None:
    said = refusal(Book(), GM, EditField(CHAIR, MARSHA, field, value))
    assert (said.code, said.hint) == (code, hint)


def test_a_name_stays_free_for_one_only() -> None:
    book = Book()
    book.do(ANN, ImportCharacter(SELF, export(Sheet("Megan", "2"), Game())))
    assert book.do(ANN, EditField(SELF, MARSHA, "name", "MEGAN")) == "name-taken"
    book.do(BOB, EditField(SELF, SANTO, "name", "megan"))  # another owner's


def test_the_game_edits_what_it_has_rules_for() -> None:
    book = Book()
    book.do(GM, EditField(CHAIR, MARSHA, "down", "on"))
    assert book.state.sheets[MARSHA].hp == 0
    assert told(book) == ["Marsha: hp 6 → 0", "Marsha: down no → yes"]


def test_a_secret_is_told_to_its_owner_and_the_gm_alone() -> None:
    book = Book()
    book.do(ANN, EditField(MARSHA, MARSHA, "wish", "a pony"))
    assert book.state.sheets[MARSHA].wish == Sealed(MARSHA, "a pony")
    assert told(book, ANN) == told(book, GM) == [f"Marsha: wish {SECRET} → a pony"]
    assert told(book, BOB) == told(book, LEE) == []


def test_what_a_gm_writes_on_a_creature_is_told_to_gms_alone() -> None:
    book = Book()
    book.do(GM, EditField(CHAIR, OGRE, "hp", "99"))
    assert told(book, GM) == ["Ogre: hp 6 → 99"] and told(book, ANN) == []


def test_a_long_text_is_told_in_short_and_kept_whole() -> None:
    book = Book()
    book.do(ANN, EditField(MARSHA, MARSHA, "wish", "x" * 500))
    (fact,) = book.entries[-1].facts
    assert isinstance(fact, Changed) and fact.after == "x" * 99 + "…"
    assert book.state.sheets[MARSHA].wish.value == "x" * 500


# -- notes


def test_a_note_is_read_by_its_writer_alone() -> None:
    book = Book()
    book.do(ANN, Note(MARSHA, "  the butler did it "))
    assert book.state.campaign.notes == {MARSHA: Sealed(Id("2"), "the butler did it")}
    assert view(book.state, ANN).campaign.notes[MARSHA].open() == "the butler did it"
    for other in (GM, BOB, LEE, Caller("9", gm=True)):
        seen = view(book.state, other)
        assert seen.campaign.notes == {} and b"butler" not in msgspec.json.encode(seen)
        assert "butler" not in repr(seen_facts(book.state.campaign, other, book.entries[-1].facts))
    assert told(book, ANN) == ["A note on Marsha is kept."] and told(book, BOB) == []
    book.do(ANN, Note(MARSHA, "or not"))
    book.do(ANN, Note(MARSHA, " "))
    assert book.state.campaign.notes == {} and told(book, ANN) == ["The note on Marsha is gone."]
    assert book.do(ANN, Note(MARSHA, "")) == "bad-value"
    book.do(GM, Undo(CHAIR))
    assert book.state.campaign.notes[MARSHA].value == "or not"


def test_only_the_owner_takes_notes() -> None:
    book = Book()
    assert book.do(GM, Note(MARSHA, "mine")) == "not-yours"
    assert book.do(BOB, Note(MARSHA, "mine")) == "not-yours"
    assert book.do(ANN, Note(SELF, "mine")) == "unknown"
    assert book.do(ANN, Note(MARSHA, "x" * 1501)) == "too-long"
    book.do(ANN, Note(MARSHA, "x" * 1500))
    book.do(GM, Note(OGRE, "boo"))
    assert view(book.state, Caller("9", gm=True)).campaign.notes == {}
    assert list(view(book.state, GM).campaign.notes) == [OGRE]


# -- whose


def test_a_character_is_given_for_good() -> None:
    book = Book()
    book.do(ANN, Note(MARSHA, "a secret"))
    book.do(GM, Give(CHAIR, MARSHA, "8", "Lee"))
    kept = book.state.campaign
    assert (kept.names[MARSHA], book.state.sheets[MARSHA].owner) == (Name("Marsha", "8"), "8")
    assert kept.people["8"] == Person("Lee", MARSHA) and kept.people["2"] == Person("Ann")
    assert kept.lent == {} and kept.notes == {}
    assert told(book, BOB) == ["Marsha: owner Ann → Lee", "Marsha is Lee's from now on."]
    assert book.do(ANN, Try(MARSHA)) == "not-yours"
    book.do(LEE, Try(MARSHA), 1, 2, 3, 4)
    assert book.do(GM, Give(CHAIR, MARSHA, "8", "Lee")) == "already-in"
    assert book.do(GM, Give(CHAIR, MARSHA, "", "")) == "bad-value"
    assert book.do(GM, Give(CHAIR, MARSHA, "gm", "")) == "bad-value"


def test_a_creature_that_is_given_away_is_a_players_character() -> None:
    book = Book()
    book.do(GM, Give(CHAIR, OGRE, "3", ""))
    assert book.state.campaign.names[OGRE] == Name("Ogre", "3", "pc")
    assert book.state.campaign.people["3"] == Person("Bob", SANTO)  # plays Santo still
    book.do(BOB, Use(OGRE))


def test_a_character_is_lent_until_the_session_ends() -> None:
    book = Book()
    book.do(ANN, Note(MARSHA, "a secret"))
    book.do(GM, Give(CHAIR, MARSHA, "8", "Lee", "session"))
    assert told(book) == ["Marsha: owner Ann → Lee", "Lee plays Marsha until the session ends."]
    assert book.state.campaign.lent == {MARSHA: "2"} and book.state.sheets[MARSHA].owner == "8"
    assert view(book.state, LEE).campaign.notes == {}
    assert book.do(LEE, Note(MARSHA, "mine")) == "not-yours"
    assert book.do(LEE, Retire(MARSHA)) == "not-yours"
    assert book.do(ANN, ImportCharacter(SELF, export(Sheet("marsha", "2"), Game()))) == "name-taken"
    book.do(LEE, Try(MARSHA), 1, 2, 3, 4)
    book.do(GM, Give(CHAIR, MARSHA, "3", "Bob", "session"))  # lent on: it is Ann's still
    assert book.state.campaign.lent == {MARSHA: "2"}
    assert book.state.campaign.people["8"] == Person("Lee")
    book.do(GM, EndSession(CHAIR))
    assert told(book) == ["The session is over.", "Marsha: owner Bob → Ann"]
    kept = book.state.campaign
    assert kept.lent == {} and kept.names[MARSHA] == Name("Marsha", "2")
    assert kept.people["2"] == Person("Ann", MARSHA) and list(kept.notes) == [MARSHA]
    book.do(GM, Undo(CHAIR))
    assert book.state.campaign.lent == {MARSHA: "2"} and book.state.sheets[MARSHA].owner == "3"


def test_what_is_lent_comes_back_early_or_stays_for_good() -> None:
    book = Book()
    book.do(GM, Give(CHAIR, MARSHA, "8", "Lee", "session"))
    assert book.do(GM, Give(CHAIR, MARSHA, "8", "Lee", "session")) == "already-in"
    book.do(GM, Give(CHAIR, MARSHA, "2", "Ann", "session"))
    assert book.state.campaign.lent == {} and book.state.sheets[MARSHA].owner == "2"
    book.do(GM, Give(CHAIR, MARSHA, "8", "Lee", "session"))
    book.do(GM, Give(CHAIR, MARSHA, "8", "Lee"))
    assert book.state.campaign.lent == {} and book.state.campaign.names[MARSHA].owner == "8"
    book.do(GM, EndSession(CHAIR))
    assert book.state.sheets[MARSHA].owner == "8"
    assert book.do(GM, Give(CHAIR, MARSHA, "3", "Bob", "session")) == "no-session"


def test_giving_takes_a_gm_a_living_character_and_a_free_name() -> None:
    book = Book()
    assert book.do(ANN, Give(SELF, MARSHA, "3", "Bob")) == "not-gm"
    assert book.do(ANN, Give(MARSHA, MARSHA, "3", "Bob")) == "not-gm"
    book.do(BOB, ImportCharacter(SELF, export(Sheet("marsha", "2"), Game())))
    assert book.do(GM, Give(CHAIR, MARSHA, "3", "Bob")) == "name-taken"
    book.do(ANN, Retire(MARSHA))
    assert book.do(GM, Give(CHAIR, MARSHA, "8", "Lee")) == "not-allowed"


# -- dead, gone, back


def test_one_retires_and_comes_back() -> None:
    book = Book()
    assert book.do(BOB, Retire(MARSHA)) == "not-yours"
    assert book.do(ANN, Retire(MARSHA, back=True)) == "already-in"
    book.do(ANN, Retire(MARSHA))
    assert book.state.campaign.names[MARSHA].retired and book.state.campaign.people["2"] == Person("Ann")
    assert told(book, BOB) == ["Marsha is retired."]
    assert book.do(ANN, Retire(MARSHA)) == "already-in"
    assert find(book.state.campaign, ANN, "marsha", retired=True) == MARSHA
    with pytest.raises(Refused):
        find(book.state.campaign, ANN, "marsha")
    with pytest.raises(Refused):
        find(book.state.campaign, ANN, "santo", retired=True)
    book.do(ANN, ImportCharacter(SELF, export(Sheet("Marsha", "2"), Game())))
    assert book.do(ANN, Retire(MARSHA, back=True)) == "name-taken"
    book.do(ANN, EditField(SELF, MARSHA, "name", "Old Marsha"))
    book.do(GM, Retire(MARSHA, back=True))
    assert not book.state.campaign.names[MARSHA].retired
    assert told(book, BOB) == ["Old Marsha is played again."]


def test_nobody_retires_out_of_a_fight_and_creatures_do_it_unseen() -> None:
    book = Book()
    book.do(GM, Retire(LURKER))
    assert told(book, ANN) == [] and len(told(book, GM)) == 1
    book.do(GM, Gather(CHAIR, {MARSHA: "red", OGRE: "blue"}))
    assert book.do(ANN, Retire(MARSHA)) == "fight-running"
    book.do(BOB, Retire(SANTO))


# -- drafts


def test_a_draft_is_neither_given_nor_retired_but_renamed_in_secret() -> None:
    book = Book()
    names = {**book.state.campaign.names, SANTO: Name("Santo", "3", "draft")}
    book.state = replace(book.state, campaign=replace(book.state.campaign, names=names))
    assert book.do(GM, Give(CHAIR, SANTO, "8", "Lee")) == "unknown"
    assert book.do(BOB, Retire(SANTO)) == "not-allowed"
    book.do(BOB, EditField(SELF, SANTO, "name", "Sam"))
    book.do(BOB, EditField(SELF, SANTO, "points", "7"))
    assert told(book, BOB) == ["Sam: points 4 → 7"] and told(book, GM) == []
    gm_draft = Book()
    names = {**gm_draft.state.campaign.names, SANTO: Name("Santo", "1", "draft")}
    gm_draft.state = replace(gm_draft.state, campaign=replace(gm_draft.state.campaign, names=names))
    assert gm_draft.do(GM, Give(CHAIR, SANTO, "8", "Lee")) == "not-allowed"


# -- files


def test_a_file_is_readable_and_leads_to_the_same_sheet() -> None:
    sheet = Sheet("Zoë", "2", 3, 9, Sealed(MARSHA, "a pony"))
    text = export(sheet, Game())
    assert read(text, Game()) == sheet
    assert json.loads(text) == {
        "format": 1,
        "game": "toy",
        "sheet": {"name": "Zoë", "owner": "2", "hp": 3, "points": 9, "wish": {"to": "c2", "value": "a pony"}},
    }
    assert text.splitlines()[1] == '  "format": 1,'
    assert read("\ufeff" + text, Game()) == sheet


def test_an_import_is_the_callers_own() -> None:
    book = Book()
    text = export(Sheet("Zoë", "3", 3, 9, Sealed(MARSHA, "a pony")), Game())
    book.do(LEE, ImportCharacter(SELF, text))
    i = Id("c2")
    assert i == MARSHA  # taken
    i = list(book.state.sheets)[-1]
    assert book.state.sheets[i] == Sheet("Zoë", "8", 3, 9, Sealed(i, "a pony"))
    assert book.state.campaign.names[i] == Name("Zoë", "8") and book.state.campaign.people["8"] == Person("Lee", i)
    assert told(book, BOB) == ["Zoë joins the campaign, from a file."]
    assert book.do(LEE, ImportCharacter(SELF, text)) == "name-taken"
    book.do(LEE, Try(i), 1, 2, 3, 4)
    book.do(GM, Undo(CHAIR))
    book.do(GM, Undo(CHAIR))
    assert book.state == table()


def test_a_creature_is_a_creature_only_for_a_gm() -> None:
    text = export(Sheet("Imp", "gm"), Game())
    book = Book()
    book.do(ANN, ImportCharacter(SELF, text))
    i = list(book.state.sheets)[-1]
    assert (book.state.campaign.names[i], book.state.sheets[i].owner) == (Name("Imp", "2"), "2")
    book.do(GM, ImportCharacter(SELF, text))
    i = list(book.state.sheets)[-1]
    assert (book.state.campaign.names[i], book.state.sheets[i].owner) == (Name("Imp", "gm", "npc", unmet=True), "gm")
    assert told(book, ANN) == [] and told(book, GM) == ["Imp is imported."]
    book.do(GM, ImportCharacter(SELF, export(Sheet("Gin", "2"), Game())))
    i = list(book.state.sheets)[-1]
    assert book.state.campaign.names[i] == Name("Gin", "1")


def broken(**changes: Any) -> str:
    raw = json.loads(export(Sheet("Zoë", "2"), Game()))
    for key, value in changes.items():
        if key in raw:
            raw[key] = value
        elif value is None:
            del raw["sheet"][key]
        else:
            raw["sheet"][key] = value
    return json.dumps(raw)


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("", "bad-value", "does not fit"),
        ("[]", "bad-value", "does not fit"),
        ("[" * 15_000, "bad-value", "does not fit"),
        (broken(hp="many"), "bad-value", "$.hp"),
        (broken(name=None), "bad-value", "name"),
        (broken(name="\u200b"), "bad-value", "name"),
        (broken(name="x" * 81), "too-long", "81"),
        (broken(format=2), "bad-value", "format 2"),
        (broken(format="x"), "bad-value", "$.format"),
        (broken(game="chess"), "wrong-game", "chess"),
        (broken(sheet=[]), "bad-value", "does not fit"),
        (broken(wish=5), "bad-value", "$.wish"),
        (" " * 20_001, "too-long", "20,001"),
        (broken(hp=7), "RANGE", "more than 6"),  # the game looks at it as well
        (broken(name="marsha"), "name-taken", "Marsha"),
    ],
    ids=range(15),
)
def test_a_bad_file_is_refused_naming_what_is_bad(text: str, code: str, word: str) -> None:
    said = refusal(Book(), ANN, ImportCharacter(SELF, text))
    assert said.code == code and word in said.message


def test_an_import_names_nobody_of_the_table() -> None:
    """A file's owner and seals are text: they give nobody a right here."""
    book = Book()
    before = book.state
    book.do(LEE, ImportCharacter(SELF, export(Sheet("Zoë", "1", wish=Sealed(SANTO, "a pony")), Game())))
    paths = {p.path for p in diff(before, book.state)}
    i = list(book.state.sheets)[-1]
    assert paths == {("campaign", "people", "8"), ("campaign", "names", i), ("sheets", i)}
    assert view(book.state, BOB).sheets[i].wish.value is None
    book.do(GM, EndSession(CHAIR))
    book.do(GM, StartSession(CHAIR, 5))


# -- the sheets as they were kept last


def test_what_was_kept_is_seen_as_the_sheets_are_and_taken_back_with_them() -> None:
    start = table()
    names = {**start.campaign.names, SANTO: Name("Santo", "3", "draft")}
    kept = replace(start, campaign=replace(start.campaign, names=names), snapshot=start.sheets)
    assert kept.snapshot == start.sheets and start.snapshot == {}
    assert set(view(kept, GM).snapshot) == {MARSHA, OGRE, LURKER}
    seen = view(kept, BOB).snapshot
    assert set(seen) == set(start.sheets)
    assert seen[SANTO].wish.value == SECRET and seen[MARSHA].wish.value is None
    later = replace(start, snapshot={**start.sheets, MARSHA: replace(start.sheets[MARSHA], hp=1)})
    changed = diff(replace(start, snapshot=start.sheets), later)
    assert [(p.path, p.before, p.after) for p in changed] == [(("snapshot", MARSHA, "hp"), 6, 1)]
    assert back(later, Game.state, changed) == replace(start, snapshot=start.sheets)
    again = msgspec.json.decode(msgspec.json.encode(later), type=Game.state)
    assert again == later
