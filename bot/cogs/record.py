"""`/record`: what happened, taking back, putting in force again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Result, act, answer
from bot.asking import Interaction, asking_of, place_of
from bot.cards.record import export_card, log_card, redone_card, undone_card, why_card
from bot.looking import look_at, look_at_entry, look_back, played_here
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
        await _show_log(interaction, who, count)

    @record.command(description="How an entry came to be: its rules, dice and numbers")
    @app_commands.describe(entry="Its number in the record; the newest when left out")
    async def why(self, interaction: Interaction, entry: int | None = None) -> None:
        """Explain an entry."""

        async def work() -> Result:
            bot, place = interaction.client, place_of(interaction)
            async with bot.store.read() as unit:
                head = await played_here(unit, place)
                if entry is None:
                    _, told = await look_back(bot, unit, head, place, asking_of(interaction), COUNT)
                    found = next((t for t in told if t.facts), None)
                else:
                    found = await look_at_entry(bot, unit, head, place, asking_of(interaction), entry)
            if found is None or not found.facts:
                raise Refused("unknown", "There is no such entry that you may see.", "/record log shows the numbers")
            return why_card(found)

        await answer(interaction, work, private=True)

    @record.command(description="The whole record as a file, a line an entry (GM)")
    async def export(self, interaction: Interaction) -> None:
        """Export the record."""

        async def work() -> Result:
            bot, place = interaction.client, place_of(interaction)
            async with bot.store.read() as unit:
                head = await played_here(unit, place)
                table = await look_at(bot, unit, head, place, asking_of(interaction))
                if not table.viewer.gm:
                    raise Refused("not-gm", "Only a GM of this campaign may do that.", "ask a GM")
                entries = await unit.record.since(head.id, 1, table.game.moves)
            return await asyncio.to_thread(export_card, table, entries)

        await answer(interaction, work, private=True)

    @record.command(description="Take the newest entry back (GM)")
    async def undo(self, interaction: Interaction) -> None:
        """Undo."""

        await take_back(interaction, ())

    @record.command(description="Put the entry taken back last in force again (GM)")
    async def redo(self, interaction: Interaction) -> None:
        """Redo."""
        await act(interaction, lambda _: Redo(actor=CHAIR), lambda played: redone_card(played.everybody))


async def _show_log(interaction: Interaction, who: str | None, count: int) -> None:
    async def work() -> Result:
        bot, place = interaction.client, place_of(interaction)
        async with bot.store.read() as unit:
            head = await played_here(unit, place)
            table, told = await look_back(bot, unit, head, place, asking_of(interaction), REACH if who else count)
            stands = await unit.record.since(head.id, told[-1].n, table.game.moves) if told else []
        return log_card(told, stands, table.who(who) if who else None, count)

    await answer(interaction, work, private=True)


@press("log")
async def show_log(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The newest entries."""
    await _show_log(interaction, None, COUNT)


@press("undo-newest")
async def take_newest_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Take the newest entry back, from a panel: pressed twice it is taken back once."""
    move = Undo(actor=CHAIR)
    await act(interaction, lambda _: move, lambda played: undone_card(played.everybody), seen=int(args[0]))


@press("undo")
async def take_back(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Take the newest entry back, or the one that the button names: pressed twice it is taken back once."""
    entry = int(args[0]) if args and args[0].isdecimal() else None

    def make(table: Shown) -> Undo:
        return Undo(actor=CHAIR if table.viewer.gm else SELF, entry=entry)

    await act(interaction, make, lambda played: undone_card(played.everybody))


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Record())
