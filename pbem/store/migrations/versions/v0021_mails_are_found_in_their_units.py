"""Mails are found in their units"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_index(op.f("ix_routing_message_id"), "routing", ["message_id"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index(op.f("ix_routing_message_id"), "routing")
