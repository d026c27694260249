"""Who sends a mail and who subscribed"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    with op.batch_alter_table("outgoing", schema=None) as batch_op:
        batch_op.add_column(sa.Column("claimed_by", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True))

    with op.batch_alter_table("subscriber", schema=None) as batch_op:
        batch_op.add_column(sa.Column("confirmed", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("subscriber", schema=None) as batch_op:
        batch_op.drop_column("confirmed")

    with op.batch_alter_table("outgoing", schema=None) as batch_op:
        batch_op.drop_column("claimed_until")
        batch_op.drop_column("claimed_by")
