"""What a table keeps, changed at random between the moves of the invented game: every promise holds there too."""

from collections.abc import Iterable
from random import Random
from typing import Any

from mechanics.campaign import EndSession, JoinSession, Redo, StartSession, Undo
from mechanics.characters import export
from mechanics.game import CHAIR, SELF, Caller, Id, Move
from mechanics.keeping import (
    CreateTable,
    DeleteTable,
    EditField,
    Give,
    ImportCharacter,
    Note,
    Retire,
    RollTable,
    SetRuling,
    SetSetting,
)
from mechanics.sealed import Sealed
from tests.mechanics.fuzz import SECRET, fuzz
from tests.mechanics.toy import Game, Sheet
from tests.mechanics.toy_table import ANN, BOB, GM, table

FIELDS = (("hp", "5"), ("points", "3"), ("points", "x"), ("wish", SECRET + "!"), ("name", "Ann"), ("down", "on"))
FILE = export(Sheet("Zoë", "gm", 2, 2, Sealed(Id("c2"), SECRET)), Game())
PEOPLE = (("1", "Gina"), ("2", "Ann"), ("3", "Bob"), ("8", "Lee"))


def keeping(seen: Any, caller: Caller, random: Random) -> Iterable[Move]:
    yield from (SetRuling(CHAIR, "rerolls", str(n)) for n in (0, 3, 13))
    yield from (SetRuling(CHAIR, "mood", "grim"), SetRuling(SELF, "mood", "default"), SetRuling(CHAIR, "moo", "x"))
    yield from (SetSetting(CHAIR, "undo", "own"), SetSetting(CHAIR, "owners_mark", random.choice(("on", "off"))))
    yield from (StartSession(CHAIR, 5), EndSession(CHAIR), JoinSession(SELF), ImportCharacter(SELF, FILE))
    for i in seen.sheets:
        field, value = random.choice(FIELDS)
        yield from (EditField(CHAIR, i, field, value), EditField(i, i, field, value), EditField(SELF, i, field, value))
        yield from (Note(i, f"{SECRET} {random.randrange(9)}"), Note(i, ""), Retire(i), Retire(i, back=True))
        user, name = random.choice(PEOPLE)
        yield from (Give(CHAIR, i, user, name), Give(CHAIR, i, user, name, "session"))
    name, other = (f"T{random.randrange(4)}" for _ in range(2))
    yield from (CreateTable(CHAIR, name, "1d4+1d2", "1 low\n4 high"), CreateTable(CHAIR, name, "", "1d6!\n3 x"))
    yield from (RollTable(SELF, other), RollTable(CHAIR, other, secret=True), DeleteTable(CHAIR, other))


def regret(seen: Any, caller: Caller, random: Random) -> Iterable[Move]:
    yield from keeping(seen, caller, random)
    yield from (Undo(CHAIR), Redo(CHAIR), Undo(CHAIR, random.randrange(2, 40)))


KINDS = {
    "SetRuling",
    "SetSetting",
    "EditField",
    "Note",
    "Give",
    "Retire",
    "ImportCharacter",
    "CreateTable",
    "RollTable",
}


def test_what_is_kept_can_be_changed_and_taken_back_at_random() -> None:
    tally = fuzz(Game(), table(), (GM, ANN, BOB), seeds=range(4), steps=40, extra_moves=keeping)
    assert tally.made > 300 and tally.refused > 5000 and tally.undone > 150
    assert tally.kinds >= KINDS


def test_with_taking_back_in_between() -> None:
    tally = fuzz(Game(), table(), (GM, ANN), seeds=range(50, 53), steps=40, extra_moves=regret)
    assert tally.kinds >= {"Undo", "Redo"}
