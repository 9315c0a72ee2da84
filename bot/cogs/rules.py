"""`/rules`: the rules references, a rule at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Result, answer
from bot.asking import Interaction, asking_of, place_of
from bot.cards.card import Card
from bot.looking import look
from bot.options import Choices
from bot.rules import matching, rule_of
from bot.text import cut
from mechanics.game import Refusal

if TYPE_CHECKING:
    from bot.app import MojoTable


class Rules(commands.Cog):
    """The rules."""

    @app_commands.command(description="Look a rule up, by its title or its id")
    @app_commands.describe(topic="A title or an id, such as Fudge", share="Show it to everybody")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def rules(self, interaction: Interaction, topic: str, share: bool = False) -> None:
        """Show a rule."""

        async def work() -> Result:
            rule = rule_of(topic, await _game(interaction))
            return Card(rule.title, (rule.text,), (rule.id,))

        await answer(interaction, work, private=not share)

    @rules.autocomplete("topic")
    async def _topic(self, interaction: Interaction, typed: str) -> Choices:
        found = matching(typed, await _game(interaction))
        return [app_commands.Choice(name=cut(r.name, 100), value=r.id) for r in found[:25]]


async def _game(interaction: Interaction) -> str | None:
    """The game that is played here, if one is."""
    if interaction.guild_id is None:
        return None
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    return None if isinstance(table, Refusal) else table.game.key


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Rules())
