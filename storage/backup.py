"""Copies of an SQLite database: made while the bot runs, put back while it rests, and looked through for damage.

A PostgreSQL database has its own tools (pg_dump, pg_restore) and is not copied here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import make_url

from storage.errors import StoreError
from storage.migrations import HEAD

_GAPS = """
SELECT campaign.id, campaign.entries, count(record.n), coalesce(max(record.n), 0)
FROM campaign LEFT JOIN record ON record.campaign_id = campaign.id GROUP BY campaign.id
HAVING count(record.n) <> campaign.entries OR coalesce(max(record.n), 0) <> campaign.entries ORDER BY campaign.id
"""


def backup(url: str, target: Path) -> None:
    """Copy the database as it is at this moment into a file that does not exist yet. Nobody has to wait for it.

    The copy appears under its name only when it is whole. Raises `StoreError`.
    """
    source = _file(url)
    if target.exists():
        raise StoreError("unwritable", f"{target} exists already. Name a file that does not.")
    part = target.with_name(target.name + ".part")
    with _opened(source) as live:
        try:
            with closing(sqlite3.connect(part)) as copy:
                live.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, complete in itself
            part.replace(target)
        except (sqlite3.Error, OSError) as error:
            raise StoreError("unwritable", f"The copy cannot be written to {target} ({error}).") from error
        finally:
            part.unlink(missing_ok=True)


def restore(url: str, source: Path) -> None:
    """Put a copy back in place of all that the database holds. The bot must not run. Raises `StoreError`.

    A damaged copy is refused, and nothing is changed then. A copy made by an older version is brought up to date at
    the next start.
    """
    if problems := check(f"sqlite+aiosqlite:///{source}"):
        raise StoreError("unreachable", f"{source} cannot be used: {problems[0]} Choose another copy.")
    target = _file(url)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _opened(source) as copy, closing(sqlite3.connect(target, timeout=1)) as live:
            live.execute("BEGIN EXCLUSIVE").execute("ROLLBACK")  # fails while somebody writes
            copy.backup(live)
            live.execute("PRAGMA journal_mode = WAL")
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            "unwritable",
            f"{target} cannot be replaced ({error}). Stop the bot, and give it a folder to write.",
        ) from error


def check(url: str) -> list[str]:
    """What is wrong with a database, one sentence each; empty when all is well. Raises `StoreError`."""
    with _opened(_file(url)) as database:
        try:
            damage = [str(row[0]) for row in database.execute("PRAGMA integrity_check") if row[0] != "ok"]
            if damage:
                return [f"The file is damaged: {line}." for line in damage]
            step = database.execute("SELECT version_num FROM alembic_version").fetchone()[0]
            problems = [
                f"A row of {table} belongs to nothing." for table, *_ in database.execute("PRAGMA foreign_key_check")
            ]
            problems += [
                f"Campaign {campaign} counts {entries} entries, its record has {count} up to {newest}."
                for campaign, entries, count, newest in database.execute(_GAPS)
            ]
        except (sqlite3.Error, TypeError) as error:
            return [f"This is no database of Mojo Table ({error})."]
    return problems + ([f"A newer version made it (step {step}; this one knows {HEAD})."] if step > HEAD else [])


def _file(url: str) -> Path:
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database:
        raise StoreError("unreachable", "Only an SQLite file is copied here; PostgreSQL has pg_dump and pg_restore.")
    return Path(found.database)


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    if not file.is_file():
        raise StoreError("unreachable", f"There is no database at {file}.")
    with closing(sqlite3.connect(file)) as connection:
        yield connection
