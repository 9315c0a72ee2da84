"""When the next evening of a campaign is planned, for the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """One column more."""
    op.add_column("campaign", sa.Column("plan_at", sa.BigInteger()))
