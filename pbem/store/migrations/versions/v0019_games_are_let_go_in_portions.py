"""Games are let go in portions"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    letting_go: sa.Column[bool] = sa.Column(
        "letting_go", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    with op.batch_alter_table("safety_stop", schema=None) as batch_op:
        batch_op.add_column(letting_go)
    with op.batch_alter_table("safety_stop", schema=None) as batch_op:
        batch_op.alter_column("letting_go", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("safety_stop", schema=None) as batch_op:
        batch_op.drop_column("letting_go")
