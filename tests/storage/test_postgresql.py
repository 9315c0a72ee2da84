"""What PostgreSQL does that a file does not: connections that are lost, several processes, locks that are held."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from mechanics.game import Id
from storage.campaigns import Head
from storage.errors import Busy, Conflict, StoreError
from storage.unit import Store
from tests.storage.postgres import run
from tests.storage.test_unit_of_work import create, one_action
from tests.storage.tiny import GUILD, HALL, MOVES, PARTS, entry

CUT_OFF = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


@pytest.fixture
async def pg(postgres_url: str) -> AsyncIterator[Store]:
    store = Store(postgres_url, wait_seconds=1.0)
    await store.start()
    yield store
    await store.close()


async def entries(store: Store, head: Head) -> list[int]:
    async with store.read() as unit:
        return [e.n for e in await unit.record.since(head.id, 1, MOVES)]


async def test_a_connection_lost_between_two_actions_is_not_noticed(pg: Store, postgres_url: str) -> None:
    head = await create(pg)
    assert await one_action(pg, 1) == 1
    await run(postgres_url, CUT_OFF)
    assert await entries(pg, head) == [1]
    await run(postgres_url, CUT_OFF)
    assert await one_action(pg, 2) == 2


async def test_a_connection_lost_while_writing_is_busy_stores_nothing_and_is_made_anew(
    pg: Store, postgres_url: str
) -> None:
    head = await create(pg)
    with pytest.raises(Busy):
        async with pg.write() as unit:
            await unit.record.append(head, entry(1), GUILD)
            await run(postgres_url, CUT_OFF)
            await unit.campaigns.of_server(GUILD)
    assert await entries(pg, head) == []
    assert await one_action(pg, 1) == 1


async def test_a_connection_lost_while_reading_is_busy(pg: Store, postgres_url: str) -> None:
    head = await create(pg)
    with pytest.raises(Busy):
        async with pg.read() as unit:
            await unit.campaigns.of_server(GUILD)
            await run(postgres_url, CUT_OFF)
            await unit.campaigns.of_server(GUILD)
    assert await entries(pg, head) == []


async def test_a_connection_lost_at_the_commit_is_a_conflict_since_nobody_knows_what_was_kept(
    pg: Store, postgres_url: str
) -> None:
    head = await create(pg)
    with pytest.raises(Conflict):
        async with pg.write() as unit:
            await unit.record.append(head, entry(1), GUILD, 77)
            await run(postgres_url, CUT_OFF)
    async with pg.read() as unit:
        assert await unit.record.by_interaction(77, MOVES) is None
    assert await one_action(pg, 1) == 1


async def test_a_server_that_falls_silent_is_given_up(postgres_url: str) -> None:
    store = Store(postgres_url, wait_seconds=0.1)
    await store.start()
    head = await create(store)
    with pytest.raises(Busy):
        async with store.write() as unit:
            await unit.record.append(head, entry(1), GUILD)
            connection = unit.campaigns._connection
            await connection.execute(text("SELECT pg_sleep(30)"))
    assert await entries(store, head) == []
    assert await one_action(store, 1) == 1
    await store.close()


async def test_rows_that_another_process_holds_are_waited_for_then_busy(pg: Store, postgres_url: str) -> None:
    head = await create(pg)
    hasty = Store(postgres_url, wait_seconds=0.1)
    await hasty.start()
    async with pg.write() as unit:
        await unit.record.append(head, entry(1), GUILD)
        with pytest.raises(Busy):
            await one_action(hasty, 1)
    assert await one_action(hasty, 2) == 2
    await hasty.close()


async def test_two_that_are_in_each_others_way_are_not_both_kept(pg: Store, postgres_url: str) -> None:
    head = await create(pg)
    assert await one_action(pg, 1) == 1
    both = asyncio.Barrier(2)

    async def change(campaign_first: bool) -> None:
        async with pg.write() as unit:
            loaded = await unit.campaigns.load(head, PARTS, HALL)
            sheets = {Id("c1"): replace(loaded.state.sheets[Id("c1")], hp=1)}

            async def sheet() -> None:
                await unit.campaigns.save(loaded, replace(loaded.state, sheets=sheets))

            async def campaign() -> None:
                await unit.record.append(head, entry(2), GUILD)

            first, second = (campaign, sheet) if campaign_first else (sheet, campaign)
            await first()
            await both.wait()
            await second()

    ended = await asyncio.gather(change(True), change(False), return_exceptions=True)
    assert sorted(type(e).__name__ for e in ended) == ["Conflict", "NoneType"]
    assert await entries(pg, head) == [1, 2]


async def test_no_server_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="No database answers at") as caught:
        await Store(f"postgresql+asyncpg://mojo:secret@/mojo?host={tmp_path}").start()
    assert caught.value.kind == "unreachable" and "secret" not in str(caught.value)
