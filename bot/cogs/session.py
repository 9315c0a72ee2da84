"""`/session`: the evening, from the plan of it to its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
import msgspec
from discord import app_commands
from discord.ext import commands
from msgspec import Struct

from bot.action import Answer, Played, Result, act, answer, everybody, play, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards.card import Card
from bot.cards.layout import layout
from bot.cards.plan import plan_card, twice_card
from bot.cards.result import result_card
from bot.cards.session import begun_card, ended_card, paused_card, session_card
from bot.looking import look
from bot.options import MOST, Choices, group
from bot.panels.play import panel
from bot.press import press
from bot.shown import Shown
from bot.when import ACCEPTED, moments, written, zone_named, zones_like
from mechanics.campaign import AnswerPlan, BeginSession, Coming, EndSession, JoinSession, PlanSession, StartSession
from mechanics.game import CHAIR, SELF, Move, Refusal, Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


async def suggest_zone(interaction: Interaction, typed: str) -> Choices:
    """Complete the name of a time zone."""
    return [app_commands.Choice(name=zone, value=zone) for zone in zones_like(typed, MOST)]


class Session(commands.Cog):
    """Evenings."""

    session = group("session", "The evening: plan, gather, begin, end")

    @session.command(description="Say when the next evening is; everybody answers with a button (GM)")
    @app_commands.describe(
        when=ACCEPTED,
        zone="The time zone you write it in; as last time when left out",
        note="Shown with it",
    )
    @app_commands.autocomplete(zone=suggest_zone)
    async def plan(self, interaction: Interaction, when: str, zone: str = "", note: str = "") -> None:
        """Plan the next evening."""
        await _plan(interaction, when, zone, note)

    @session.command(description="Open the lobby of an evening (GM)")
    async def start(self, interaction: Interaction) -> None:
        """Open the lobby."""
        await _start(interaction, ())

    @session.command(description="Begin: the opening rolls are made (GM)")
    async def begin(self, interaction: Interaction) -> None:
        """Begin the evening."""
        await _begin(interaction)

    @session.command(description="I'm here")
    async def join(self, interaction: Interaction) -> None:
        """Join the evening."""
        await act(interaction, lambda _: JoinSession(actor=SELF), lambda played: result_card(played.everybody))

    @session.command(description="The evening's card: who is here, what each has")
    async def status(self, interaction: Interaction) -> None:
        """Post the evening's card anew; it is the live one from now on."""
        await view_table(interaction, everybody(session_card), private=False)

    @session.command(description="The table pauses, for any reason; nobody is named")
    async def pause(self, interaction: Interaction) -> None:
        """Pause."""
        await _pause(interaction, ())

    @session.command(description="End the evening (GM)")
    async def end(self, interaction: Interaction) -> None:
        """End the evening."""
        await _end(interaction, ())


