"""Games in a forum"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "forum_thread",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("thread", sa.String(), nullable=False),
        sa.Column("opening", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.Column("looked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_forum_thread_game_id_game"),
        sa.PrimaryKeyConstraint("id", name="pk_forum_thread"),
        sa.UniqueConstraint("game_id", "part", name="uq_forum_thread_game_id_part"),
    )
    with op.batch_alter_table("forum_thread", schema=None) as batch_op:
        batch_op.create_index("ix_forum_thread_thread", ["thread"], unique=False)

    op.create_table(
        "forum_post",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=True),
        sa.Column("post", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("written", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.Column("edited", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("mail_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["mail_id"], ["inbound_mail.id"], name="fk_forum_post_mail_id_inbound_mail"
        ),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["forum_thread.id"], name="fk_forum_post_thread_id_forum_thread"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_forum_post"),
        sa.UniqueConstraint("post", "version", name="uq_forum_post_post_version"),
    )
    with op.batch_alter_table("forum_post", schema=None) as batch_op:
        batch_op.create_index("ix_forum_post_mail_id", ["mail_id"], unique=False)
        batch_op.create_index("ix_forum_post_thread_id", ["thread_id"], unique=False)

    op.create_table(
        "forum_posting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("thread_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("post", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["thread_id"], ["forum_thread.id"], name="fk_forum_posting_thread_id_forum_thread"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_forum_posting"),
    )
    with op.batch_alter_table("forum_posting", schema=None) as batch_op:
        batch_op.create_index(
            "ix_forum_posting_state_next_try", ["state", "next_try"], unique=False
        )
        batch_op.create_index("ix_forum_posting_thread_id", ["thread_id"], unique=False)

    op.create_table(
        "forum_member",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("tied", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name="fk_forum_member_game_id_game"),
        sa.ForeignKeyConstraint(["seat_id"], ["seat.id"], name="fk_forum_member_seat_id_seat"),
        sa.PrimaryKeyConstraint("game_id", "author", name="pk_forum_member"),
    )
    with op.batch_alter_table("forum_member", schema=None) as batch_op:
        batch_op.create_index("ix_forum_member_seat_id", ["seat_id"], unique=False)


def downgrade() -> None:
    """Back to the version before."""
    for table in ("forum_member", "forum_posting", "forum_post", "forum_thread"):
        op.drop_table(table)
