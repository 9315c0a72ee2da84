"""A whole campaign as a file: the same when it is read, without what its owners keep to themselves."""

import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from mechanics.campaign import Archive, BeginSession, Campaign, Found, JoinSession, Name, Redo, StartSession, Undo
from mechanics.dice import SeededDice
from mechanics.game import CHAIR, SELF, Caller, Id, Move, Refusal, Refused
from mechanics.games.all import GAMES
from mechanics.games.dragonhead.moves import Check, DropDraft, Finish, NewDraft, RollScores, TypeScores
from mechanics.keeping import CreateTable, Give, Note, SetRuling, Withheld
from mechanics.library import Document, read, withheld, write
from mechanics.perform import perform
from mechanics.record import Entry, diff, standing
from mechanics.state import Scene, State, parts_of
from mechanics.step import Outcome

GAME: Any = GAMES["dragonhead"]
GINA = Caller("1", name="Gina", manages=True)
GM = Caller("1", gm=True, name="Gina")
ANN = Caller("2", name="Ann")
BOB = Caller("3", name="Bob")


class Table:
    """A campaign with its record from the founding on."""

    def __init__(self) -> None:
        self.state: Any = State(Campaign(), parts_of(GAME.state).rulings(), {}, None, Scene())  # type: ignore[operator]
        self.record: list[Entry] = []
        self.do(GINA, Found(SELF, "The Tomb", "dragonhead", "55"))

    def do(self, caller: Caller, move: Move) -> Any:
        n = len(self.record) + 1
        outcome = perform(GAME, self.state, caller, move, SeededDice(n), n, self.record)
        if isinstance(outcome, Refusal):
            return outcome.code
        assert isinstance(outcome, Outcome)
        facts: Any = outcome.facts
        patch = diff(self.state, outcome.state)
        self.record.append(Entry(n, caller, move, outcome.faces, facts, patch, outcome.undoes, "55", 100 + n))
        self.state = outcome.state
        return outcome

    @property
    def newest(self) -> Id:
        return list(self.state.sheets)[-1]

    def document(self) -> Document:
        state = replace(self.state, scene=Scene(), snapshot=dict(self.state.sheets))
        return Document("dragonhead", state, {"55": self.state.scene}, tuple(self.record))


def evening() -> Table:
    """Ann has Marsha and a draft, Bob dropped one; there are a note, a table, an open roll, something taken back."""
    table = Table()
    table.do(ANN, NewDraft(SELF, "Marsha"))
    marsha = table.newest
    table.do(ANN, TypeScores(marsha, class_level="Warlord 4"))
    table.do(ANN, Finish(marsha))
    table.do(BOB, NewDraft(SELF, "Hush Santo"))
    table.do(BOB, RollScores(table.newest))
    table.do(BOB, DropDraft(table.newest))
    table.do(ANN, NewDraft(SELF, "Hush Megan"))
    table.do(ANN, TypeScores(table.newest, "Hush Meg", hp="7"))
    table.do(ANN, Note(marsha, "hush, the butler"))
    table.do(GM, Undo(CHAIR))
    table.do(GM, Redo(CHAIR))
    table.do(ANN, Note(marsha, "hush, the cook"))
    table.do(GM, CreateTable(CHAIR, "Who", "1d6", "1 Orcs"))
    table.do(GM, SetRuling(CHAIR, "fudge_by", "anyone"))
    table.do(GM, StartSession(CHAIR, 1_000))
    table.do(ANN, JoinSession(SELF))
    table.do(GM, BeginSession(CHAIR, 1_060))
    table.do(ANN, Check(marsha, "muscle"))
    table.do(GM, Give(CHAIR, marsha, "3", "Bob"))
    assert len(table.record) == 20 and table.state.scene.pending
    return table


def test_what_is_read_is_what_was_written() -> None:
    document = withheld(evening().document())
    assert read(write(document), GAMES) == document
    assert read(b"\xef\xbb\xbf" + write(document), GAMES) == document


