"""Entrants are numbered within their game

Those that are there keep the number that the tags of their mails have, which is their id.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

TABLES = ("entrant", "seat")


def upgrade() -> None:
    """To this version."""
    for table in TABLES:
        number: sa.Column[int] = sa.Column(
            "number", sa.Integer(), nullable=False, server_default="0"
        )
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.add_column(number)
        op.execute(f"UPDATE {table} SET number = id")
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.alter_column("number", server_default=None)


def downgrade() -> None:
    """Back to the version before."""
    for table in TABLES:
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column("number")
