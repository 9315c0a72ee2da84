"""Dice that people save under a name, in all servers the same."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """One table more."""
    op.create_table(
        "saved",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("dice", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "name_key", name="pk_saved"),
    )
