"""What can go wrong with the database, in words for whoever runs the bot or presses again."""

from __future__ import annotations

from typing import Literal

Kind = Literal["unwritable", "newer", "unreachable"]


class StoreError(Exception):
    """The database cannot be used at all. `str(error)` says in plain words what is wrong and how to mend it.

    `unwritable`: the SQLite file or its folder cannot be written. `newer`: a later version of the program made it.
    `unreachable`: there is no answer, no right to use it, or the file is no database.
    """

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class Busy(Exception):
    """Another process holds the database for longer than we wait. Nothing was written."""


class Conflict(Exception):
    """Somebody else wrote the same rows since they were read. Nothing was written; read again and decide again."""


class Bound(Exception):
    """Another running campaign is played in this channel already. Nothing was written."""

    def __init__(self, channel_id: int) -> None:
        super().__init__(f"channel {channel_id} belongs to another campaign")
        self.channel_id = channel_id
