"""Decisions that last only so long: when their time is up, their default is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from msgspec.structs import replace

from bot.action import Played, log, pings_of, play_in
from bot.asking import Asking
from bot.cards.games import cards_of
from bot.cards.layout import layout
from bot.clock import Alarms
from bot.shown import AnyState, Place
from bot.turns import turn_told
from mechanics.game import CHAIR, Force, Refusal
from mechanics.games.all import GAMES
from mechanics.state import parts_of
from mechanics.step import OPENED
from storage.codec import decode

if TYPE_CHECKING:
    from bot.app import MojoTable

AGAIN = 5
"""Seconds after which it is tried again while the database is busy."""

Key = tuple[int, int, int]  # campaign, channel, decision


class Timeouts:
    """When which decision plays its default; read from the database at the start, past ones too."""

    def __init__(self, bot: MojoTable) -> None:
        self._bot = bot
        self._alarms: Alarms[Key] = Alarms(bot, self._over)

    async def start(self) -> None:
        """Read what lasts only so long from the database."""
        async with self._bot.store.read() as unit:
            for head, channel, data in await unit.campaigns.timed():
                scene = decode(data, parts_of(GAMES[head.game].state).scene)
                for p in scene.pending.values():
                    opened = await unit.record.made_at(head.id, p.id // OPENED) if p.lasts else None
                    if opened is not None:
                        self._alarms.set((head.id, channel, p.id), opened + p.lasts, head.guild_id)

    def touched(self, campaign: int, place: Place, n: int, after: AnyState) -> None:
        """Entry n was stored: what it opened gets its time, what is closed needs none.

        What an Undo or a Redo opens again waits, until the bot starts anew, for as long as it takes.
        """
        waiting = after.scene.pending
        for key in self._alarms:
            if key[:2] == (campaign, place.channel) and key[2] not in waiting:
                self._alarms.drop(key)
        for p in waiting.values():
            if p.lasts and p.id // OPENED == n:
                self._alarms.set((campaign, place.channel, p.id), self._bot.now() + p.lasts, place.guild)

    def stop(self) -> None:
        """Nothing runs out any more."""
        self._alarms.stop()

    async def _over(self, key: Key, due: int, guild: int) -> None:
        """The time is up: the default is played, and its card goes where the decision was."""
        campaign, channel, number = key
        bot, place = self._bot, await self._here(campaign, guild, channel)
        if place is None:
            log.info("what ran out is of a channel where it is not played any more", channel=channel)
            return
        chair = Asking(str(bot.application_id or 0), "the clock", clock=True)
        played = await play_in(bot, campaign, place, chair, lambda _: Force(CHAIR, number), None)
        if isinstance(played, Refusal):
            if played.code == "busy":
                self._alarms.set(key, bot.now() + AGAIN, guild)
            return
        if played.everybody.facts:
            await self._post(played)

    async def _here(self, campaign: int, guild: int, channel: int) -> Place | None:
        """The place of a decision, if its campaign is still played there: an imported one names others."""
        await self._bot.wait_until_ready()  # what ran out while the bot was away is due before the servers are known
        server = self._bot.get_guild(guild)
        if server is None:
            return None
        found = server.get_channel_or_thread(channel)
        if found is None:
            try:
                found = await server.fetch_channel(channel)
            except (discord.HTTPException, discord.InvalidData):
                return None
        parent = found.parent_id if isinstance(found, discord.Thread) else None
        async with self._bot.store.read() as unit:
            head = await unit.campaigns.bound(guild, channel, parent)
        return Place(guild, channel, parent) if head is not None and head.id == campaign else None

    async def _post(self, played: Played) -> None:
        card = cards_of(played.game.key).result(played.everybody)
        said = replace(card, small=("The time for it was over.", *card.small))
        turn = await turn_told(self._bot.get_guild(played.place.guild), played, tell=False)
        channel = self._bot.get_partial_messageable(played.place.channel)
        try:
            for one in [said] if turn is None else [said, turn]:
                await channel.send(view=layout(one), allowed_mentions=pings_of(one))
        except discord.HTTPException as error:
            log.warning("what ran out could not be told", channel=played.place.channel, code=error.code)
