"""What can be asked about what a table keeps: its rulings and settings, its characters, its lookup tables.

The same moves in all games. They are played by `mechanics.rulings`, `mechanics.characters` and `mechanics.lookups`;
the game gets each of them to react to.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from mechanics.game import SELF, Id, Move

# -- rulings and settings ----------------------------------------------------------------------------------------------


class Choosing(Move, frozen=True, tag=True, omit_defaults=True):
    """The GM chooses how this table plays from now on. What is past stays as it was."""

    answers: ClassVar[bool] = True


class SetRuling(Choosing, frozen=True, tag=True, omit_defaults=True):
    """A ruling of the game gets this value, typed as text; "default" is what it is without a word."""

    name: str
    value: str


class SetSetting(Choosing, frozen=True, tag=True, omit_defaults=True):
    """The same for how the bot behaves."""

    name: str
    value: str


# -- characters --------------------------------------------------------------------------------------------------------


class Keeping(Move, frozen=True, tag=True, omit_defaults=True):
    """A move on a character as something that is kept, not played."""

    answers: ClassVar[bool] = True


class EditField(Keeping, frozen=True, tag=True, omit_defaults=True):
    """A field of the sheet of `who`, by its ledger name, gets this value, typed as text.

    A GM edits all, an owner the fields of `game.own_fields`. A game that computes a field makes this its override.
    """

    who: Id
    field: str
    value: str


class Note(Keeping, frozen=True, tag=True, omit_defaults=True):
    """The owner of `actor` notes something that nobody else may read, a GM neither. An empty text takes it away."""

    text: str


class Give(Keeping, frozen=True, tag=True, omit_defaults=True):
    """The GM gives a character to another user, called `name`: for good, or until the session ends."""

    who: Id
    user: str
    name: str
    until: Literal["good", "session"] = "good"


class Retire(Keeping, frozen=True, tag=True, omit_defaults=True):
    """`actor` is dead or gone, or (`back`) is played again."""

    back: bool = False


class ImportCharacter(Keeping, frozen=True, tag=True, omit_defaults=True):
    """The character of an exported file (`sheet`, its text) joins the campaign as the caller's own.

    A GM's import of a creature is a creature again.
    """

    actor: Id = SELF
    sheet: str = ""


class Withheld(Keeping, frozen=True, tag=True, omit_defaults=True):
    """Stands in the record of a campaign's file for what its owner kept to themselves. Nobody can ask for it."""


# -- lookup tables -----------------------------------------------------------------------------------------------------


class Lookup(Move, frozen=True, tag=True, omit_defaults=True):
    """A move on the lookup tables of a campaign."""

    answers: ClassVar[bool] = True


class CreateTable(Lookup, frozen=True, tag=True, omit_defaults=True):
    """The GM writes a table: each line of `rows` a number and what begins there. `die` is any dice text.

    Without a die the first line of `rows` is it.
    """

    name: str
    die: str
    rows: str


class RollTable(Lookup, frozen=True, tag=True, omit_defaults=True):
    """The table's die is thrown and the row looked up; `secret`: seen by the GMs alone, who alone may ask for it."""

    actor: Id = SELF
    name: str = ""
    secret: bool = False


class DeleteTable(Lookup, frozen=True, tag=True, omit_defaults=True):
    """The GM throws a table away."""

    name: str


KeepingMove = (
    SetRuling
    | SetSetting
    | EditField
    | Note
    | Give
    | Retire
    | ImportCharacter
    | Withheld
    | CreateTable
    | RollTable
    | DeleteTable
)
