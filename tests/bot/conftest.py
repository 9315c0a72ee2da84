from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot import official
from tests.bot.table import Table, new_console


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """The real bot on a fresh database. Whatever it sends must be within Discord's limits, each answer the only one."""
    async with new_console(tmp_path) as console:
        table = Table(console, tmp_path)
        yield table
        assert table.check() == []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out."""
    if not official.FILE.exists():
        terminalreporter.write_line("left out: Discord's official schema, which is not part of this repository")
