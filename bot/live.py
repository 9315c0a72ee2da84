"""Messages that keep themselves fresh: posted once, edited as the table changes, retired when posted anew.

The card of the evening, and that of the planned one, is one a campaign, wherever it was posted last; a fight's card is
one a channel or thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import discord
from msgspec.structs import replace

from bot.action import log, play_in
from bot.asking import Asking
from bot.cards.card import Card
from bot.cards.fight import fight_card, old_copy
from bot.cards.games import story_of
from bot.cards.layout import layout
from bot.cards.plan import plan_card
from bot.cards.session import session_card
from bot.looking import look_at
from bot.shown import AnyState, Place, Shown, readable
from mechanics.game import CHAIR
from mechanics.record import standing
from mechanics.tracking import EndFight
from storage.live import LiveCard
from storage.unit import Unit

if TYPE_CHECKING:
    from bot.app import MojoTable

NOBODY = discord.AllowedMentions.none()
"""An edit does not inherit the bot's rule that nobody is notified."""

NO_CHANNEL, NO_MESSAGE, NO_ACCESS, NO_RIGHT = 10003, 10008, 50001, 50013
"""Discord's codes: the channel, or the message, is no longer there, or not ours to touch."""
GONE = {NO_CHANNEL, NO_MESSAGE, NO_ACCESS, NO_RIGHT}
STORY = 80
"""How many entries of the record are looked through for what has happened in the present round."""
LAST_EDITS = 2.0
"""Seconds that a stopping bot takes for edits that still wait."""

Key = tuple[int, int, str]  # campaign, channel (0: wherever it is), kind


async def evening_now(bot: MojoTable, shown: Shown) -> Card:
    """The evening's card."""
    return session_card(shown)


async def plan_now(bot: MojoTable, shown: Shown) -> Card:
    """When the next evening is, and who comes."""
    return plan_card(shown)


async def fight_now(bot: MojoTable, shown: Shown) -> Card:
    """The fight's card, with the entry that its Undo takes back."""
    async with bot.store.read() as unit:
        newest = await unit.record.newest_live(shown.campaign, shown.place.channel)
        story = await _story(unit, shown)
    return fight_card(shown, newest[0] if newest else None, lacking(bot, shown.place), story)


async def _story(unit: Unit, shown: Shown) -> tuple[str, ...]:
    """What has happened in the present round, for games that have it told on the live card."""
    tell = story_of(shown.game.key)
    if tell is None or shown.state.scene.fight is None:
        return ()
    past = await unit.record.page(shown.campaign, STORY, moves=shown.game.moves)
    here = [e for e in standing(past[::-1]).values() if e.place == str(shown.place.channel)]
    return tell(shown, [replace(shown, facts=readable(shown.state.campaign, shown.viewer, e.facts)) for e in here])


def lacking(bot: MojoTable, place: Place) -> str:
    """The one right that the bot would need to post here by itself, in a sentence; empty if it may."""
    guild = bot.get_guild(place.guild)
    channel = guild.get_channel_or_thread(place.channel) if guild else None
    if guild is None or channel is None:
        return ""
    rights = channel.permissions_for(guild.me)
    in_thread = isinstance(channel, discord.Thread)
    if not rights.view_channel:
        needed = "View Channel"
    elif not (rights.send_messages_in_threads if in_thread else rights.send_messages):
        needed = "Send Messages in Threads" if in_thread else "Send Messages"
    else:
        return ""
    return f"I may not write here by myself: I need {needed} in <#{place.channel}>."


def link(guild: int, channel: int, message: int) -> str:
    """Where a message is."""
    return f"https://discord.com/channels/{guild}/{channel}/{message}"


RENDER: dict[str, Callable[[MojoTable, Shown], Awaitable[Card]]] = {
    "session": evening_now,
    "plan": plan_now,
    "fight": fight_now,
}
"""How each kind of live message looks, through the eyes of the whole channel."""


