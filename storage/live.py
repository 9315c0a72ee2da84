"""Where the messages are that keep showing what is true: one a channel and kind (a fight's tracker, a lobby)."""

from __future__ import annotations

from msgspec import Struct
from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import live_card, put


class LiveCard(Struct, frozen=True):
    """A posted message that is edited as the table moves on."""

    campaign_id: int
    channel_id: int
    kind: str
    message_id: int


class Live:
    """The live messages, as seen in one unit of work."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, campaign_id: int, channel_id: int, kind: str) -> int | None:
        """The message's id."""
        query = select(live_card.c.message_id).where(_is(campaign_id, channel_id, kind))
        return (await self._connection.execute(query)).scalar_one_or_none()

    async def of_campaign(self, campaign_id: int) -> list[LiveCard]:
        """All live messages of a campaign, by channel."""
        query = (
            select(live_card)
            .where(live_card.c.campaign_id == campaign_id)
            .order_by(live_card.c.channel_id, live_card.c.kind)
        )
        rows = await self._connection.execute(query)
        return [LiveCard(row.campaign_id, row.channel_id, row.kind, row.message_id) for row in rows]

    async def put(self, campaign_id: int, channel_id: int, kind: str, message_id: int) -> None:
        """This message is the live one now."""
        key = {"campaign_id": campaign_id, "channel_id": channel_id, "kind": kind}
        await put(self._connection, live_card, key, {"message_id": message_id})

    async def delete(self, campaign_id: int, channel_id: int, kind: str) -> None:
        """There is none any more."""
        await self._connection.execute(delete(live_card).where(_is(campaign_id, channel_id, kind)))


def _is(campaign_id: int, channel_id: int, kind: str) -> ColumnElement[bool]:
    return (
        (live_card.c.campaign_id == campaign_id) & (live_card.c.channel_id == channel_id) & (live_card.c.kind == kind)
    )