@press("session-new")
async def _start(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open a lobby; its card keeps itself fresh."""
    move = StartSession(actor=CHAIR, at=interaction.client.now())
    await act(interaction, lambda _: move, lambda played: session_card(played.everybody))


@press("session-come")
async def _come(interaction: Interaction, args: tuple[str, ...]) -> None:
    """I'm here, from a panel: the channel is told."""
    await act(interaction, lambda _: JoinSession(actor=SELF), lambda played: result_card(played.everybody))


@press("session-go")
async def _go(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Begin, from a panel."""
    await _begin(interaction)


def _this(args: tuple[str, ...], move: Move) -> Callable[[Shown], Move]:
    """The move, if the evening that the button was made for is still the one."""

    def make(table: Shown) -> Move:
        session = table.state.session
        if args and (session is None or session.number != int(args[0])):
            raise Refused("stale", "This button is of an earlier session.", "the newest card shows what is true now")
        return move

    return make


@press("session-again")
async def _again(interaction: Interaction, args: tuple[str, ...]) -> None:
    """One evening ends, the next one gathers."""
    bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction)

    async def work() -> Result:
        ended = await play(bot, place, asking, _this(args, EndSession(actor=CHAIR)), interaction.id)
        if isinstance(ended, Refusal):
            return ended
        start = StartSession(actor=CHAIR, at=bot.now())
        played = await play(bot, place, asking, lambda _: start, None)
        return played if isinstance(played, Refusal) else session_card(played.everybody)

    await answer(interaction, work)


@press("session-join")
async def _join(interaction: Interaction, args: tuple[str, ...]) -> None:
    """I'm here, on the lobby's card."""
    move = JoinSession(actor=SELF)
    await act(interaction, _this(args, move), lambda played: session_card(played.everybody), update=True)


async def _begin(interaction: Interaction) -> None:
    move = BeginSession(actor=CHAIR, at=interaction.client.now())
    await act(interaction, lambda _: move, lambda played: begun_card(played.everybody))


@press("session-begin")
async def _begin_pressed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Begin, on the lobby's card: it shows the running evening, the opening rolls get a card of their own."""
    move = BeginSession(actor=CHAIR, at=interaction.client.now())

    def card(played: Played) -> Answer:
        return Answer(session_card(played.everybody), begun_card(played.everybody))

    await act(interaction, _this(args, move), card, update=True)


@press("session-pause")
async def _pause(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The bot itself says that the table pauses. Who asked is neither named, stored nor logged."""

    async def work() -> Result:
        channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
        try:
            await channel.send(view=layout(paused_card()))
        except discord.Forbidden:
            needed = "Send Messages in Threads" if isinstance(interaction.channel, discord.Thread) else "Send Messages"
            raise Refused(
                "not-allowed", f"I may not write in this channel: I need {needed} here.", "ask a moderator"
            ) from None
        return Card("The table pauses", ("It was said for you; your name is nowhere.",))

    await answer(interaction, work, private=True)


@press("session-end")
async def _end(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The evening is over; its live card says so by itself."""
    await act(interaction, _this(args, EndSession(actor=CHAIR)), lambda played: ended_card(played.everybody))


# -- the next evening --------------------------------------------------------------------------------------------------


class Twice(Struct, frozen=True):
    """A plan whose time happens twice, while its GM is asked which is meant. `over`: the plan that it replaces."""

    times: tuple[int, ...]
    zone: str
    note: str
    over: int


async def _plan(interaction: Interaction, when: str, zone: str, note: str) -> None:
    """Plan it; or ask, privately, which of two times is meant, and keep the rest meanwhile."""
    bot, place, asking = interaction.client, place_of(interaction), asking_of(interaction)

    async def work() -> Result:
        table = await look(bot, place, asking)
        if isinstance(table, Refusal):
            raise Refused(table.code, table.message, table.hint)
        if not table.viewer.gm:
            raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
        before = table.state.campaign.plan
        named = zone_named(zone) if zone.strip() else before.zone if before is not None else ""
        times = moments(when, named or "UTC", table.now)
        if len(times) > 1:
            data = msgspec.json.encode(Twice(times, named, note, before.at if before is not None else 0))
            async with bot.store.write() as unit:
                await unit.drafts.put(table.campaign, asking.user, "plan", data, table.now)
            return Answer(twice_card(times, named or "UTC"), private=True)
        move = _planned(times[0], table.now, named, note)
        played = await play(bot, place, asking, lambda _: move, interaction.id)
        return played if isinstance(played, Refusal) else plan_card(played.everybody)

    await answer(interaction, work)


def _planned(at: int, now: int, zone: str, note: str) -> PlanSession:
    return PlanSession(actor=CHAIR, at=at, now=now, words=written(at, zone or "UTC"), zone=zone, note=note)


@press("plan-time")
async def _plan_time(interaction: Interaction, args: tuple[str, ...]) -> None:
    """One of the two times is meant."""
    bot, place, asking, at = interaction.client, place_of(interaction), asking_of(interaction), int(args[0])

    async def work() -> Result:
        table = await look(bot, place, asking)
        if isinstance(table, Refusal):
            raise Refused(table.code, table.message, table.hint)
        async with bot.store.read() as unit:
            data = await unit.drafts.get(table.campaign, asking.user, "plan")
        asked = msgspec.json.decode(data, type=Twice) if data is not None else None

        def make(shown: Shown) -> PlanSession:
            plan = shown.state.campaign.plan
            planned = plan.at if plan is not None else 0
            if asked is None or at not in asked.times or planned not in (asked.over, at):
                raise Refused("stale", "Something else was planned since.", "/session plan asks again")
            return _planned(at, shown.now, asked.zone, asked.note)

        played = await play(bot, place, asking, make, interaction.id)
        return played if isinstance(played, Refusal) else plan_card(played.everybody)

    await answer(interaction, work)


def _coming(args: tuple[str, ...]) -> AnswerPlan:
    given: Coming = "yes" if args[0] == "yes" else "no" if args[0] == "no" else "maybe"
    return AnswerPlan(actor=SELF, answer=given, at=int(args[1]))


@press("plan-answer")
async def _answer_plan(interaction: Interaction, args: tuple[str, ...]) -> None:
    """I'm in, Maybe, No, on the plan's card."""
    await act(interaction, lambda _: _coming(args), lambda played: plan_card(played.everybody), update=True)


@press("plan-say")
async def _say(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The same, from a panel, which goes on; the plan's card shows it by itself."""
    await act(interaction, lambda _: _coming(args), lambda played: panel(played.caller), private=True, update=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Session())
