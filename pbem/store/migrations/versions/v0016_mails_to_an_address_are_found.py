"""Mails to an address are found without looking at all mails"""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

NAME = "ix_outgoing_recipient_kind"


def upgrade() -> None:
    """To this version."""
    op.create_index(NAME, "outgoing", ["recipient", "kind"])


def downgrade() -> None:
    """Back to the version before."""
    op.drop_index(NAME, "outgoing")
