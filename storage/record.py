"""The record of a campaign: every entry once, in order, and which of them stand."""

from __future__ import annotations

from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from mechanics.campaign import Redo
from mechanics.record import Entry
from storage.campaigns import Head
from storage.codec import decode_entry, encode
from storage.errors import Conflict
from storage.models import campaign, record


class Record:
    """The records, as seen in one unit of work. `moves` is always the union of the game's moves."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def append(self, head: Head, entry: Entry, guild_id: int, interaction_id: int | None = None) -> None:
        """Add the next entry. An Undo or a Redo also settles whether the entry it concerns stands.

        Raises `Conflict` when the record has grown since `head` was read, so that `entry.n` is not the next number. An
        interaction that is recorded already breaks the unit of work off with `Conflict`, too.
        """
        grown = (
            update(campaign)
            .where(campaign.c.id == head.id, campaign.c.guild_id == guild_id, campaign.c.entries == entry.n - 1)
            .values(entries=entry.n)
        )
        if (await self._connection.execute(grown)).rowcount != 1:
            raise Conflict(f"entry {entry.n} is not the next one")
        values = {
            "campaign_id": head.id,
            "n": entry.n,
            "guild_id": guild_id,
            "channel_id": int(entry.place) if entry.place else None,
            "interaction_id": interaction_id,
            "user_id": entry.caller.user,
            "at": entry.at,
            "undoes": entry.undoes,
            "live": entry.undoes is None,
            "applied": entry.n,
            "data": encode(entry),
        }
        await self._connection.execute(insert(record), values)
        if entry.undoes is not None:
            concerned = (record.c.campaign_id == head.id) & (record.c.n == entry.undoes)
            stands = isinstance(entry.move, Redo)
            await self._connection.execute(update(record).where(concerned).values(live=stands, applied=entry.n))

    async def by_interaction(self, interaction_id: int, moves: object) -> tuple[int, Entry] | None:
        """What this interaction did when it came the first time: the campaign's id and the entry."""
        query = select(record.c.campaign_id, record.c.data).where(record.c.interaction_id == interaction_id)
        row = (await self._connection.execute(query)).first()
        return (row.campaign_id, decode_entry(row.data, moves)) if row else None

    async def campaign_of(self, interaction_id: int) -> int | None:
        """The campaign in which this interaction was recorded when it came the first time."""
        query = select(record.c.campaign_id).where(record.c.interaction_id == interaction_id)
        return (await self._connection.execute(query)).scalar_one_or_none()

    async def entry(self, campaign_id: int, n: int, moves: object) -> Entry | None:
        """One entry."""
        query = select(record.c.data).where(record.c.campaign_id == campaign_id, record.c.n == n)
        data = (await self._connection.execute(query)).scalar_one_or_none()
        return decode_entry(data, moves) if data is not None else None

    async def made_at(self, campaign_id: int, n: int) -> int | None:
        """When entry n was made, in seconds since 1970."""
        query = select(record.c.at).where(record.c.campaign_id == campaign_id, record.c.n == n)
        return (await self._connection.execute(query)).scalar_one_or_none()

    async def since(self, campaign_id: int, n: int, moves: object) -> list[Entry]:
        """Entry n and all later ones, oldest first: what Undo and Redo of n need."""
        query = select(record.c.data).where(record.c.campaign_id == campaign_id, record.c.n >= n).order_by(record.c.n)
        return [decode_entry(data, moves) for data in await self._connection.scalars(query)]

    async def page(
        self, campaign_id: int, count: int, user: str | None = None, *, before: int | None = None, moves: object
    ) -> list[Entry]:
        """The newest `count` entries (of this user, earlier than entry `before`), newest first."""
        query = select(record.c.data).where(record.c.campaign_id == campaign_id)
        if user is not None:
            query = query.where(record.c.user_id == user)
        if before is not None:
            query = query.where(record.c.n < before)
        query = query.order_by(record.c.n.desc()).limit(count)
        return [decode_entry(data, moves) for data in await self._connection.scalars(query)]

    async def newest_live(self, campaign_id: int, channel_id: int | None = None) -> tuple[int, int] | None:
        """The move (made in this channel) that came in force last and still stands: its number, and the entry that put
        it in force."""
        here = record.c.live if channel_id is None else record.c.live & (record.c.channel_id == channel_id)
        row = await self._newest(campaign_id, here)
        return (row.n, row.applied) if row else None

    async def newest_undone(self, campaign_id: int) -> int | None:
        """The move that was taken back last and not put in force again."""
        row = await self._newest(campaign_id, record.c.live.is_(False))
        return row.n if row else None

    async def _newest(self, campaign_id: int, which: Any) -> Any:
        query = (
            select(record.c.n, record.c.applied)
            .where(record.c.campaign_id == campaign_id, which, record.c.undoes.is_(None))
            .order_by(record.c.applied.desc())
            .limit(1)
        )
        return (await self._connection.execute(query)).first()
