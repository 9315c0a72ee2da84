"""`/record`: what happened, taking back, putting in force again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Interaction, Result, act, answer, asking_of, look_back, no_campaign, place_of
from bot.cards.record import log_card, redone_card, undone_card
from bot.options import group
from bot.options import who as suggest_who
from bot.press import press
from bot.shown import Shown
from mechanics.campaign import Redo, Undo
from mechanics.game import CHAIR, SELF, Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


COUNT = 10
"""How many entries `/record log` shows when nothing is said."""
REACH = 200
"""How many of the newest entries are searched for what concerns one character."""


class Record(commands.Cog):
    """The record of a campaign."""

    record = group("record", "What happened, and taking it back")

    @record.command(description="The newest entries of the record")
    @app_commands.describe(who="Only what concerns this character", count="How many, up to 25")
    @app_commands.autocomplete(who=suggest_who)
    async def log(
        self, interaction: Interaction, who: str | None = None, count: app_commands.Range[int, 1, 25] = COUNT
    ) -> None:
        """Show the record."""

        async def work() -> Result:
            bot, place = interaction.client, place_of(interaction)
            async with bot.store.read() as unit:
                head = await unit.campaigns.bound(place.guild, place.channel, place.parent)
                if head is None:
                    none = no_campaign()
                    raise Refused(none.code, none.message, none.hint)
                table, told = await look_back(bot, unit, head, place, asking_of(interaction), REACH if who else count)
                stands = await unit.record.since(head.id, told[-1].n, table.game.moves) if told else []
            return log_card(told, stands, table.who(who) if who else None, count)

        await answer(interaction, work, private=True)

    @record.command(description="Take the newest entry back (GM)")
    async def undo(self, interaction: Interaction) -> None:
        """Undo."""

        await take_back(interaction, ())

    @record.command(description="Put the entry taken back last in force again (GM)")
    async def redo(self, interaction: Interaction) -> None:
        """Redo."""
        await act(interaction, lambda _: Redo(actor=CHAIR), lambda played: redone_card(played.everybody))


@press("undo")
async def take_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Take the newest entry back."""

    def make(table: Shown) -> Undo:
        return Undo(actor=CHAIR if table.viewer.gm else SELF)

    await act(interaction, make, lambda played: undone_card(played.everybody))


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Record())
