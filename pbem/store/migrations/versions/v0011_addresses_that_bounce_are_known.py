"""Addresses that bounce are known"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "bouncing",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("strikes", sa.Integer(), nullable=False),
        sa.Column("struck", sa.DateTime(timezone=True), nullable=True),
        sa.Column("again", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_bouncing")),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("bouncing")
