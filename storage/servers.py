"""The servers the bot knows, and which of them it has left."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import put, server


class Servers:
    """The servers, as seen in one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def seen(self, guild_id: int) -> None:
        """The bot is there (again)."""
        await put(self._connection, server, {"guild_id": guild_id}, {"left_at": None})

    async def left(self, guild_id: int, at: int) -> None:
        """The bot is there no longer since `at` (seconds since 1970, UTC); a server never seen stays unknown."""
        await self._connection.execute(update(server).where(server.c.guild_id == guild_id).values(left_at=at))

    async def left_before(self, at: int) -> list[int]:
        """The servers that the bot left before this time, for tidying up."""
        return list(await self._connection.scalars(select(server.c.guild_id).where(server.c.left_at < at)))

    async def delete(self, guild_id: int) -> None:
        """Remove everything that is stored of a server, for good."""
        await self._connection.execute(delete(server).where(server.c.guild_id == guild_id))
