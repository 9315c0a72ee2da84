"""`/mojo`, and the buttons that spend mojos."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Answer, Played, act, view_table
from bot.asking import Interaction
from bot.cards.card import Card
from bot.cards.dragonhead import evening, open_card
from bot.cogs.dragonhead.rolls import result, secretly
from bot.options import choices, group
from bot.options import whom as suggest_whom
from bot.panels.play import panel
from bot.press import press
from bot.shown import Shown
from mechanics.game import CHAIR, SELF, Move, Refused
from mechanics.games.dragonhead.moves import ChipIn, Fudge, Keep, Spend
from mechanics.games.dragonhead.pending import Covered, Thrown
from mechanics.games.dragonhead.play.spending import EFFECTS

if TYPE_CHECKING:
    from bot.app import MojoTable


class Mojo(commands.Cog):
    """Mojos."""

    mojo = group("mojo", "Mojos: what everybody has, and what they buy", "dragonhead")

    @mojo.command(description="Everybody's mojos, and the bowl")
    async def show(self, interaction: Interaction) -> None:
        """Show the pools."""
        await view_table(interaction, _pools, private=False)

    @mojo.command(description="Buy an effect with mojos, alone or together")
    @app_commands.describe(
        on="What it buys", who="For whom, several with commas", note="What happens", mine="How many of it you pay"
    )
    @app_commands.choices(on=choices(*EFFECTS))
    @app_commands.autocomplete(who=suggest_whom)
    async def spend(
        self,
        interaction: Interaction,
        on: app_commands.Choice[str],
        who: str | None = None,
        note: str = "",
        mine: int | None = None,
    ) -> None:
        """Spend mojos."""

        def make(table: Shown) -> Spend:
            return Spend(actor=SELF, on=on.name, who=table.whom(who), mine=mine, note=note)

        await act(interaction, make, result)


def _pools(table: Shown) -> Card:
    if table.state.session is None:
        raise Refused("no-session", "No session is open, so there are no mojos.", "/session start opens one")
    lines = evening(table) or ("The session gathers: mojos are rolled when it begins.",)
    return Card("Mojos", lines)


@press("dh-fudge")
async def fudge(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Fudge an open roll."""
    pending, rev = map(int, args)

    def make(table: Shown) -> Fudge:
        waiting = table.state.scene.pending.get(pending)
        roll = waiting.what if waiting is not None else None
        if isinstance(roll, Covered):
            roll = roll.roll.value
        if not isinstance(roll, Thrown):
            raise Refused("stale", "That roll is closed.", "the newest card shows what is true now")
        anybody = table.state.rulings.fudge_by == "anyone" and roll.owner not in (CHAIR, table.viewer.user)
        actor = SELF if anybody else CHAIR if roll.owner == CHAIR else roll.who
        return Fudge(actor=actor, pending=pending, rev=rev)

    await _about(interaction, pending, make)


async def _about(interaction: Interaction, pending: int, make: Callable[[Shown], Move]) -> None:
    """A press on an open roll: its card shows what it came to, or (too late) how the roll stands now.

    From a private panel the result is a card of its own, but of a secret roll, which stays private.
    """
    inside = interaction.message is not None and interaction.message.flags.ephemeral
    hidden = False

    def judged(table: Shown) -> Move:
        nonlocal hidden
        waiting = table.state.scene.pending.get(pending)
        hidden = waiting is not None and isinstance(waiting.what, Covered)
        return make(table)

    async def card(played: Played) -> Answer | Card:
        if inside and not hidden:
            return Answer(await asyncio.to_thread(panel, played.caller), await result(played))
        return await (secretly if hidden else result)(played)

    present = None if inside else lambda table: open_card(table, pending)
    await act(interaction, judged, card, update=True, private=inside, present=present)


@press("dh-keep")
async def keep(interaction: Interaction, args: tuple[str, ...]) -> None:
    """An open roll stands as it is."""
    pending, rev = map(int, args)

    def make(table: Shown) -> Keep:
        waiting = table.state.scene.pending.get(pending)
        roll = waiting.what if waiting is not None and isinstance(waiting.what, Thrown) else None
        actor = roll.who if roll is not None and roll.owner != CHAIR else CHAIR
        return Keep(actor=actor if roll is not None else SELF, pending=pending, rev=rev)

    await _about(interaction, pending, make)


@press("dh-chip")
async def chip_in(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Offer a mojo."""
    pending, rev = map(int, args)

    await _about(interaction, pending, lambda _: ChipIn(actor=SELF, pending=pending, rev=rev))


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Mojo())
