"""A started store on each database that is at hand: an SQLite file always, PostgreSQL where the environment names one.

MOJO_TEST_POSTGRES is the address of a database whose tables may be thrown away.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from storage.unit import Store

POSTGRES = os.environ.get("MOJO_TEST_POSTGRES")


async def emptied(url: str) -> str:
    """The PostgreSQL database at this address, without any table."""
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()
    return url


@pytest.fixture(params=["sqlite", "postgresql"] if POSTGRES else ["sqlite"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "postgresql":
        return await emptied(str(POSTGRES))
    return f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A store that is up to date and empty."""
    store = Store(url)
    await store.start()
    yield store
    await store.close()
