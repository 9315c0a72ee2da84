from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.bot.table import Table, new_console


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot on a fresh database. Whatever it sends must be within Discord's limits, each answer the only one."""
    async with new_console(tmp_path) as console:
        table = Table(console, tmp_path)
        yield table
        assert table.check() == []
