"""The sheets as they were kept last."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """One table more."""
    op.create_table(
        "snapshot",
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_snapshot_campaign_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("campaign_id", name="pk_snapshot"),
    )