def test_a_file_is_json_an_entry_a_line() -> None:
    data = write(evening().document())
    raw = json.loads(data)
    assert list(raw) == [
        "format",
        "game",
        "campaign",
        "rulings",
        "sheets",
        "session",
        "snapshot",
        "scenes",
        "record",
    ]
    assert (raw["format"], raw["game"], raw["campaign"]["name"]) == (1, "dragonhead", "The Tomb")
    assert raw["campaign"]["gms"] == ["1"] and raw["campaign"]["people"]["2"]["name"] == "Ann"
    assert [json.loads(line.rstrip(b",")) for line in data.splitlines()[10:-2]] == raw["record"]
    assert json.loads(write(replace(evening().document(), record=())))["record"] == []


def test_neither_notes_nor_unfinished_characters_leave_the_house() -> None:
    table = evening()
    before = table.document()
    assert b"hush" in msgspec.json.encode(before).lower()
    data = write(before)
    assert b"hush" not in data.lower()
    kept = read(data, GAMES)
    assert list(kept.state.sheets) == list(kept.state.campaign.names) == list(kept.state.snapshot) == ["c2"]
    assert kept.state.campaign.channels == () and kept.state.campaign.notes == {}
    hidden = [e.n for e in kept.record if isinstance(e.move, Withheld)]
    assert hidden == [5, 6, 7, 8, 9, 10, 13]
    assert all(not e.faces for e in kept.record if e.n in hidden)
    assert isinstance(kept.record[10].move, Undo) and isinstance(kept.record[11].move, Redo)
    for n in (1, 2, 3, 4, 14, 15, 16, 17, 18, 19):  # what is no secret is there as it was
        assert kept.record[n - 1] == before.record[n - 1]
    assert isinstance(kept.record[19].move, Give) and kept.record[19].facts == before.record[19].facts
    assert list(standing(kept.record)) == list(standing(before.record))


def test_a_character_that_was_finished_is_told_from_its_beginning() -> None:
    kept = read(write(evening().document()), GAMES)
    assert [type(e.move) for e in kept.record[1:4]] == [NewDraft, TypeScores, Finish]
    assert all(e.patch for e in kept.record[1:4])


def test_play_goes_on_from_a_file_and_can_be_taken_back() -> None:
    table = evening()
    kept = read(write(table.document()), GAMES)
    there = Table()
    there.state, there.record = replace(kept.state, scene=kept.scenes["55"]), list(kept.record)
    there.do(GM, Undo(CHAIR, 15))
    assert there.state.rulings.fudge_by == "roller"
    assert there.do(GM, Undo(CHAIR, 13)) is not None
    assert isinstance(there.record[-1].move, Undo) and there.state.campaign.notes == {}
    assert there.do(GM, Redo(CHAIR, 13)) == "not-allowed"
    assert there.do(GM, Withheld(CHAIR)) == "not-allowed"


def test_an_archived_campaign_comes_back_unarchived_and_clean() -> None:
    table = evening()
    table.do(GM, Archive(CHAIR))
    assert not read(write(table.document()), GAMES).state.campaign.archived


def raw() -> Any:
    return json.loads(write(evening().document()))


