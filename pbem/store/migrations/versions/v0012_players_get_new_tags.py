"""Players get new tags when they ask for them"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    renewed: sa.Column[int] = sa.Column("renewed", sa.Integer(), nullable=False, server_default="0")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(renewed)
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.alter_column("renewed", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_column("renewed")
