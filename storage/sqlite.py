"""SQLite connections for SQLAlchemy that visit their thread once a statement, not four times.

aiosqlite runs each step of a cursor (make, execute, fetch, close) in the connection's thread. The way there and back
costs far more than our small statements do, so here one visit does all four.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from types import TracebackType
from typing import Any

import aiosqlite
from sqlalchemy import AsyncAdaptedQueuePool, Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

_WRITER = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
_READER = ("query_only = ON",)


class _Cursor:
    """What SQLAlchemy asks of an asynchronous cursor. The rows are small: all are fetched at once."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, visit: Callable[..., Awaitable[Any]], cursor: Callable[[], Any]) -> None:
        self._visit = visit
        self._cursor = cursor
        self._rows: list[Any] = []

    async def __aenter__(self) -> _Cursor:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    async def execute(self, statement: str, parameters: Any = ()) -> _Cursor:
        await self._visit(self._run, "execute", statement, parameters)
        return self

    async def executemany(self, statement: str, parameters: Any) -> _Cursor:
        await self._visit(self._run, "executemany", statement, parameters)
        return self

    def _run(self, how: str, statement: str, parameters: Any) -> None:
        cursor = self._cursor()
        try:
            getattr(cursor, how)(statement, parameters)
            self._rows = cursor.fetchall() if cursor.description else []
            self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()

    async def fetchall(self) -> list[Any]:
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        return None


class _Connection(aiosqlite.Connection):
    def cursor(self) -> _Cursor:  # type: ignore[override]
        return _Cursor(self._execute, self._conn.cursor)


def _open(file: str, writes: bool, wait_seconds: float) -> sqlite3.Connection:
    # isolation_level None: we begin transactions ourselves, not the driver
    connection = sqlite3.connect(file, timeout=wait_seconds, isolation_level=None, check_same_thread=False)
    try:
        for pragma in _WRITER if writes else _READER:
            connection.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def sqlite_engine(file: str, *, writes: bool, wait_seconds: float) -> AsyncEngine:
    """An engine on a file: one writing connection whose transactions begin IMMEDIATE, or readers that begin plainly.

    A transaction waits up to `wait_seconds` for another process.
    """

    async def connect() -> aiosqlite.Connection:
        connection = _Connection(partial(_open, file, writes, wait_seconds), iter_chunk_size=64)
        connection._thread.daemon = True
        try:
            return await connection
        except sqlite3.Error:
            connection._thread.join()  # it is at its end, and must not answer a loop that is closed by then
            raise

    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=connect,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1 if writes else 4,
        max_overflow=0,
        pool_timeout=wait_seconds,
    )

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine
