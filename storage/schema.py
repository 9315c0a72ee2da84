"""Bring a database's tables up to date. Alembic is imported only when there is something to do."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from storage.errors import StoreError
from storage.migrations import HEAD

FOLDER = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Run the missing steps within the connection's transaction. Raises `StoreError` "newer" for unknown tables."""
    if connection.dialect.name == "postgresql":  # two bots starting at once: one waits for the other
        connection.execute(text("SELECT pg_advisory_xact_lock(7205759403792)"))
    if (found := revision(connection)) == HEAD:
        return
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StoreError(
            "newer",
            f"The database was last used by a newer version of Mojo Table (its tables are of step {found}, this version"
            f" knows {HEAD}). Start that version again, or restore a backup made before the update.",
        )
    command.upgrade(config, "head")


def revision(connection: Connection) -> str | None:
    """The step that the tables are of; None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found
