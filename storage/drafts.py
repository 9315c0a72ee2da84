"""What somebody has filled in of a guided form so far. The bytes are the caller's business."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import draft, put


class Drafts:
    """The drafts, as seen in one unit of work; one a person, campaign and kind of form."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def get(self, campaign_id: int, user: str, kind: str) -> bytes | None:
        """What was put last."""
        query = select(draft.c.data).where(
            draft.c.campaign_id == campaign_id, draft.c.user_id == user, draft.c.kind == kind
        )
        return (await self._connection.execute(query)).scalar_one_or_none()

    async def put(self, campaign_id: int, user: str, kind: str, data: bytes, at: int) -> None:
        """Keep this in place of what was there; `at` in seconds since 1970, UTC."""
        key = {"campaign_id": campaign_id, "user_id": user, "kind": kind}
        await put(self._connection, draft, key, {"data": data, "updated_at": at})

    async def delete(self, campaign_id: int, user: str, kind: str) -> None:
        """Forget it; nothing happens when there is none."""
        await self._connection.execute(
            delete(draft).where(draft.c.campaign_id == campaign_id, draft.c.user_id == user, draft.c.kind == kind)
        )
