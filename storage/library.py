"""Whole campaigns out of the database and into it: everything that belongs to one, with its record."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mechanics.campaign import Redo
from mechanics.library import Document, write
from mechanics.record import Entry
from mechanics.state import Parts
from storage.campaigns import Campaigns, Head, Loaded
from storage.codec import decode, decode_entry, encode
from storage.models import campaign, record, scene


class Library:
    """The campaigns as files, as seen in one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._campaigns = Campaigns(connection)

    async def dump(self, head: Head, parts: Parts, moves: object) -> bytes:
        """The file of a campaign, for `mechanics.library.read`. `moves` is the union of the game's moves.

        Raises `Conflict` when the campaign is gone.
        """
        loaded = await self._campaigns.load(head, parts, 0)
        scenes = await self._connection.execute(
            select(scene.c.channel_id, scene.c.data).where(scene.c.campaign_id == head.id).order_by(scene.c.channel_id)
        )
        entries = await self._connection.scalars(
            select(record.c.data).where(record.c.campaign_id == head.id).order_by(record.c.n)
        )
        return await asyncio.to_thread(_written, loaded, list(scenes), list(entries), parts, moves)

    async def restore(self, guild_id: int, document: Document, interaction_id: int | None = None) -> Head:
        """A new campaign of this server from a file that was read; no channel is bound to it.

        `interaction_id` stands with its first entry, so that the same interaction delivered twice ends in `Conflict`.
        """
        head = await self._campaigns.create(guild_id, document.state)
        rows = await asyncio.to_thread(_rows, head, document.record)
        if rows:
            rows[0]["interaction_id"] = interaction_id
            await self._connection.execute(insert(record), rows)
        here = [
            {"campaign_id": head.id, "channel_id": int(c), "data": encode(s), "version": 1}
            for c, s in document.scenes.items()
        ]
        if here:
            await self._connection.execute(insert(scene), here)
        await self._connection.execute(update(campaign).where(campaign.c.id == head.id).values(entries=len(rows)))
        return replace(head, entries=len(rows))


def _written(loaded: Loaded, scenes: list[Any], entries: list[bytes], parts: Parts, moves: object) -> bytes:
    found = {str(row.channel_id): decode(row.data, parts.scene) for row in scenes}
    past = tuple(decode_entry(data, moves) for data in entries)
    return write(Document(loaded.head.game, loaded.state, found, past))


def _rows(head: Head, entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for entry in entries:
        rows.append(
            {
                "campaign_id": head.id,
                "n": entry.n,
                "guild_id": head.guild_id,
                "channel_id": int(entry.place) if entry.place else None,
                "interaction_id": None,
                "user_id": entry.caller.user,
                "at": entry.at,
                "undoes": entry.undoes,
                "live": entry.undoes is None,
                "applied": entry.n,
                "data": encode(entry),
            }
        )
        if entry.undoes is not None:
            rows[entry.undoes - 1] |= {"live": isinstance(entry.move, Redo), "applied": entry.n}
    return rows