def change(path: str, value: object) -> bytes:
    document = raw()
    *steps, last = path.split(".")
    holder: Any = document
    for step in steps:
        holder = holder[int(step) if isinstance(holder, list) else step]
    key: Any = int(last) if isinstance(holder, list) else last
    if value is None:
        del holder[key]
    else:
        holder[key] = value
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    ("path", "value", "code", "word"),
    [
        ("format", 2, "bad-value", "format 2"),
        ("format", "x", "bad-value", "$.format"),
        ("game", "chess", "wrong-game", "chess"),
        ("rulings", None, "bad-value", "rulings"),
        ("campaign.name", 5, "bad-value", "campaign: Expected `str`, got `int` - at `$.name`"),
        ("campaign.name", " ", "bad-value", "visible"),
        ("campaign.name", "x" * 81, "too-long", "81"),
        ("campaign.settings.undo", "all", "bad-value", "$.settings.undo"),
        ("campaign.people.2.name", "a\0b", "bad-value", "a name"),
        ("campaign.names.c2.name", "a\0b", "bad-value", "a name"),
        ("campaign.names.c2.owner", "9", "bad-value", "another owner"),
        ("campaign.names.c2", None, "bad-value", "c2 has no name"),
        ("rulings.fudge_by", "nobody", "bad-value", "rulings: Invalid enum value"),
        ("sheets.c2", None, "bad-value", "there is none of c2"),
        ("sheets.c2.hp", "many", "bad-value", "sheets: Expected `int`"),
        ("snapshot.c2.hp", "many", "bad-value", "snapshot: Expected `int`"),
        ("session.number", 0, "bad-value", "session: number"),
        ("session.number", 2**31, "bad-value", "session: number"),
        ("session.opened_at", -1, "bad-value", "session: opened_at"),
        ("session.opened_at", 2**62, "bad-value", "session: opened_at"),
        ("session.lobby", 5, "bad-value", "session: Expected `bool`"),
        ("scenes.x", {"fight": None, "pending": {}}, "bad-value", "x is no channel"),
        ("scenes.-1", {"fight": None, "pending": {}}, "bad-value", "is no channel"),
        (f"scenes.{2**63}", {"fight": None, "pending": {}}, "bad-value", "is no channel"),
        ("scenes.55", [], "bad-value", "scenes: Expected"),
        ("record.0.n", 2, "bad-value", "entry 1 is numbered 2"),
        ("record.3", None, "bad-value", "entry 4 is numbered 5"),
        ("record.2.at", 2**41, "bad-value", "at of entry 3"),
        ("record.2.place", "hall", "bad-value", "place of entry 3"),
        ("record.2.undoes", 1, "bad-value", "undoes of entry 3"),
        ("record.2.caller.user", "a\0", "bad-value", "caller of entry 3"),
        ("record.2.patch.0.path", [], "bad-value", "patch of entry 3"),
        ("record.10.undoes", 11, "bad-value", "undoes of entry 11"),
        ("record.10.undoes", 12, "bad-value", "undoes of entry 11"),
        ("record.11.undoes", 9, "bad-value", "undoes of entry 12"),
        ("record.2.move.type", "Cheat", "bad-value", "record: Invalid value 'Cheat'"),
        ("record.2.facts", [{"type": "Lied"}], "bad-value", "record: Invalid value 'Lied'"),
    ],
)
def test_a_bad_file_is_refused_naming_what_is_bad(path: str, value: object, code: str, word: str) -> None:
    with pytest.raises(Refused) as refused:
        read(change(path, value), GAMES)
    said = refused.value.refusal
    assert said.code == code and word in said.message and said.hint


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"format": 1'])
def test_what_is_no_such_file_is_refused(data: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read(data, GAMES)
    assert refused.value.refusal.code == "bad-value"


def test_a_huge_file_is_not_read() -> None:
    with pytest.raises(Refused) as refused:
        read(b" " * 20_000_001, GAMES)
    assert refused.value.refusal.code == "too-long"


def test_names_that_were_written_as_a_whole_hide_nothing() -> None:
    table = evening()
    draft = table.newest
    whole = {i: msgspec.to_builtins(n) for i, n in table.state.campaign.names.items()}
    assert Name("Hush Meg", "2", "draft") in table.state.campaign.names.values() and draft in whole
    patch = diff({"campaign": 1}, {"campaign": 2})[0]
    again = replace(table.record[13], patch=(replace(patch, path=("campaign", "names"), before=whole, after={}),))
    document = replace(table.document(), record=(*table.record[:13], again, *table.record[14:]))
    assert b"hush" not in write(document).lower()


@pytest.mark.parametrize("key", GAMES)
def test_no_game_has_a_move_of_a_shared_name(key: str) -> None:
    """A union of two moves of one name could not be read."""
    blank = State(Campaign("x", key), parts_of(GAMES[key].state).rulings(), {}, None, Scene())  # type: ignore[operator, var-annotated]
    document = Document(key, blank, {}, (Entry(1, GINA, Found(SELF, "x", key, "5")),))
    assert read(write(document), GAMES) == document
