"""Alarms: one task that sleeps until the next is due; and the reminders. All that waits for a time of day is here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import discord

from bot.action import log, pings_of, play_in
from bot.asking import Asking
from bot.cards.layout import layout
from bot.cards.plan import reminders
from bot.cards.session import reminder_card
from bot.looking import look_at
from bot.shown import AnyState, Place
from mechanics.campaign import PLAN_SECONDS, SESSION_SECONDS, Plan, RemindPlan, RemindSession, Session
from mechanics.game import CHAIR, Move, Refusal

if TYPE_CHECKING:
    from bot.app import MojoTable

Kind = Literal["session", "plan"]
"""What is reminded of, which is also the kind of the live card: the length of an evening, the evening to come."""


K = TypeVar("K", bound=Hashable)


class Alarms(Generic[K]):
    """What is due when, each under a key and in a server; `ring(key, due, server)` is called when it is."""

    def __init__(self, bot: MojoTable, ring: Callable[[K, int, int], Awaitable[None]]) -> None:
        self._bot, self._ring = bot, ring
        self._due: dict[K, tuple[int, int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._asleep = False

    def __iter__(self) -> Iterator[K]:
        return iter(tuple(self._due))

    def set(self, key: K, due: int, guild: int) -> None:
        """Ring at this time, in seconds since 1970; at once if it is past."""
        if self._due.get(key) != (due, guild):
            self._due[key] = (due, guild)
            self._wake()

    def drop(self, key: K) -> None:
        """Ring no more."""
        if self._due.pop(key, None) is not None:
            self._wake()

    def stop(self) -> None:
        """Nothing rings any more."""
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
            key, (due, guild) = min(self._due.items(), key=lambda item: item[1])
            wait = due - self._bot.clock().timestamp()
            if wait > 0:
                self._asleep = True
                await asyncio.sleep(wait)
                self._asleep = False
                continue
            del self._due[key]
            try:
                await self._ring(key, due, guild)
            except Exception:
                log.exception("fault", due=str(key))


class Reminders:
    """When people are to be reminded, a campaign and kind; read from the database at the start."""

    def __init__(self, bot: MojoTable) -> None:
        self._bot = bot
        self._alarms: Alarms[tuple[int, Kind]] = Alarms(bot, self._remind)

    async def start(self) -> None:
        """Read what is due from the database. What was missed meanwhile is made up for, as long as it is of use."""
        now = self._bot.now()
        async with self._bot.store.read() as unit:
            for evening in await unit.campaigns.open_sessions():
                if not evening.lobby and not evening.reminded:
                    due, head = evening.opened_at + SESSION_SECONDS, evening.head
                    self._alarms.set((head.id, "session"), due, head.guild_id)
            for head, at in await unit.campaigns.planned():
                if at > now:
                    self._alarms.set((head.id, "plan"), at - PLAN_SECONDS, head.guild_id)

    def touched(self, campaign: int, guild: int, after: AnyState) -> None:
        """A stored action changed the table: plan its reminders anew."""
        self._plan((campaign, "session"), guild, _length_due(after.session))
        self._plan((campaign, "plan"), guild, _plan_due(after.campaign.plan))

    def _plan(self, key: tuple[int, Kind], guild: int, due: int | None) -> None:
        """What is due by now stands as it was: a reminder that was taken back is not given again."""
        if due is None:
            self._alarms.drop(key)
        elif due > self._bot.now():
            self._alarms.set(key, due, guild)

    def stop(self) -> None:
        """Remind of nothing any more."""
        self._alarms.stop()

    async def _remind(self, key: tuple[int, Kind], due: int, guild: int) -> None:
        """The move carries the time; the card goes where the live card is."""
        campaign, kind = key
        move: Move
        if kind == "session":
            move = RemindSession(actor=CHAIR, at=due)
        else:
            move = RemindPlan(actor=CHAIR, at=max(due, self._bot.now()))
        place = await self._place(campaign, kind, guild)
        if place is None:
            return
        chair = Asking(str(self._bot.application_id or 0), "the clock", clock=True)
        played = await play_in(self._bot, campaign, place, chair, lambda _: move, None)
        if isinstance(played, Refusal):
            return
        shown = played.everybody
        try:
            channel = self._bot.get_partial_messageable(place.channel)
            for card in [reminder_card(shown)] if kind == "session" else reminders(shown):
                await channel.send(view=layout(card), allowed_mentions=pings_of(card))
        except discord.HTTPException as error:
            log.warning("a reminder could not be posted", channel=place.channel, code=error.code)

    async def _place(self, campaign: int, kind: Kind, guild: int) -> Place | None:
        """Where the live card is; without one, a plan is reminded of in the first channel of its campaign."""
        async with self._bot.store.read() as unit:
            card = next((c for c in await unit.live.of_campaign(campaign) if c.kind == kind), None)
            head = await unit.campaigns.get(campaign, guild)
            if head is None or card is not None or kind == "session":
                return Place(guild, card.channel_id) if head is not None and card is not None else None
            table = await look_at(self._bot, unit, head, Place(guild, 0), Asking("", ""))
        channels = table.state.campaign.channels
        return Place(guild, int(channels[0])) if channels else None


def _length_due(evening: Session[Any] | None) -> int | None:
    return evening.opened_at + SESSION_SECONDS if evening and not (evening.lobby or evening.reminded) else None


def _plan_due(plan: Plan | None) -> int | None:
    return plan.at - PLAN_SECONDS if plan and not plan.reminded else None
