"""`/roll` and `/odds`: any dice, anywhere, storing nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Interaction, Result, answer
from bot.cards.dice import odds_card, roll_card
from bot.cards.refusal import DrawnRefusal
from mechanics.dice import DiceError, parse
from mechanics.game import Refused

if TYPE_CHECKING:
    from bot.app import MojoTable


class Dice(commands.Cog):
    """Dice without a table."""

    @app_commands.command(description="Throw any dice, for example 4d6kh3 + 2")
    @app_commands.describe(dice="What to throw", note="Shown with the result", secret="Only you see it")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def roll(self, interaction: Interaction, dice: str, note: str = "", secret: bool = False) -> None:
        """Throw dice."""

        async def work() -> Result:
            try:
                plan = parse(dice)
                rolled = plan.rolls(interaction.client.dice)
            except DiceError as error:
                raise refused(error) from None
            return roll_card(interaction.user.display_name, plan, rolled, note)

        await answer(interaction, work, private=secret)

    @app_commands.command(description="The exact chances of any dice")
    @app_commands.describe(dice="What would be thrown", target="A number to reach", share="Show it to everybody")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def odds(self, interaction: Interaction, dice: str, target: int | None = None, share: bool = False) -> None:
        """Work odds out, off the loop."""

        async def work() -> Result:
            try:
                plan = parse(dice)
                exact = await asyncio.to_thread(plan.odds)
            except DiceError as error:
                raise refused(error) from None
            return odds_card(plan, exact, target)

        await answer(interaction, work, private=not share)


def refused(error: DiceError) -> Refused:
    """A text that cannot be thrown, as a refusal under the notation's own code, with the caret under the text."""
    no = Refused(error.code, error.message, error.hint)
    no.refusal = DrawnRefusal(error.code, error.message, error.hint, str(error))
    return no


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Dice())
