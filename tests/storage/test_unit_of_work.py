"""The unit of work: all or nothing, one writer at a time, readers that never wait and never make wait."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError

from mechanics.game import Id
from storage.campaigns import Head
from storage.errors import Busy, StoreError
from storage.unit import Store
from tests.storage.tiny import GUILD, HALL, MOVES, PARTS, Sheet, entry, table


async def create(store: Store) -> Head:
    async with store.write() as unit:
        return await unit.campaigns.create(GUILD, table("The Tomb", HALL))


async def one_action(store: Store, i: int) -> int:
    """What the bot does: find, load, change a sheet, save, record. The entry's number."""
    async with store.write() as unit:
        head = await unit.campaigns.bound(GUILD, HALL, None)
        assert head is not None
        loaded = await unit.campaigns.load(head, PARTS, HALL)
        n = loaded.head.entries + 1
        await asyncio.sleep(0)
        sheets = {**loaded.state.sheets, Id(f"c{i}"): Sheet(f"N{i}", "2")}
        await unit.campaigns.save(loaded, replace(loaded.state, sheets=sheets))
        await unit.record.append(loaded.head, entry(n), GUILD, i)
        return n


async def test_a_block_that_raises_leaves_nothing(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.write() as unit:
            await unit.campaigns.create(GUILD, table("The Tomb", HALL))
            raise ZeroDivisionError
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == []
    assert (await create(store)).name == "The Tomb"


async def test_a_cancelled_write_leaves_nothing_and_frees_its_place(store: Store) -> None:
    begun, never = asyncio.Event(), asyncio.Event()

    async def hang() -> None:
        async with store.write() as unit:
            await unit.campaigns.create(GUILD, table("The Tomb", HALL))
            begun.set()
            await never.wait()

    task = asyncio.create_task(hang())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    head = await create(store)
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == [head]


async def test_an_action_cancelled_at_any_moment_is_whole_or_not_at_all(store: Store) -> None:
    head = await create(store)
    engine = store._writing.sync_engine
    for number in count(1):  # the statement that is on its way when the cancelling comes; the last is the commit
        task = asyncio.create_task(one_action(store, number))
        said: list[str] = []

        def hear(*about: Any, task: asyncio.Task[int] = task, said: list[str] = said, number: int = number) -> None:
            said.append(about[2] if len(about) > 1 else "COMMIT")
            if len(said) == number:
                task.cancel()

        event.listen(engine, "before_cursor_execute", hear)
        event.listen(engine, "commit", hear)
        await asyncio.wait([task])
        event.remove(engine, "before_cursor_execute", hear)
        event.remove(engine, "commit", hear)
        if not task.cancelled():
            assert said[-1] == "COMMIT" and 6 < len(said) < number
            break
    last = await one_action(store, 99)
    async with store.read() as unit:
        loaded = await unit.campaigns.load(head, PARTS, HALL)
        assert loaded.head.entries == last == len(loaded.state.sheets)
        assert [e.n for e in await unit.record.since(head.id, 1, MOVES)] == list(range(1, last + 1))


async def test_more_readers_than_connections_take_turns(store: Store) -> None:
    await create(store)

    async def look() -> int:
        async with store.read() as unit:
            return len(await unit.campaigns.of_server(GUILD))

    assert await asyncio.gather(*(look() for _ in range(60))) == [1] * 60


async def test_a_reader_too_many_is_told_so(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=0.05)
    await store.start()
    async with AsyncExitStack() as held:
        for _ in range(4):
            await held.enter_async_context(store.read())
        with pytest.raises(Busy):
            await held.enter_async_context(store.read())
    async with store.read() as unit:
        assert await unit.campaigns.of_server(GUILD) == []
    await store.close()


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(DBAPIError, match=r"(?i)read.?only"):
        async with store.read() as unit:
            await unit.campaigns.create(GUILD, table())


async def test_readers_do_not_wait_for_a_writer_and_see_one_moment(store: Store) -> None:
    head = await create(store)
    async with store.write() as writer:
        await writer.record.append(head, entry(1), GUILD)
        async with asyncio.timeout(2), store.read() as reader:
            assert await reader.record.since(head.id, 1, MOVES) == []
    async with store.read() as reader:
        assert await reader.record.since(head.id, 1, MOVES) == [entry(1)]
        async with asyncio.timeout(2), store.write() as writer:
            await writer.record.append(head, entry(2), GUILD)
        assert await reader.record.since(head.id, 1, MOVES) == [entry(1)]


async def test_twenty_write_at_once_while_somebody_reads_for_long(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=1.0)
    await store.start()
    head = await create(store)
    async with store.read() as reader:
        assert await reader.record.since(head.id, 1, MOVES) == []
        numbers = await asyncio.gather(*(one_action(store, i) for i in range(20)))
        assert sorted(numbers) == list(range(1, 21))
        assert await reader.record.since(head.id, 1, MOVES) == []
    async with store.read() as reader:
        loaded = await reader.campaigns.load(head, PARTS, HALL)
        assert loaded.state.sheets == {f"c{i}": Sheet(f"N{i}", "2") for i in range(20)}
        assert [e.n for e in await reader.record.since(head.id, 1, MOVES)] == list(range(1, 21))
    await store.close()


async def test_writers_wait_for_one_another_as_long_as_it_takes(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=0.02)
    await store.start()
    await create(store)
    async with store.write():
        waiting = [asyncio.create_task(one_action(store, i)) for i in range(3)]
        done, _ = await asyncio.wait(waiting, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
        assert done == set()
    assert sorted(await asyncio.gather(*waiting)) == [1, 2, 3]
    await store.close()


async def test_a_backup_that_runs_holds_nobody_up(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=1.0)
    await store.start()
    head = await create(store)
    with sqlite3.connect(tmp_path / "mojo.db") as source, sqlite3.connect(tmp_path / "copy.db") as copy:
        writes: list[asyncio.Task[int]] = []
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM record").fetchone()
        writes += [asyncio.create_task(one_action(store, i)) for i in range(5)]
        source.backup(copy)
        assert sorted(await asyncio.gather(*writes)) == [1, 2, 3, 4, 5]
        source.rollback()
        assert copy.execute("SELECT count(*) FROM campaign").fetchone() == (1,)
    async with store.read() as reader:
        assert len(await reader.record.since(head.id, 1, MOVES)) == 5
    await store.close()


async def test_another_program_that_holds_the_database_is_waited_for_then_busy(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=0.05)
    await store.start()
    head = await create(store)
    other = sqlite3.connect(tmp_path / "mojo.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Busy):
        await one_action(store, 1)
    second = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}", wait_seconds=0.05)
    with pytest.raises(StoreError) as caught:
        await second.start()
    assert caught.value.kind == "unreachable" and "Another program" in str(caught.value)
    async with store.read() as reader:
        assert await reader.record.since(head.id, 1, MOVES) == []
    other.execute("ROLLBACK")
    other.close()
    assert await one_action(store, 1) == 1
    await store.close()


async def test_the_file_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}")
    await store.start()
    async with store._writing.connect() as connection:

        async def pragma(name: str) -> object:
            return (await connection.execute(text(f"PRAGMA {name}"))).scalar_one()

        assert await pragma("journal_mode") == "wal"
        assert await pragma("synchronous") == 2
        assert await pragma("foreign_keys") == 1
        assert await pragma("busy_timeout") == 5_000
    await store.close()


async def test_two_stores_on_one_database_never_record_one_number_twice(url: str) -> None:
    one, two = Store(url), Store(url)
    await one.start()
    await two.start()
    head = await create(one)

    async def stubborn(store: Store, i: int) -> int:
        while True:
            try:
                return await one_action(store, i)
            except Exception as error:
                if type(error).__name__ not in ("Conflict", "Busy"):
                    raise

    numbers = await asyncio.gather(*(stubborn(store, i) for i, store in enumerate([one, two] * 4)))
    assert sorted(numbers) == list(range(1, 9))
    async with two.read() as unit:
        loaded = await unit.campaigns.load(head, PARTS, HALL)
        assert loaded.head.entries == 8 and len(loaded.state.sheets) == 8
    await one.close()
    await two.close()
