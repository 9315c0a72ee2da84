"""Reminders: one task that sleeps until the next is due. The only part that waits for a time of day."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.action import Asking, log, play_in
from bot.cards.layout import layout
from bot.cards.session import reminder_card
from bot.shown import Place
from mechanics.campaign import SESSION_SECONDS, RemindSession, Session
from mechanics.game import CHAIR, Refusal

if TYPE_CHECKING:
    from bot.app import MojoTable


class Reminders:
    """When each running evening is to be reminded of its length; read from the database at the start."""

    def __init__(self, bot: MojoTable) -> None:
        self._bot = bot
        self._due: dict[int, tuple[int, int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._asleep = False

    async def start(self) -> None:
        """Read what is due from the database."""
        async with self._bot.store.read() as unit:
            for evening in await unit.campaigns.open_sessions():
                if not evening.lobby and not evening.reminded:
                    self._due[evening.head.id] = (evening.opened_at + SESSION_SECONDS, evening.head.guild_id)
        self._wake()

    def touched(self, campaign: int, guild: int, after: Session[Any] | None) -> None:
        """A stored action changed the evening: plan its reminder anew."""
        before = self._due.pop(campaign, None)
        if after is not None and not after.lobby and not after.reminded:
            self._due[campaign] = (after.opened_at + SESSION_SECONDS, guild)
        if self._due.get(campaign) != before:
            self._wake()

    def stop(self) -> None:
        """Remind of nothing any more."""
        if self._task is not None:
            self._task.cancel()

    def _wake(self) -> None:
        if self._task is not None and not self._task.done():
            if not self._asleep:
                return  # it looks at what is due again by itself
            self._task.cancel()
        self._asleep = False
        self._task = asyncio.create_task(self._sleep()) if self._due else None

    async def _sleep(self) -> None:
        while self._due:
            campaign, (due, guild) = min(self._due.items(), key=lambda item: item[1])
            wait = due - self._bot.clock().timestamp()
            if wait > 0:
                self._asleep = True
                await asyncio.sleep(wait)
                self._asleep = False
                continue
            del self._due[campaign]
            try:
                await self._remind(campaign, guild, due)
            except Exception:
                log.exception("fault", campaign=campaign)

    async def _remind(self, campaign: int, guild: int, at: int) -> None:
        """The move carries the time; the card goes where the evening's card is."""
        async with self._bot.store.read() as unit:
            card = next((c for c in await unit.live.of_campaign(campaign) if c.kind == "session"), None)
            head = await unit.campaigns.get(campaign, guild)
        if head is None or card is None:
            return
        place = Place(guild, card.channel_id)
        chair = Asking(str(self._bot.application_id or 0), "the clock", clock=True)
        played = await play_in(self._bot, campaign, place, chair, lambda shown: RemindSession(actor=CHAIR, at=at), None)
        if isinstance(played, Refusal):
            return
        try:
            channel = self._bot.get_partial_messageable(card.channel_id)
            await channel.send(view=layout(reminder_card(played.everybody)))
        except discord.HTTPException as error:
            log.warning("a reminder could not be posted", channel=card.channel_id, code=error.code)
