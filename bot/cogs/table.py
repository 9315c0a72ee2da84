"""`/table`: lookup tables of a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.action import Played, Result, act, answer, ask, play, refuse, view_table
from bot.asking import Interaction, asking_of, place_of
from bot.cards.result import result_card
from bot.cards.table import rolled_card, table_card, tables_card
from bot.files import text_of
from bot.looking import look
from bot.options import Choices, group
from bot.press import fields, form, form_id
from bot.shown import Shown
from mechanics.campaign import NAME_LENGTH, fold
from mechanics.game import CHAIR, SELF, Refusal
from mechanics.keeping import CreateTable, DeleteTable, RollTable

if TYPE_CHECKING:
    from bot.app import MojoTable

LARGEST = 100_000
"""The largest file of a table, in bytes."""


async def suggest_table(interaction: Interaction, typed: str) -> Choices:
    """Complete the name of a table."""
    shown = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(shown, Refusal):
        return []
    names = [n for n in shown.state.campaign.tables if fold(typed) in fold(n)]
    return [app_commands.Choice(name=n, value=n) for n in names[:25]]


class Table(commands.Cog):
    """Lookup tables."""

    table = group("table", "Lookup tables: write, roll, show")

    @table.command(description="Write a table, in a form or from a file (GM)")
    @app_commands.describe(name="What it is called", die="What is rolled, such as 1d20", file="Its rows as a text file")
    async def create(
        self, interaction: Interaction, name: str, die: str = "", file: discord.Attachment | None = None
    ) -> None:
        """Write a table."""
        if file is None:
            await _ask_rows(interaction, name, die)
            return

        async def work() -> Result:
            rows = await text_of(file, LARGEST)
            move = CreateTable(actor=CHAIR, name=name, die=die, rows=rows)
            played = await play(
                interaction.client, place_of(interaction), asking_of(interaction), lambda _: move, interaction.id
            )
            return played if isinstance(played, Refusal) else result_card(played.caller)

        await answer(interaction, work, private=True)

    @table.command(description="Roll on a table")
    @app_commands.describe(name="Which one", secret="Only GMs see it (GM)")
    @app_commands.autocomplete(name=suggest_table)
    async def roll(self, interaction: Interaction, name: str, secret: bool = False) -> None:
        """Roll on a table."""

        def card(played: Played) -> Result:
            return rolled_card(played.caller if secret else played.everybody)

        await act(interaction, lambda _: RollTable(actor=SELF, name=name, secret=secret), card, private=secret)

    @table.command(description="A table's rows, or which tables there are")
    @app_commands.describe(name="Which one")
    @app_commands.autocomplete(name=suggest_table)
    async def show(self, interaction: Interaction, name: str | None = None) -> None:
        """Show a table, or all of them."""

        def card(shown: Shown) -> Result:
            return tables_card(shown) if name is None else table_card(shown, name)

        await view_table(interaction, card)

    @table.command(description="Throw a table away (GM)")
    @app_commands.describe(name="Which one")
    @app_commands.autocomplete(name=suggest_table)
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Delete a table."""
        move = DeleteTable(actor=CHAIR, name=name)
        await act(interaction, lambda _: move, lambda played: result_card(played.caller), private=True)


class Rows(ui.Modal, title="A lookup table"):
    """The rows of a table."""

    die = ui.Label(
        text="Die",
        description="What is rolled, such as 1d20",
        component=ui.TextInput[ui.Modal](custom_id="die", required=False, max_length=60),
    )
    rows = ui.Label(
        text="Rows",
        description="A line each: where it begins, and what it says",
        component=ui.TextInput[ui.Modal](
            custom_id="rows", style=discord.TextStyle.paragraph, placeholder="1 Hobgoblins\n4 Orcs\n9 Elves"
        ),
    )


async def _ask_rows(interaction: Interaction, name: str, die: str) -> None:
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal):
        await refuse(interaction, table)
    elif not table.viewer.gm:
        await refuse(interaction, Refusal("not-gm", "Only a GM of this campaign may do that.", "ask a GM"))
    else:
        modal = Rows(custom_id=form_id("table", name[: NAME_LENGTH + 1]))
        modal.die.component.default = die[:60] or None  # type: ignore[attr-defined]
        await ask(interaction, modal)


@form("table")
async def write_rows(interaction: Interaction, args: tuple[str, ...]) -> None:
    """The rows that were typed."""
    typed = fields(interaction)
    move = CreateTable(actor=CHAIR, name=":".join(args), die=typed.get("die", ""), rows=typed.get("rows", ""))
    await act(interaction, lambda _: move, lambda played: result_card(played.caller), private=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Table())
