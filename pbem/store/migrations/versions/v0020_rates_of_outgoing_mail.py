"""Rates of outgoing mail"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "sending_rate",
        sa.Column("domain", sa.String(), nullable=False),
        sa.Column("recent", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("domain", name=op.f("pk_sending_rate")),
    )


def downgrade() -> None:
    """Back to the version before."""
    op.drop_table("sending_rate")
