"""`/help`: how to begin, and what each command does, read from the commands themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Result, answer
from bot.asking import Interaction
from bot.cards.help import TOPICS, command_card, topic_card
from mechanics.game import Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


class Help(commands.Cog):
    """Help."""

    @app_commands.command(description="How to begin, and what each command does")
    @app_commands.describe(topic="A topic or a command")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def help(self, interaction: Interaction, topic: str = "start") -> None:
        """Show help."""

        async def work() -> Result:
            wanted = topic.strip().casefold()
            if wanted in TOPICS:
                return topic_card(wanted)
            first = wanted.removeprefix("/").partition(" ")[0]
            for command in interaction.client.tree.get_commands():
                if isinstance(command, app_commands.Command | app_commands.Group) and command.name == first:
                    return command_card(command)
            raise Refused("unknown", "There is no help on that.", ", ".join([*TOPICS, "or a command such as roll"]))

        await answer(interaction, work, private=True)

    @help.autocomplete("topic")
    async def _topic(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        names = [*TOPICS, *(f"/{c.name}" for c in interaction.client.tree.get_commands())]
        found = [n for n in names if typed.strip().casefold() in n]
        return [app_commands.Choice(name=n, value=n) for n in found[:25]]


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Help())
