"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The first tables."""
    op.create_table(
        "server",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name="pk_server"),
    )
    op.create_table(
        "campaign",
        sa.Column("id", _ID, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("rulings", sa.LargeBinary(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guild_id"], ["server.guild_id"], name="fk_campaign_guild_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_campaign"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_campaign_guild_id", "campaign", ["guild_id"], unique=False)

    op.create_table(
        "binding",
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("campaign_id", _ID, nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_binding_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("channel_id", name="pk_binding"),
    )
    op.create_index("ix_binding_campaign_id", "binding", ["campaign_id"], unique=False)

    op.create_table(
        "character",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_character_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "id", name="pk_character"),
    )
    op.create_index("ix_character_guild_id_owner", "character", ["guild_id", "owner"], unique=False)

    op.create_table(
        "draft",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_draft_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", "kind", name="pk_draft"),
    )
    op.create_table(
        "live_card",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_live_card_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "channel_id", "kind", name="pk_live_card"),
    )
    op.create_table(
        "membership",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gm", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_membership_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name="pk_membership"),
    )
    op.create_index("ix_membership_user_id", "membership", ["user_id"], unique=False)

    op.create_table(
        "record",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("live", sa.Boolean(), nullable=False),
        sa.Column("applied", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_record_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "n", name="pk_record"),
    )
    op.create_index("ix_record_campaign_id_live_applied", "record", ["campaign_id", "live", "applied"], unique=False)
    op.create_index("uq_record_interaction_id", "record", ["interaction_id"], unique=True)

    op.create_table(
        "scene",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_scene_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "channel_id", name="pk_scene"),
    )
    op.create_table(
        "session",
        sa.Column("campaign_id", _ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("lobby", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_session_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", "number", name="pk_session"),
    )
    op.create_index(
        "uq_session_open",
        "session",
        ["campaign_id"],
        unique=True,
        sqlite_where=sa.text("open"),
        postgresql_where=sa.text("open"),
    )
