"""What language a forum reads"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    language: sa.Column[str] = sa.Column("language", sa.String(), nullable=False, server_default="")
    with op.batch_alter_table("forum_thread", schema=None) as batch_op:
        batch_op.add_column(language)
    with op.batch_alter_table("forum_thread", schema=None) as batch_op:
        batch_op.alter_column("language", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("forum_thread", schema=None) as batch_op:
        batch_op.drop_column("language")
