"""The tables. Snowflakes are 64-bit integers, users text as in `mechanics` (a GM may be `role:ID`), values JSON.

A campaign's parts (campaign with rulings, sheets, session, scene, snapshot) are one row each and carry a version, which
grows with every write. What a question needs without decoding JSON stands in columns of its own beside it.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


def _of_campaign() -> Column[int]:
    return Column("campaign_id", ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True)


server = Table(
    "server",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", BigInteger),  # seconds since 1970, UTC; null: the bot is there
)

campaign = Table(
    "campaign",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("guild_id", ForeignKey("server.guild_id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Column("entries", Integer, nullable=False),  # number of the newest entry in the record
    Column("plan_at", BigInteger),  # seconds since 1970, UTC: a planned evening of which nobody is reminded yet
    Column("data", LargeBinary, nullable=False),
    Column("rulings", LargeBinary),
    Column("version", Integer, nullable=False),
    sqlite_autoincrement=True,  # an id is never used twice: buttons of a deleted campaign must not reach another
)

binding = Table(
    "binding",
    metadata,
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("campaign_id", ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False, index=True),
)

membership = Table(
    "membership",
    metadata,
    _of_campaign(),
    Column("user_id", Text, primary_key=True, index=True),
    Column("name", Text, nullable=False),
    Column("gm", Boolean, nullable=False),
)

character = Table(
    "character",
    metadata,
    _of_campaign(),
    Column("id", Text, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("owner", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),  # the name as it is compared
    Column("kind", Text, nullable=False),
    Column("retired", Boolean, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Index(None, "guild_id", "owner"),
)

session = Table(
    "session",
    metadata,
    _of_campaign(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("open", Boolean, nullable=False),
    Column("lobby", Boolean, nullable=False),
    Column("opened_at", BigInteger, nullable=False),  # seconds since 1970, UTC
    Column("reminded", Boolean, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
)
Index(
    "uq_session_open", session.c.campaign_id, unique=True, sqlite_where=session.c.open, postgresql_where=session.c.open
)

scene = Table(
    "scene",
    metadata,
    _of_campaign(),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
)

snapshot = Table(
    "snapshot",
    metadata,
    _of_campaign(),
    Column("data", LargeBinary, nullable=False),  # the sheets as they were kept last
    Column("version", Integer, nullable=False),
)

record = Table(
    "record",
    metadata,
    _of_campaign(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger),
    Column("interaction_id", BigInteger),
    Column("user_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("undoes", Integer),
    Column("live", Boolean, nullable=False),  # an ordinary entry that stands; never an Undo or a Redo itself
    Column("applied", Integer, nullable=False),  # the entry that last put it in force or took it back
    Column("data", LargeBinary, nullable=False),
    Index("uq_record_interaction_id", "interaction_id", unique=True),  # null is not equal to null
    Index(None, "campaign_id", "live", "applied"),
)

draft = Table(
    "draft",
    metadata,
    _of_campaign(),
    Column("user_id", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("data", LargeBinary, nullable=False),
    Column("updated_at", BigInteger, nullable=False),  # seconds since 1970, UTC
)

saved = Table(
    "saved",
    metadata,
    Column("user_id", Text, primary_key=True),
    Column("name_key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("dice", Text, nullable=False),
)

live_card = Table(
    "live_card",
    metadata,
    _of_campaign(),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("message_id", BigInteger, nullable=False),
)


async def put(connection: AsyncConnection, table: Table, keys: dict[str, Any], values: dict[str, Any]) -> None:
    """Write one row whether it is there already or not; a version among its columns begins at 1 and grows by one.

    Whoever must not overwrite another's work compares the version instead of calling this.
    """
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    first, again = ({"version": 1}, {"version": table.c.version + 1}) if "version" in table.c else ({}, {})
    row = insert(table).values(**keys, **values, **first)
    await connection.execute(row.on_conflict_do_update(index_elements=list(keys), set_={**values, **again}))
