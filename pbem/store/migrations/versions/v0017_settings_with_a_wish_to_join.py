"""Settings that come with a wish to join are kept until it is confirmed"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    settings: sa.Column[str] = sa.Column("settings", sa.String(), nullable=False, server_default="")
    with op.batch_alter_table("entrant", schema=None) as batch_op:
        batch_op.add_column(settings)
    with op.batch_alter_table("entrant", schema=None) as batch_op:
        batch_op.alter_column("settings", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("entrant", schema=None) as batch_op:
        batch_op.drop_column("settings")
