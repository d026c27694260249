"""What language mails are in"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TABLES = ("game", "subscriber")


def upgrade() -> None:
    """To this version."""
    for table in TABLES:
        language: sa.Column[str] = sa.Column(
            "language", sa.String(), nullable=False, server_default=""
        )
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(language)
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column("language", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    for table in TABLES:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("language")
