"""`/roll` and `/odds`: any dice, anywhere, storing nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.action import Result, answer
from bot.asking import Interaction, asking_of, place_of
from bot.cards.dice import odds_card, roll_card
from bot.cards.games import cards_of
from bot.cards.refusal import DrawnRefusal
from bot.looking import look
from bot.options import Choices
from bot.text import cut
from mechanics.campaign import active, fold
from mechanics.dice import DiceError, Plan, parse
from mechanics.game import Refusal, Refused

if TYPE_CHECKING:
    from bot.app import MojoTable

REMEMBERED = 10
"""How many of a person's last dice are suggested again."""
PEOPLE = 1_000
"""Of how many people the last dice are remembered, until the next start."""


class Dice(commands.Cog):
    """Dice without a table, and with the numbers of one's character where there is one."""

    def __init__(self) -> None:
        self._last: dict[int, deque[str]] = {}

    @app_commands.command(description="Throw any dice, for example 4d6kh3 + 2")
    @app_commands.describe(dice="What to throw", note="Shown with the result", secret="Only you see it")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def roll(self, interaction: Interaction, dice: str, note: str = "", secret: bool = False) -> None:
        """Throw dice."""

        async def work() -> Result:
            text = await _saved(interaction, dice)
            try:
                plan = await _plan(interaction, text)
                rolled = plan.rolls(interaction.client.dice)
            except DiceError as error:
                raise refused(error) from None
            self._remember(interaction.user.id, text)
            return roll_card(interaction.user.display_name, plan, rolled, note)

        await answer(interaction, work, private=secret)

    @app_commands.command(description="The exact chances of any dice")
    @app_commands.describe(dice="What would be thrown", target="A number to reach", share="Show it to everybody")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    @app_commands.allowed_installs(guilds=True, users=True)
    async def odds(self, interaction: Interaction, dice: str, target: int | None = None, share: bool = False) -> None:
        """Work odds out, off the loop."""

        async def work() -> Result:
            text = await _saved(interaction, dice)
            try:
                plan = await _plan(interaction, text)
                exact = await asyncio.to_thread(plan.odds)
                return await asyncio.to_thread(odds_card, plan, exact, target)
            except DiceError as error:
                raise refused(error) from None

        await answer(interaction, work, private=not share)

    @roll.autocomplete("dice")
    @odds.autocomplete("dice")
    async def _dice(self, interaction: Interaction, typed: str) -> Choices:
        """Saved dice, the last ten, and the attacks of the active character."""
        async with interaction.client.store.read() as unit:
            saved = await unit.saved.of_user(str(interaction.user.id))
        named = [(f"{r.name}: {r.dice}", r.name) for r in saved]
        named += [(text, text) for text in self._last.get(interaction.user.id, ())]
        named += await _attacks(interaction)
        found = [(words, value) for words, value in dict.fromkeys(named) if fold(typed) in fold(words)]
        return [app_commands.Choice(name=cut(words, 100), value=value) for words, value in found if len(value) <= 100][
            :25
        ]

    def _remember(self, user: int, text: str) -> None:
        last = self._last.pop(user, deque(maxlen=REMEMBERED))
        if text in last:
            last.remove(text)
        last.appendleft(text)
        self._last[user] = last
        if len(self._last) > PEOPLE:
            del self._last[next(iter(self._last))]


async def _saved(interaction: Interaction, text: str) -> str:
    """The dice that a saved name stands for; any other text is itself."""
    if not text[:1].isalpha() or len(text) > 80:
        return text
    async with interaction.client.store.read() as unit:
        rolls = await unit.saved.of_user(str(interaction.user.id))
    return next((r.dice for r in rolls if fold(r.name) == fold(text)), text)


async def _plan(interaction: Interaction, text: str) -> Plan:
    """The plan of a text, in which `@name` is a number of the active character."""
    if "@" not in text or interaction.guild_id is None:
        return parse(text)
    return parse(text, names=await _numbers(interaction))


async def _numbers(interaction: Interaction) -> Mapping[str, int]:
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal):
        return {}
    try:
        sheet = table.state.sheets[active(table.state.campaign, table.viewer.user)]
    except Refused:
        return {}
    return {name: n for name, n in sheet.gauges().items() if isinstance(n, int) and not isinstance(n, bool)}


async def _attacks(interaction: Interaction) -> list[tuple[str, str]]:
    """The active character's attacks as dice."""
    if interaction.guild_id is None:
        return []
    table = await look(interaction.client, place_of(interaction), asking_of(interaction))
    if isinstance(table, Refusal):
        return []
    try:
        who = active(table.state.campaign, table.viewer.user)
    except Refused:
        return []
    return [(f"{name}: {dice}", dice) for name, dice in cards_of(table.game.key).attacks(table, who)]


def refused(error: DiceError) -> Refused:
    """A text that cannot be thrown, as a refusal under the notation's own code, with the caret under the text."""
    no = Refused(error.code, error.message, error.hint)
    no.refusal = DrawnRefusal(error.code, error.message, error.hint, str(error))
    return no


async def setup(bot: MojoTable) -> None:
    """Register."""
    await bot.add_cog(Dice())
