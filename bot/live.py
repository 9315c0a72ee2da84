"""Messages that keep themselves fresh: posted once, edited as the table changes, retired when posted anew."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import discord

from bot.action import Asking, look_at
from bot.cards.card import Card
from bot.cards.layout import layout
from bot.cards.session import session_card
from bot.shown import AnyState, Place, Shown

if TYPE_CHECKING:
    from bot.app import MojoTable

RENDER: dict[str, Callable[[Shown], Card]] = {"session": session_card}
"""How each kind of live message looks, through the eyes of the whole channel."""

NOBODY = discord.AllowedMentions.none()
"""An edit does not inherit the bot's rule that nobody is notified."""

GONE = {10003, 10008, 50001, 50013}
"""Discord's codes for a channel or message that is no longer there, or not ours to touch."""


class Live:
    """One task a touched message: it waits `delay` seconds, so that many changes make one edit."""

    def __init__(self, bot: MojoTable, delay: float) -> None:
        self._bot = bot
        self._delay = delay
        self._tasks: dict[tuple[int, str], asyncio.Task[None]] = {}
        self._last: dict[tuple[int, str], str] = {}

    def touched(self, campaign: int, place: Place, before: AnyState, after: AnyState) -> None:
        """A stored action changed these states: refresh the messages that show what changed."""
        if before.session is not after.session:
            self._refresh(campaign, place.guild, "session")

    def _refresh(self, campaign: int, guild: int, kind: str) -> None:
        key = (campaign, kind)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._later(campaign, guild, kind))

    async def _later(self, campaign: int, guild: int, kind: str) -> None:
        try:
            await asyncio.sleep(self._delay)
        finally:
            self._tasks.pop((campaign, kind), None)
        await self.refresh(campaign, guild, kind)

    async def refresh(self, campaign: int, guild: int, kind: str) -> None:
        """Bring a live message up to date now. One that is gone is forgotten."""
        async with self._bot.store.read() as unit:
            posted = next((c for c in await unit.live.of_campaign(campaign) if c.kind == kind), None)
            head = await unit.campaigns.get(campaign, guild)
            if posted is None or head is None:
                return
            shown = await look_at(self._bot, unit, head, Place(guild, posted.channel_id), Asking("", ""))
        card = RENDER[kind](shown)
        text = repr(card)
        if self._last.get((campaign, kind)) == text:
            return
        try:
            await self._message(posted.channel_id, posted.message_id).edit(view=layout(card), allowed_mentions=NOBODY)
            self._last[campaign, kind] = text
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            async with self._bot.store.write() as unit:
                await unit.live.delete(campaign, posted.channel_id, kind)

    async def posted(self, campaign: int, kind: str, channel: int, message: int, card: Card) -> None:
        """A live message was posted; the one before it is retired and points here."""
        async with self._bot.store.write() as unit:
            before = [c for c in await unit.live.of_campaign(campaign) if c.kind == kind and c.message_id != message]
            for old in before:
                await unit.live.delete(campaign, old.channel_id, kind)
            await unit.live.put(campaign, channel, kind, message)
        self._last[campaign, kind] = repr(card)
        moved = Card(lines=(f"This card was posted anew in <#{channel}>.",))
        for old in before:
            try:
                await self._message(old.channel_id, old.message_id).edit(view=layout(moved), allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(channel).get_partial_message(message)

    async def stop(self) -> None:
        """Let no task outlive the bot."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