class Live:
    """One task a touched message: it waits `delay` seconds, so that many changes make one edit."""

    def __init__(self, bot: MojoTable, delay: float) -> None:
        self._bot = bot
        self._delay = delay
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._looking: dict[int, asyncio.Task[None]] = {}
        self._under_way: set[asyncio.Task[None]] = set()  # those of `_tasks`, and those that edit already
        self._editing: dict[Key, asyncio.Lock] = {}
        self._fights: dict[int, set[int]] = {}  # where a campaign's fight cards are, once it was looked up
        self._last: dict[int, str] = {}  # what each message shows
        self._stopping = asyncio.Event()

    # -- what changed

    def touched(self, campaign: int, place: Place, before: AnyState, after: AnyState) -> None:
        """A stored action changed these states: refresh the messages that show what changed."""
        if before.session is not after.session:
            self._soon((campaign, 0, "session"), place.guild)
        if before.campaign.plan is not after.campaign.plan:
            self._soon((campaign, 0, "plan"), place.guild)
        if before.scene.fight is not None or after.scene.fight is not None:
            self._soon((campaign, place.channel, "fight"), place.guild)
        if before.sheets is not after.sheets or before.campaign is not after.campaign:
            self._everywhere(campaign, place.guild)

    def _everywhere(self, campaign: int, guild: int) -> None:
        """Whoever changed may fight in several channels."""
        known = self._fights.get(campaign)
        if known is None and campaign not in self._looking:
            self._looking[campaign] = asyncio.create_task(self._look(campaign, guild))
        for channel in known or ():
            self._soon((campaign, channel, "fight"), guild)

    async def _look(self, campaign: int, guild: int) -> None:
        try:
            async with self._bot.store.read() as unit:
                cards = await unit.live.of_campaign(campaign)
            self._fights.setdefault(campaign, set()).update(c.channel_id for c in cards if c.kind == "fight")
            for channel in self._fights[campaign]:
                self._soon((campaign, channel, "fight"), guild)
        except Exception:
            log.exception("live cards could not be looked up", campaign=campaign)
        finally:
            self._looking.pop(campaign, None)

    def _soon(self, key: Key, guild: int) -> None:
        if key not in self._tasks and not self._stopping.is_set():
            task = self._tasks[key] = asyncio.create_task(self._later(key, guild))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _later(self, key: Key, guild: int) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), self._delay)
        except TimeoutError:
            pass
        finally:
            self._tasks.pop(key, None)
        await self._try(key, guild)

    async def _try(self, key: Key, guild: int) -> None:
        """Whatever goes wrong with one message is logged; the next change tries again."""
        try:
            await self.refresh(key, guild)
        except discord.HTTPException as error:
            log.warning("a live card could not be edited", campaign=key[0], channel=key[1], code=error.code)
        except Exception:
            log.exception("a live card could not be refreshed", campaign=key[0], channel=key[1])

    # -- one message

    async def refresh(self, key: Key, guild: int) -> None:
        """Bring a live message up to date now. A fight's that was deleted is posted anew; others are forgotten."""
        campaign, channel, kind = key
        async with self._editing.setdefault(key, asyncio.Lock()):  # or an older edit might overtake a newer one
            async with self._bot.store.read() as unit:
                cards = [c for c in await unit.live.of_campaign(campaign) if c.kind == kind]
                posted = next((c for c in cards if channel in (0, c.channel_id)), None)
                head = await unit.campaigns.get(campaign, guild)
                if posted is None or head is None:
                    return
                shown = await look_at(self._bot, unit, head, Place(guild, posted.channel_id), Asking("", ""))
            card = await RENDER[kind](self._bot, shown)
            if self._last.get(posted.message_id) == repr(card):
                return
            try:
                await self._message(posted.channel_id, posted.message_id).edit(
                    view=layout(card), allowed_mentions=NOBODY
                )
                self._last[posted.message_id] = repr(card)
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise
                await self._lost(posted, card, guild, error.code, shown.state.scene.fight is not None)

    async def _lost(self, posted: LiveCard, card: Card, guild: int, code: int, runs: bool) -> None:
        """A message is gone, or out of reach. That of a running fight is posted anew, if only it was deleted."""
        campaign, channel, kind = posted.campaign_id, posted.channel_id, posted.kind
        await self.forget(campaign, channel, kind)
        if kind != "fight" or not runs:
            return
        if code == NO_CHANNEL:
            await self.channel_gone(guild, channel)
        elif code == NO_MESSAGE:
            try:
                sent = await self._bot.get_partial_messageable(channel).send(view=layout(card), allowed_mentions=NOBODY)
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise
                log.warning("a live card could not be posted anew", channel=channel, code=error.code)
                return
            await self._put(campaign, kind, guild, channel, sent.id, card)

    async def posted(self, campaign: int, kind: str, guild: int, channel: int, message: int, card: Card) -> None:
        """A live message was posted, or changed by a press on it; the one before it is retired and points here."""
        key = (campaign, channel if kind == "fight" else 0, kind)
        async with self._editing.setdefault(key, asyncio.Lock()):  # or a retired one might still be refreshed
            await self._put(campaign, kind, guild, channel, message, card)

    async def _put(self, campaign: int, kind: str, guild: int, channel: int, message: int, card: Card) -> None:
        if message in self._last:
            self._last[message] = repr(card)
            return
        async with self._bot.store.write() as unit:
            same = [c for c in await unit.live.of_campaign(campaign) if c.kind == kind]
            before = [c for c in same if c.message_id != message and (kind != "fight" or c.channel_id == channel)]
            for old in before:
                await unit.live.delete(campaign, old.channel_id, kind)
            await unit.live.put(campaign, channel, kind, message)
        self._last[message] = repr(card)
        if kind == "fight" and campaign in self._fights:
            self._fights[campaign].add(channel)
        for old in before:
            self._last.pop(old.message_id, None)
            # Next stays on the old copy, so that pressing it says what is true now; it moves nothing there.
            kept = [b for b in card.buttons if b.verb == "fight-next"]
            await self.retire(old.channel_id, old.message_id, old_copy(link(guild, channel, message), kept))

    async def retire(self, channel: int, message: int, card: Card) -> None:
        """An old copy says from now on that it is one."""
        try:
            await self._message(channel, message).edit(view=layout(card), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code not in GONE:
                log.warning("an old card could not be retired", channel=channel, code=error.code)

    async def leave(self, campaign: int, channel: int, kind: str, card: Card) -> None:
        """Leave the message of this kind here for good, with this card on it."""
        async with self._editing.setdefault((campaign, channel, kind), asyncio.Lock()):
            async with self._bot.store.read() as unit:
                message = await unit.live.get(campaign, channel, kind)
            if message is None:
                return
            shows = self._last.get(message)
            await self.forget(campaign, channel, kind)
        if shows != repr(card):
            await self.retire(channel, message, card)

    async def forget(self, campaign: int, channel: int, kind: str) -> None:
        """The message of this kind here is left as it is from now on."""
        async with self._bot.store.write() as unit:
            message = await unit.live.get(campaign, channel, kind)
            await unit.live.delete(campaign, channel, kind)
        self._last.pop(message or 0, None)
        if kind == "fight":
            self._fights.get(campaign, set()).discard(channel)

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._bot.get_partial_messageable(channel).get_partial_message(message)

    # -- the end of a channel, and of the bot

    async def channel_gone(self, guild: int, channel: int) -> None:
        """A channel or thread is deleted: fights in it are over, and their record stays with the campaign."""
        place, nobody = Place(guild, channel), Asking("", "")
        async with self._bot.store.read() as unit:
            heads = [head for head in await unit.campaigns.of_server(guild) if not head.archived]
            there = [(head, await look_at(self._bot, unit, head, place, nobody)) for head in heads]
        clock = Asking(str(self._bot.application_id or 0), "the clock", clock=True)
        for head, shown in there:
            if shown.state.scene.fight is not None:
                await play_in(self._bot, head.id, place, clock, lambda _: EndFight(actor=CHAIR), None)
                await self.forget(head.id, channel, "fight")

    async def stop(self) -> None:
        """Let no task outlive the bot; what waits to be shown is shown now."""
        self._stopping.set()
        tasks = [*self._under_way, *self._looking.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=LAST_EDITS)
            for task in late:
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
