"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this version."""
    op.create_table(
        "answered",
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("address", "day", name=op.f("pk_answered")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("commitment", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("data_hash", sa.String(), nullable=False),
        sa.Column("pace_hours", sa.Integer(), nullable=False),
        sa.Column("host_plays", sa.Boolean(), nullable=False),
        sa.Column("fill_bots", sa.Integer(), nullable=False),
        sa.Column("windows", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("name", name=op.f("uq_game_name")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_status"), ["status"], unique=False)

    op.create_table(
        "game_data",
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_game_data")),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("address", name=op.f("uq_person_address")),
    )
    op.create_table(
        "setting",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_setting")),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("salt", sa.String(), nullable=False),
        sa.Column("hash_before", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_entry")),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("to", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_event_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_game_id_id"), ["game_id", "id"], unique=False)

    op.create_table(
        "game_secret",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_game_secret_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_secret")),
    )
    op.create_table(
        "held",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("choice", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_held_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_held")),
    )
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("server_id", sa.String(), nullable=False),
        sa.Column("arrived", sa.DateTime(timezone=True), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("sender", sa.String(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("body_hash", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("window", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_letter_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sa.UniqueConstraint("source", "server_id", name=op.f("uq_letter_source_server_id")),
    )
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_letter_sender_body_hash"), ["sender", "body_hash"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_letter_sender_message_id"), ["sender", "message_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_letter_status_arrived"), ["status", "arrived"], unique=False
        )

    op.create_table(
        "outgoing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("payload", sa.String(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=True),
        sa.Column("in_reply_to", sa.String(), nullable=True),
        sa.Column("refs", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_outgoing_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outgoing")),
        sa.UniqueConstraint("message_id", name=op.f("uq_outgoing_message_id")),
    )
    with op.batch_alter_table("outgoing", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_outgoing_game_id_seat_window"),
            ["game_id", "seat", "window"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_outgoing_state_next_try"), ["state", "next_try"], unique=False
        )

    op.create_table(
        "seat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("wished", sa.String(), nullable=True),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("asked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("token", sa.String(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game")),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_seat_game_id_place"), ["game_id", "place"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_seat_person_id"), ["person_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_seat_token"), ["token"], unique=False)

    op.create_table(
        "snapshot",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("data_hash", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_snapshot_game_id_game")),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_snapshot")),
    )
    op.create_table(
        "window",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("question", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("opened", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("accepted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reminded", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_window_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_window")),
        sa.UniqueConstraint(
            "game_id", "number", "seat", name=op.f("uq_window_game_id_number_seat")
        ),
    )
    with op.batch_alter_table("window", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_window_state_due"), ["state", "due"], unique=False)

    op.create_table(
        "queue_line",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=True),
        sa.Column("letter_id", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_queue_line_game_id_game")),
        sa.ForeignKeyConstraint(
            ["letter_id"], ["letter.id"], name=op.f("fk_queue_line_letter_id_letter")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_queue_line")),
    )
    with op.batch_alter_table("queue_line", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_queue_line_game_id_seat_position"),
            ["game_id", "seat", "position"],
            unique=False,
        )


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("queue_line", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_queue_line_game_id_seat_position"))

    op.drop_table("queue_line")
    with op.batch_alter_table("window", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_window_state_due"))

    op.drop_table("window")
    op.drop_table("snapshot")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_token"))
        batch_op.drop_index(batch_op.f("ix_seat_person_id"))
        batch_op.drop_index(batch_op.f("ix_seat_game_id_place"))

    op.drop_table("seat")
    with op.batch_alter_table("outgoing", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outgoing_state_next_try"))
        batch_op.drop_index(batch_op.f("ix_outgoing_game_id_seat_window"))

    op.drop_table("outgoing")
    with op.batch_alter_table("letter", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_letter_status_arrived"))
        batch_op.drop_index(batch_op.f("ix_letter_sender_message_id"))
        batch_op.drop_index(batch_op.f("ix_letter_sender_body_hash"))

    op.drop_table("letter")
    op.drop_table("held")
    op.drop_table("game_secret")
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_event_game_id_id"))

    op.drop_table("event")
    op.drop_table("entry")
    op.drop_table("setting")
    op.drop_table("person")
    op.drop_table("game_data")
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_status"))

    op.drop_table("game")
    op.drop_table("answered")
