"""A started store on each kind of database: an SQLite file, and a PostgreSQL server that the tests start themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from storage.unit import Store
from tests.storage.postgres import emptied, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL database for all tests of this process, one after the other."""
    with running() as url:
        yield url


@pytest.fixture
async def postgres_url(postgres: str) -> str:
    """The address of an empty PostgreSQL database."""
    return await emptied(postgres)


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "postgresql":
        return await emptied(request.getfixturevalue("postgres"))
    return f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A store that is up to date and empty."""
    store = Store(url)
    await store.start()
    yield store
    await store.close()
