"""What PostgreSQL does that a file does not: connections that are lost, several processes, locks that are held."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace
from sqlalchemy import event

from mechanics.game import Id
from storage.campaigns import Head
from storage.errors import Busy, Conflict, StoreError
from storage.unit import Store, Unit
from tests.storage.postgres import run
from tests.storage.test_unit_of_work import create, one_action
from tests.storage.tiny import GUILD, HALL, MOVES, PARTS, Sheet, entry

CUT_OFF = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"


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
