from collections.abc import AsyncIterator

import pytest_asyncio

from bot.local.console import Console
from tests.bot.local.tinybot import TinyBot


@pytest_asyncio.fixture
async def console(tmp_path) -> AsyncIterator[Console]:
    """A console on the small bot, whose numbers outlive a restart."""
    rows: dict[int, tuple[int, int]] = {}
    async with Console(lambda dice: TinyBot(dice, rows), files=tmp_path) as console:
        yield console
