"""Copies of the database: whole, made while it is written, put back, and looked through."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from storage.backup import backup, check, restore
from storage.errors import StoreError
from storage.migrations import HEAD
from storage.unit import Store
from tests.storage.tiny import GUILD, HALL, MOVES, entry, table


def address(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def make(file: Path, entries: int) -> Store:
    store = Store(address(file))
    await store.start()
    async with store.write() as unit:
        head = await unit.campaigns.create(GUILD, table("The Tomb", HALL))
        for n in range(1, entries + 1):
            await unit.record.append(head, entry(n), GUILD, n)
    return store


async def recorded(file: Path) -> list[int]:
    store = Store(address(file))
    await store.start()
    async with store.read() as unit:
        head = await unit.campaigns.bound(GUILD, HALL, None)
        assert head is not None
        found = [e.n for e in await unit.record.since(head.id, 1, MOVES)]
    await store.close()
    return found


async def test_a_copy_is_made_beside_a_write_and_put_back(tmp_path: Path) -> None:
    live, copy = tmp_path / "mojo.db", tmp_path / "copy.db"
    store = await make(live, 3)
    async with store.write() as unit:
        head = await unit.campaigns.bound(GUILD, HALL, None)
        assert head is not None
        await unit.record.append(head, entry(4), GUILD)
        backup(address(live), copy)
    assert [name for name in os.listdir(tmp_path) if "copy" in name] == ["copy.db"]
    assert check(address(live)) == [] and check(address(copy)) == []
    with pytest.raises(StoreError, match="exists already"):
        backup(address(live), copy)
    await store.close()
    assert await recorded(live) == [1, 2, 3, 4]
    restore(address(live), copy)
    assert await recorded(live) == [1, 2, 3]
    restore(address(tmp_path / "new" / "mojo.db"), copy)
    assert await recorded(tmp_path / "new" / "mojo.db") == [1, 2, 3]


async def test_nothing_is_put_back_while_somebody_writes(tmp_path: Path) -> None:
    live, copy = tmp_path / "mojo.db", tmp_path / "copy.db"
    store = await make(live, 2)
    backup(address(live), copy)
    async with store.write() as unit:
        head = await unit.campaigns.bound(GUILD, HALL, None)
        assert head is not None
        await unit.record.append(head, entry(3), GUILD)
        with pytest.raises(StoreError, match="Stop the bot"):
            restore(address(live), copy)
    await store.close()
    assert await recorded(live) == [1, 2, 3]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE campaign SET entries = 4", "Campaign 1 counts 4 entries, its record has 3 up to 3."),
        ("DELETE FROM record WHERE n = 2", "Campaign 1 counts 3 entries, its record has 2 up to 3."),
        ("UPDATE record SET n = 9 WHERE n = 2", "Campaign 1 counts 3 entries, its record has 3 up to 9."),
        ("DELETE FROM server", "A row of campaign belongs to nothing."),
        (
            "UPDATE alembic_version SET version_num = '9999'",
            f"A newer version made it (step 9999; this one knows {HEAD}).",
        ),
        ("DROP TABLE alembic_version", "This is no database of Mojo Table (no such table: alembic_version)."),
    ],
)
async def test_damage_is_named_and_never_put_back(tmp_path: Path, damage: str, said: str) -> None:
    live, bad = tmp_path / "mojo.db", tmp_path / "bad.db"
    for file in (live, bad):
        await (await make(file, 3)).close()
    connection = sqlite3.connect(bad)
    connection.execute(damage)
    connection.commit()
    connection.close()
    assert check(address(bad)) == [said]
    with pytest.raises(StoreError, match="cannot be used"):
        restore(address(live), bad)
    assert check(address(live)) == []
    assert await recorded(live) == [1, 2, 3]


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    for act in (
        lambda: backup(address(tmp_path / "no.db"), tmp_path / "copy.db"),
        lambda: check(address(tmp_path / "no.db")),
    ):
        with pytest.raises(StoreError, match="no database at"):
            act()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("a letter " * 200)
    assert check(address(tmp_path / "text.db")) == ["This is no database of Mojo Table (file is not a database)."]
    with pytest.raises(StoreError, match="pg_dump"):
        check("postgresql+asyncpg://somebody@127.0.0.1/mojo")


async def test_a_copy_needs_a_place(tmp_path: Path) -> None:
    await (await make(tmp_path / "mojo.db", 1)).close()
    with pytest.raises(StoreError, match="cannot be written"):
        backup(address(tmp_path / "mojo.db"), tmp_path / "nowhere" / "copy.db")
