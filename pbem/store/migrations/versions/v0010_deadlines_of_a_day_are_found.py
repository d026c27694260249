"""Deadlines of a day are found without looking at all windows"""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

NAME = "ix_window_state_due"


def upgrade() -> None:
    """To this version."""
    op.create_index(NAME, "window", ["state", "due"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index(NAME, "window")
