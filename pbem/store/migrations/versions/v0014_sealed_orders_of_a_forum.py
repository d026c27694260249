"""Sealed orders of a forum"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "forum_seal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("sealed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_forum_seal_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_forum_seal")),
    )
    with op.batch_alter_table("forum_seal", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_forum_seal_game_id"), ["game_id"], unique=False)


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("forum_seal", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_forum_seal_game_id"))

    op.drop_table("forum_seal")
