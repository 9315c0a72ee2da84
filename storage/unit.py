"""The store: its engines, and the unit of work in which everything is read and written."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from storage.campaigns import Campaigns
from storage.drafts import Drafts
from storage.errors import Busy, Conflict, StoreError
from storage.live import Live
from storage.record import Record
from storage.schema import upgrade
from storage.servers import Servers
from storage.sqlite import sqlite_engine

WAIT_SECONDS = 5.0
"""How long a write waits for another process that holds the database."""


class Unit:
    """One transaction, and what can be asked in it."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.campaigns = Campaigns(connection)
        self.record = Record(connection)
        self.drafts = Drafts(connection)
        self.live = Live(connection)
        self.servers = Servers(connection)


class Store:
    """A database of campaigns: `sqlite+aiosqlite:///FILE` or `postgresql+asyncpg://...`. Making one does nothing."""

    def __init__(self, url: str, *, wait_seconds: float = WAIT_SECONDS) -> None:
        self._url = make_url(url)
        self._sqlite = self._url.get_backend_name() == "sqlite"
        if self._sqlite:
            file = self._url.database or ""
            self._writing = sqlite_engine(file, writes=True, wait_seconds=wait_seconds)
            self._reading = sqlite_engine(file, writes=False, wait_seconds=wait_seconds)
            self._turn: asyncio.Lock | nullcontext[None] = asyncio.Lock()
        else:
            try:
                self._writing = create_async_engine(self._url, pool_pre_ping=True)
            except ModuleNotFoundError as error:
                raise StoreError(
                    "unreachable", "PostgreSQL needs one more package: install mojo-table with the extra postgres."
                ) from error
            self._reading = self._writing.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            self._turn = nullcontext()

    async def start(self) -> None:
        """Make the folder and the file if need be, and bring the tables up to date. Raises `StoreError`."""
        try:
            if self._sqlite:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            async with self._writing.begin() as connection:
                await connection.run_sync(upgrade)
        except (DBAPIError, OSError) as error:
            await self.close()
            raise self._unusable(error) from error
        except StoreError:
            await self.close()
            raise

    async def close(self) -> None:
        """Close every connection."""
        await self._writing.dispose()
        await self._reading.dispose()

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Unit]:
        """A transaction that may write: kept when the block ends, undone when it raises.

        Raises `Busy` when another process holds the database too long, `Conflict` when a row exists already or is gone.
        Do not open a second one inside: on SQLite there is one writer at a time, and it would wait for itself.
        """
        async with self._turn:
            with _translated():
                async with self._writing.begin() as connection:
                    yield Unit(connection)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Unit]:
        """A transaction that sees one moment of the database and never holds up a writer. It cannot write."""
        with _translated():
            async with self._reading.begin() as connection:
                yield Unit(connection)

    @property
    def _file(self) -> Path:
        if not self._url.database or self._url.database == ":memory:":
            raise OSError("the address names no file")
        return Path(self._url.database).absolute()

    def _unusable(self, error: Exception) -> StoreError:
        said = str(getattr(error, "orig", None) or error)
        if not self._sqlite:
            where = self._url.render_as_string(hide_password=True)
            return StoreError(
                "unreachable", f"No database answers at {where} ({said}). Start it, or put its address right."
            )
        if _is_busy(error):
            return StoreError("unreachable", f"Another program holds the database {self._file}. Stop it and try again.")
        if "not a database" in said or "malformed" in said:
            return StoreError(
                "unreachable",
                f"{self._file} is no usable SQLite database ({said}). Restore a backup, or move it away.",
            )
        if not self._url.database or self._url.database == ":memory:":
            return StoreError(
                "unwritable", "The database address names no file. Give one: sqlite+aiosqlite:///data/mojo.db"
            )
        folder, user = self._file.parent, os.getuid() if hasattr(os, "getuid") else "of this program"
        return StoreError(
            "unwritable",
            f"The database {self._file.name} cannot be written in the folder {folder} by user id {user} ({said})."
            f" Give that user the folder (chown -R {user} {folder}), or name another one.",
        )


def _is_busy(error: Exception) -> bool:
    said, state = str(error), getattr(getattr(error, "orig", None), "sqlstate", None)
    return "database is locked" in said or state in ("40001", "40P01", "55P03")


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Conflict(str(error.orig)) from error
    except PoolTimeout as error:
        raise Busy("Too many are reading at once.") from error
    except DBAPIError as error:
        if _is_busy(error):
            raise Busy("Another program holds the database.") from error
        raise
