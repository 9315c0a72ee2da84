"""The store: its engines, and the unit of work in which everything is read and written."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.campaigns import Campaigns
from storage.drafts import Drafts
from storage.errors import Busy, Conflict, StoreError
from storage.library import Library
from storage.live import Live
from storage.record import Record
from storage.saved import Saved
from storage.schema import upgrade
from storage.servers import Servers
from storage.sqlite import sqlite_engine

WAIT_SECONDS = 5.0
"""How long a write waits for another process that holds the database, and a connection for its server."""
SILENCE = 4
"""A PostgreSQL server that answers a statement with nothing for so many times that long is given up."""


class Unit:
    """One transaction, and what can be asked in it."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.campaigns = Campaigns(connection)
        self.record = Record(connection)
        self.drafts = Drafts(connection)
        self.library = Library(connection)
        self.live = Live(connection)
        self.servers = Servers(connection)
        self.saved = Saved(connection)


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
                self._writing = create_async_engine(
                    self._url,
                    pool_pre_ping=True,
                    pool_timeout=wait_seconds,
                    connect_args={
                        "timeout": wait_seconds,
                        "command_timeout": SILENCE * wait_seconds,
                        "server_settings": {"lock_timeout": f"{wait_seconds * 1000:.0f}"},
                    },
                )
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

        Raises `Busy` when another process holds the database too long or its connection is lost, `Conflict` when a row
        exists already or is gone, or when the connection is lost at the very end, so that nobody knows what was kept.
        Do not open a second one inside: on SQLite there is one writer at a time, and it would wait for itself.
        """
        async with self._turn, _connected(self._writing) as connection, connection.begin() as transaction:
            yield Unit(connection)
            try:
                await transaction.commit()
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise Conflict("the connection was lost; the work may have been kept or not") from error
                raise

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Unit]:
        """A transaction that sees one moment of the database and never holds up a writer. It cannot write.

        Raises `Busy` when the database does not answer.
        """
        async with _connected(self._reading) as connection, connection.begin():
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
    return "database is locked" in str(error) or _state(error) == "55P03"


def _state(error: Exception) -> str:
    """PostgreSQL's code for what went wrong."""
    return str(getattr(getattr(error, "orig", None), "sqlstate", ""))


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """A connection, what goes wrong with it told as `Busy` or `Conflict`."""
    try:
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(engine.connect())
            except OSError as error:
                raise Busy("The database cannot be reached.") from error
            yield connection
    except IntegrityError as error:
        raise Conflict(str(error.orig)) from error
    except PoolTimeout as error:
        raise Busy("Too many are at work at once.") from error
    except TimeoutError as error:
        raise Busy("The database does not answer.") from error
    except DBAPIError as error:
        if _state(error) in ("40001", "40P01"):  # two that were in each other's way; one was chosen to begin again
            raise Conflict(str(error.orig)) from error
        if _is_busy(error):
            raise Busy("Another program holds the database.") from error
        if error.connection_invalidated or _state(error)[:2] in ("08", "53", "57"):
            raise Busy("The database cannot be reached.") from error
        raise
