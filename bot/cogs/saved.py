"""`/saved`: dice under a name, a person's own everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Result, answer
from bot.asking import Interaction
from bot.cards.card import Card
from bot.cards.dice import saved_card
from bot.cogs.dice import refused
from bot.options import Choices
from bot.text import escape
from mechanics.campaign import clean, fold
from mechanics.dice import DiceError, parse
from mechanics.game import Refused

if TYPE_CHECKING:
    from bot.app import MojoTable

MOST = 50
"""How many dice one person saves."""
NAME_LENGTH = 40
"""The longest name of saved dice, in characters."""

EVERYWHERE = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
ANYBODY = app_commands.AppInstallationType(guild=True, user=True)


async def suggest_saved(interaction: Interaction, typed: str) -> Choices:
    """Complete the name of saved dice."""
    async with interaction.client.store.read() as unit:
        rolls = await unit.saved.of_user(str(interaction.user.id))
    found = [r for r in rolls if fold(typed) in fold(r.name)]
    return [app_commands.Choice(name=f"{r.name}: {r.dice}"[:100], value=r.name) for r in found[:25]]


class Saved(commands.Cog):
    """Saved dice."""

    saved = app_commands.Group(
        name="saved",
        description="Your own dice under a name, in every server",
        allowed_contexts=EVERYWHERE,
        allowed_installs=ANYBODY,
    )

    @saved.command(description="Save dice under a name")
    @app_commands.describe(name="What they are called", dice="What is thrown")
    async def add(self, interaction: Interaction, name: str, dice: str) -> None:
        """Save dice."""

        async def work() -> Result:
            kept = clean(name)
            if len(kept) > NAME_LENGTH:
                raise Refused("too-long", f"That name has {len(kept)} characters.", f"up to {NAME_LENGTH} characters")
            try:
                parse(dice)
            except DiceError as error:
                if error.code != "unknown_variable":
                    raise refused(error) from None
            user = str(interaction.user.id)
            async with interaction.client.store.write() as unit:
                rolls = await unit.saved.of_user(user)
                if len(rolls) >= MOST and fold(kept) not in {fold(r.name) for r in rolls}:
                    raise Refused("too-long", f"You have saved {MOST} already.", "/saved delete makes room")
                await unit.saved.put(user, kept, dice.strip())
            return Card("Saved", (f"**{escape(kept)}**: {escape(dice.strip())}", f"`/roll dice:{kept}` throws it."))

        await answer(interaction, work, private=True)

    @saved.command(description="Your saved dice")
    async def list(self, interaction: Interaction) -> None:
        """List them."""

        async def work() -> Result:
            async with interaction.client.store.read() as unit:
                return saved_card(await unit.saved.of_user(str(interaction.user.id)))

        await answer(interaction, work, private=True)

    @saved.command(description="Forget saved dice")
    @app_commands.describe(name="Which ones")
    @app_commands.autocomplete(name=suggest_saved)
    async def delete(self, interaction: Interaction, name: str) -> None:
        """Forget them."""

        async def work() -> Result:
            async with interaction.client.store.write() as unit:
                if not await unit.saved.delete(str(interaction.user.id), name):
                    raise Refused("unknown", "You have saved nothing under that name.", "/saved list shows yours")
            return Card("Forgotten", (escape(name[:NAME_LENGTH]),))

        await answer(interaction, work, private=True)


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Saved())
