"""Drop columns that nothing reads, and keep each fact of a queued line once."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

COLUMNS = {"number": "position", "text": "text", "role": "role", "state": "state"}
"""What of a queued line's data has a column of its own from this version on."""


def upgrade() -> None:
    """To this version."""
    for row, data in _queued():
        _write(row, data={key: value for key, value in data.items() if key not in COLUMNS})
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_column("hash_before")

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.drop_column("fill_bots")

    with op.batch_alter_table("queue_line", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_queue_line_letter_id_letter"), type_="foreignkey")
        batch_op.drop_column("window")
        batch_op.drop_column("reason")
        batch_op.drop_column("letter_id")

    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_seat_token"))
        batch_op.drop_column("token")


def downgrade() -> None:
    """Back to the version before."""
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.add_column(_filled("token"))
        batch_op.create_index(batch_op.f("ix_seat_token"), ["token"], unique=False)

    with op.batch_alter_table("queue_line", schema=None) as batch_op:
        batch_op.add_column(sa.Column("letter_id", sa.Integer(), nullable=True))
        batch_op.add_column(_filled("reason"))
        batch_op.add_column(sa.Column("window", sa.Integer(), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_queue_line_letter_id_letter"), "letter", ["letter_id"], ["id"]
        )

    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("fill_bots", sa.Integer(), nullable=False, server_default="0")
        )

    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.add_column(_filled("hash_before"))

    op.execute(
        "UPDATE game SET fill_bots ="
        " (SELECT count(*) FROM seat WHERE seat.game_id = game.id AND seat.bot)"
    )
    op.execute(
        "UPDATE entry SET hash_before = coalesce((SELECT earlier.hash FROM entry AS earlier"
        " WHERE earlier.game_id = entry.game_id AND earlier.n = entry.n - 1), '')"
    )
    for row, data in _queued():
        own = {key: row._mapping[column] for key, column in COLUMNS.items()}
        _write(row, data={**own, **data}, reason=data.get("reason", ""))


def _filled(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, server_default="")


LINES = sa.table(
    "queue_line", *map(sa.column, ("id", "position", "text", "role", "state", "data", "reason"))
)


def _queued() -> list[tuple[sa.Row[tuple[object, ...]], dict[str, object]]]:
    names = ("id", *COLUMNS.values(), "data")
    rows = op.get_bind().execute(sa.select(*(LINES.c[name] for name in names))).all()
    return [(row, json.loads(row.data)) for row in rows]


def _write(row: sa.Row[tuple[object, ...]], *, data: dict[str, object], **more: object) -> None:
    values = {"data": json.dumps(data), **more}
    op.execute(sa.update(LINES).where(LINES.c.id == row.id).values(values))
