"""A process killed at any moment has lost nothing that it had acknowledged, and nothing is half there."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from storage.unit import Store
from tests.storage.tiny import GUILD, HALL, MOVES, PARTS

WRITER = """
import asyncio, sys
from tests.storage.test_unit_of_work import create, one_action
from storage.unit import Store

async def main():
    store = Store(sys.argv[1])
    await store.start()
    await create(store)
    i = 0
    while True:
        print(await one_action(store, i), flush=True)
        i += 1

asyncio.run(main())
"""


def write_and_be_killed(url: str, after: int) -> list[int]:
    """The numbers that a writing process acknowledged until it was killed, some time after so many."""
    root, command = Path(__file__).parents[2], [sys.executable, "-c", WRITER, url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as child:
        assert child.stdout is not None
        acknowledged = [int(child.stdout.readline()) for _ in range(after)]
        child.kill()
        acknowledged += [int(line) for line in child.stdout if line.endswith("\n")]
    assert child.returncode == -signal.SIGKILL
    return acknowledged


async def test_what_was_acknowledged_survives_kill_9(tmp_path: Path) -> None:
    for after in (1, 7, 30):
        url = f"sqlite+aiosqlite:///{tmp_path / f'{after}.db'}"
        acknowledged = write_and_be_killed(url, after)
        store = Store(url)
        await store.start()
        async with store.read() as unit:
            head = await unit.campaigns.bound(GUILD, HALL, None)
            assert head is not None
            entries = await unit.record.since(head.id, 1, MOVES)
            sheets = (await unit.campaigns.load(head, PARTS, HALL)).state.sheets
        await store.close()
        assert acknowledged == list(range(1, len(acknowledged) + 1))
        assert [e.n for e in entries] == list(range(1, head.entries + 1))
        assert len(acknowledged) <= head.entries <= len(acknowledged) + 1
        assert len(sheets) == head.entries
