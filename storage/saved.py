"""Dice that people save under a name. They belong to the person alone, in all servers and in direct messages."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from mechanics.campaign import fold
from storage.models import put, saved


class SavedRoll(Struct, frozen=True):
    """A dice text and what its owner calls it."""

    name: str
    dice: str


class Saved:
    """The saved dice, as seen in one unit of work; one a person and name (without case)."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def of_user(self, user: str) -> list[SavedRoll]:
        """All that a person saved, by name."""
        query = select(saved.c.name, saved.c.dice).where(saved.c.user_id == user).order_by(saved.c.name_key)
        return [SavedRoll(row.name, row.dice) for row in await self._connection.execute(query)]

    async def put(self, user: str, name: str, dice: str) -> None:
        """Save dice, in place of what had that name."""
        await put(self._connection, saved, {"user_id": user, "name_key": fold(name)}, {"name": name, "dice": dice})

    async def delete(self, user: str, name: str) -> bool:
        """Forget one; False when there is none of that name."""
        gone = delete(saved).where(saved.c.user_id == user, saved.c.name_key == fold(name))
        return (await self._connection.execute(gone)).rowcount == 1
