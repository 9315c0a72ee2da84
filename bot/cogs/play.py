"""`/play`: the one door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands, ui
from discord.ext import commands

from bot.action import Result, answer, ask
from bot.asking import Interaction, asking_of, place_of
from bot.cogs.campaign import found_here
from bot.cogs.character import begin_character
from bot.looking import look
from bot.options import IN_SERVERS, SERVER_INSTALL
from bot.panels import gm  # registers the presses of the GM's menu
from bot.panels.play import no_campaign_panel, panel
from bot.press import fields, form, form_id, press
from mechanics.game import Refusal
from mechanics.games.all import GAMES

if TYPE_CHECKING:
    from bot.app import MojoTable

__all__ = ["Play", "gm", "setup"]


class Play(commands.Cog):
    """The panel."""

    @app_commands.command(description="Your panel: what you can do here and now")
    async def play(self, interaction: Interaction) -> None:
        """Open the panel."""
        await open_panel(interaction, ())


@press("panel")
async def open_panel(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Open the panel, for whoever presses."""

    async def work() -> Result:
        table = await look(interaction.client, place_of(interaction), asking_of(interaction), own=True)
        return no_campaign_panel() if isinstance(table, Refusal) else panel(table)

    await answer(interaction, work, private=True)


@press("make-character")
async def make_character(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make mine."""
    await begin_character(interaction, "")


class Founding(ui.Modal, title="A new campaign"):
    """The name of a new campaign."""

    name = ui.Label(text="Name", component=ui.TextInput[ui.Modal](custom_id="name", max_length=80))


@press("make-campaign")
async def name_campaign(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Ask what the campaign is called."""
    if args[0] in GAMES:
        await ask(interaction, Founding(custom_id=form_id("make-campaign", args[0])))


@form("make-campaign")
async def make_campaign(interaction: Interaction, args: tuple[str, ...]) -> None:
    """Make one."""
    await found_here(interaction, fields(interaction).get("name", ""), args[0])


async def setup(bot: MojoTable) -> None:
    """Register."""
    Play.play.allowed_contexts = IN_SERVERS
    Play.play.allowed_installs = SERVER_INSTALL
    await bot.add_cog(Play())
