"""Who comes to a table has a table of his own, and seats have those only who sit there"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SHARED = "id, game_id, name, words, generation"
"""The columns of both tables that stay as they are."""
EMPTY = {"address": "''", "wished": "''", "key": "''", "place": "0"}
"""What stands for nothing, by column, where there was a null."""
UNUSED = dict.fromkeys(("told", "missed", "foretold_at"), "0") | dict.fromkeys(
    ("stand_in", "stand_in_why", "offered_why", "foretold"), "''"
)
"""What seats said of who had no place at the table, by column."""
OF_SEATS = ("absence", "pending_confirmation", "answer_count")
DEAD = ("asked", "stand_in_since", "offered")
"""Times that nothing reads."""


def upgrade() -> None:
    """To this version."""
    _create_entrants()
    op.execute(
        f"INSERT INTO entrant ({SHARED}, address, wished, state)"
        f" SELECT {SHARED}, coalesce(address, ''), coalesce(wished, ''),"
        " CASE status WHEN 'confirmed' THEN 'seated' ELSE status END FROM seat"
    )
    for table in OF_SEATS:
        away = "SELECT id FROM seat WHERE status <> 'confirmed'"
        op.execute(f"DELETE FROM {table} WHERE seat_id IN ({away})")
    op.execute("DELETE FROM seat WHERE status <> 'confirmed'")
    for column, nothing in EMPTY.items():
        op.execute(f"UPDATE seat SET {column} = {nothing} WHERE {column} IS NULL")
    with op.batch_alter_table("seat", schema=None) as batch_op:
        for column in EMPTY:
            batch_op.alter_column(column, nullable=False)
        for column in ("bot", "status", *DEAD):
            batch_op.drop_column(column)
        batch_op.create_foreign_key(batch_op.f("fk_seat_id_entrant"), "entrant", ["id"], ["id"])
    op.alter_column("seat", "offered_why", new_column_name="offered")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE seat ALTER COLUMN id DROP DEFAULT")
        op.execute("DROP SEQUENCE seat_id_seq")
        op.execute("SELECT setval('entrant_id_seq', max(id)) FROM entrant")


def downgrade() -> None:
    """Back to the version before."""
    op.alter_column("seat", "offered", new_column_name="offered_why")
    state: sa.Column[str] = sa.Column(
        "status", sa.String(), nullable=False, server_default="confirmed"
    )
    bot: sa.Column[bool] = sa.Column("bot", sa.Boolean(), nullable=False, server_default=sa.false())
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_seat_id_entrant"), type_="foreignkey")
        for column in DEAD:
            batch_op.add_column(sa.Column(column, sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(state)
        batch_op.add_column(bot)
        for column in EMPTY:
            batch_op.alter_column(column, nullable=True)
    op.execute("UPDATE seat SET bot = (address = '')")
    op.execute("UPDATE seat SET offered = CURRENT_TIMESTAMP WHERE offered_why <> ''")
    op.execute(
        f"INSERT INTO seat ({SHARED}, address, wished, status, bot, {', '.join(UNUSED)})"
        f" SELECT {SHARED}, address, wished, state, address = '', {', '.join(UNUSED.values())}"
        " FROM entrant WHERE state <> 'seated'"
    )
    op.execute("UPDATE seat SET place = NULL WHERE key = ''")
    for column in ("address", "wished", "key"):
        op.execute(f"UPDATE seat SET {column} = NULL WHERE {column} = ''")
    op.drop_table("entrant")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("CREATE SEQUENCE seat_id_seq OWNED BY seat.id")
        op.execute("ALTER TABLE seat ALTER COLUMN id SET DEFAULT nextval('seat_id_seq')")
        op.execute("SELECT setval('seat_id_seq', max(id)) FROM seat")


def _create_entrants() -> None:
    op.create_table(
        "entrant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("wished", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entrant_game_id_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entrant")),
    )
    op.create_index(op.f("ix_entrant_address"), "entrant", ["address"])
    op.create_index(op.f("ix_entrant_game_id_state"), "entrant", ["game_id", "state"])
