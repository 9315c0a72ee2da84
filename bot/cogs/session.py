"""`/session`: the evening, from its lobby to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.action import Answer, Interaction, Played, Result, act, answer, everybody, view_table
from bot.cards.card import Card
from bot.cards.layout import layout
from bot.cards.result import result_card
from bot.cards.session import begun_card, ended_card, paused_card, session_card
from bot.options import group
from bot.press import press
from mechanics.campaign import BeginSession, EndSession, JoinSession, StartSession
from mechanics.game import CHAIR, SELF, Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


class Session(commands.Cog):
    """Evenings."""

    session = group("session", "The evening: gather, begin, end")

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


@press("session-join")
async def _join(interaction: Interaction, args: tuple[str, ...]) -> None:
    """I'm here, on the lobby's card."""
    move = JoinSession(actor=SELF)
    await act(interaction, lambda _: move, lambda played: session_card(played.everybody), update=True)


async def _begin(interaction: Interaction) -> None:
    move = BeginSession(actor=CHAIR, at=interaction.client.now())
    await act(interaction, lambda _: move, lambda played: begun_card(played.everybody))


@press("session-begin")
async def _begin_pressed(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Begin, on the lobby's card: it shows the running evening, the opening rolls get a card of their own."""
    move = BeginSession(actor=CHAIR, at=interaction.client.now())

    def card(played: Played) -> Answer:
        return Answer(session_card(played.everybody), begun_card(played.everybody))

    await act(interaction, lambda _: move, card, update=True)


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
    await act(interaction, lambda _: EndSession(actor=CHAIR), lambda played: ended_card(played.everybody))


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Session())
