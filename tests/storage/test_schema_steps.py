"""The tables: made from nothing, the same as the models, refused when newer; and what is said when that fails."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from storage.errors import StoreError
from storage.migrations import HEAD
from storage.models import metadata
from storage.schema import FOLDER, revision
from storage.unit import Store


async def test_the_steps_lead_to_the_models(store: Store) -> None:
    def differences(connection: Connection) -> list[object]:
        assert revision(connection) == HEAD
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with store._reading.connect() as connection:
        assert await connection.run_sync(differences) == []


def test_the_newest_step_is_the_head() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


async def test_starting_again_changes_nothing(url: str) -> None:
    for _ in range(2):
        store = Store(url)
        await store.start()
        async with store.write() as unit:
            await unit.servers.seen(5)
        await store.close()


async def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    store = Store(url)
    await store.start()
    async with store._writing.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    with pytest.raises(StoreError) as caught:
        await store.start()
    assert caught.value.kind == "newer"
    assert "9999" in str(caught.value) and HEAD in str(caught.value) and "newer version" in str(caught.value)
    async with store._reading.connect() as connection:
        assert (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one() == "9999"
    await store.close()


def test_making_a_store_touches_nothing(tmp_path: Path) -> None:
    Store(f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'mojo.db'}")
    assert list(tmp_path.iterdir()) == []


async def test_the_folder_is_made(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'deep' / 'er' / 'mojo.db'}")
    await store.start()
    await store.close()
    assert [p.name for p in (tmp_path / "deep" / "er").iterdir()] == ["mojo.db"]


async def refused(url: str) -> StoreError:
    with pytest.raises(StoreError) as caught:
        await Store(url).start()
    return caught.value


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    error = await refused(f"sqlite+aiosqlite:///{tmp_path / 'file' / 'data' / 'mojo.db'}")
    assert error.kind == "unwritable"
    assert str(tmp_path / "file" / "data") in str(error)
    assert f"user id {os.getuid()}" in str(error) and "chown" in str(error)


async def test_a_folder_in_place_of_the_file_is_unwritable(tmp_path: Path) -> None:
    (tmp_path / "mojo.db").mkdir()
    error = await refused(f"sqlite+aiosqlite:///{tmp_path / 'mojo.db'}")
    assert error.kind == "unwritable" and str(tmp_path) in str(error)


async def test_no_file_is_no_place_to_keep_anything() -> None:
    for url in ("sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:"):
        error = await refused(url)
        assert error.kind == "unwritable" and "names no file" in str(error)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "mojo.db"
    file.write_text("a letter, not a database " * 100)
    error = await refused(f"sqlite+aiosqlite:///{file}")
    assert error.kind == "unreachable" and str(file) in str(error)
    assert file.read_text() == "a letter, not a database " * 100


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError) as caught:
        Store("postgresql+asyncpg://somebody@127.0.0.1:1/nowhere")
    assert caught.value.kind == "unreachable" and "postgres" in str(caught.value)
