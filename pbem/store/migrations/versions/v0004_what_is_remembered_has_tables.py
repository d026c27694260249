"""What is remembered has tables"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
MOMENT = sa.DateTime(timezone=True)
SETTING = sa.table("setting", sa.column("key", sa.String()), sa.column("value", sa.String()))
SAFETY_STOP = sa.table(
    "safety_stop",
    sa.column("id", sa.Integer()),
    sa.column("looked", MOMENT),
    sa.column("released", MOMENT),
    sa.column("why", sa.String()),
    sa.column("since", MOMENT),
    sa.column("seen", sa.String()),
    sa.column("at", MOMENT),
)
CONFIRMATION = sa.table(
    "pending_confirmation",
    sa.column("id", sa.Integer()),
    sa.column("game_id", sa.Integer()),
    sa.column("seat_id", sa.Integer()),
    sa.column("number", sa.Integer()),
    sa.column("message_id", sa.String()),
    sa.column("lines", sa.String()),
    sa.column("state", sa.String()),
)
ANSWER_COUNT = sa.table(
    "answer_count",
    sa.column("seat_id", sa.Integer()),
    sa.column("generation", sa.Integer()),
    sa.column("day", sa.Date()),
    sa.column("count", sa.Integer()),
    sa.column("window", sa.Integer()),
)
TOLD_HOST = sa.table("told_host", sa.column("once", sa.String()), sa.column("at", MOMENT))
Row = dict[str, Any]


def upgrade() -> None:
    """To this version."""
    _create()
    for key, value in op.get_bind().execute(sa.select(SETTING.c.key, SETTING.c.value)).all():
        for begins, (table, rows) in ROWS.items():
            if key.startswith(begins):
                op.bulk_insert(table, list(rows(key.removeprefix(begins), value)))
    op.drop_table("setting")


def _create() -> None:
    op.create_table(
        "safety_stop",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("looked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("released", sa.DateTime(timezone=True), nullable=False),
        sa.Column("why", sa.String(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seen", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_safety_stop")),
    )
    op.create_table(
        "told_host",
        sa.Column("once", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("once", name=op.f("pk_told_host")),
    )
    op.create_table(
        "answer_count",
        sa.Column("seat_id", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seat.id"], name=op.f("fk_answer_count_seat_id_seat")
        ),
        sa.PrimaryKeyConstraint("seat_id", "generation", "day", name=op.f("pk_answer_count")),
    )
    op.create_table(
        "pending_confirmation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.String(), nullable=False),
        sa.Column("lines", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_pending_confirmation_game_id_game")
        ),
        sa.ForeignKeyConstraint(
            ["seat_id"], ["seat.id"], name=op.f("fk_pending_confirmation_seat_id_seat")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_confirmation")),
    )
    with op.batch_alter_table("pending_confirmation", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_pending_confirmation_game_id_seat_id"),
            ["game_id", "seat_id"],
            unique=False,
        )


def downgrade() -> None:
    """Back to the version before."""
    op.create_table(
        "setting",
        sa.Column("key", sa.VARCHAR(), nullable=False),
        sa.Column("value", sa.VARCHAR(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_setting")),
    )
    op.bulk_insert(SETTING, [{"key": key, "value": value} for key, value in _settings()])
    with op.batch_alter_table("pending_confirmation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_pending_confirmation_game_id_seat_id"))

    op.drop_table("pending_confirmation")
    op.drop_table("answer_count")
    op.drop_table("told_host")
    op.drop_table("safety_stop")


# From what a setting holds to rows


def _safety_stop(_rest: str, value: str) -> Iterator[Row]:
    kept = json.loads(value)
    stop = kept.get("stop") or {}
    yield {
        "id": 1,
        "looked": _moment(kept.get("looked")),
        "released": _moment(kept.get("released")) or LONG_AGO,
        "why": stop.get("why", ""),
        "since": _moment(stop.get("since")),
        "seen": stop.get("seen", ""),
        "at": _moment(stop.get("at")),
    }


def _confirmations(whose: str, value: str) -> Iterator[Row]:
    game, seat = whose.split()
    last, settled, shown = json.loads(value)
    owner = {"game_id": int(game), "seat_id": None if seat == "host" else int(seat)}
    for number, mail, lines in shown:
        state = "settled" if number <= settled else "shown"
        held = {"message_id": mail, "lines": json.dumps(lines), "state": state}
        yield {**owner, "number": number, **held}
    if all(number != last for number, _, _ in shown):
        yield {**owner, "number": last, "message_id": "", "lines": "[]", "state": "done"}


def _answers(whose: str, value: str) -> Iterator[Row]:
    """A row for each day; one of no day keeps the window where no day is counted."""
    seat, generation = map(int, whose.split("."))
    days, window = json.loads(value)
    for day, count in (days or {LONG_AGO.date().isoformat(): 0}).items():
        counted = {"day": date.fromisoformat(day), "count": count, "window": window}
        yield {"seat_id": seat, "generation": generation, **counted}


def _told(once: str, value: str) -> Iterator[Row]:
    yield {"once": once, "at": _moment(value)}


ROWS: dict[str, tuple[sa.TableClause, Callable[[str, str], Iterator[Row]]]] = {
    "brakes": (SAFETY_STOP, _safety_stop),
    "shown ": (CONFIRMATION, _confirmations),
    "answers ": (ANSWER_COUNT, _answers),
    "told host ": (TOLD_HOST, _told),
}
"""The table for the settings whose keys begin so, and the rows that one of them makes."""


def _moment(text: str | None) -> datetime | None:
    """A time as SQLite keeps it too: in UTC."""
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


# And back


def _settings() -> Iterator[tuple[str, str]]:
    rows = op.get_bind().execute
    for row in rows(sa.select(SAFETY_STOP)).all():
        yield "brakes", json.dumps(_kept(row))
    shown = sa.select(CONFIRMATION).order_by(CONFIRMATION.c.id)
    by_seat = sorted(rows(shown).all(), key=lambda row: (row.game_id, row.seat_id or 0))
    for (game, seat), found in groupby(by_seat, lambda row: (row.game_id, row.seat_id)):
        yield f"shown {game} {seat or 'host'}", json.dumps(_shelf(list(found)))
    counted = sa.select(ANSWER_COUNT).order_by(*ANSWER_COUNT.c)
    for (seat, generation), found in groupby(
        rows(counted).all(), lambda row: (row.seat_id, row.generation)
    ):
        yield f"answers {seat}.{generation}", json.dumps(_tally(list(found)))
    for row in rows(sa.select(TOLD_HOST)).all():
        yield f"told host {row.once}", _text(row.at) or ""


def _kept(row: Any) -> Row:
    stop = {"why": row.why, "since": _text(row.since), "seen": row.seen, "at": _text(row.at)}
    times = {"looked": _text(row.looked), "released": _text(row.released)}
    return {**times, "stop": stop if row.since else None}


def _shelf(found: list[Any]) -> list[Any]:
    last = max(row.number for row in found)
    settled = max((row.number for row in found if row.state == "settled"), default=0)
    shown = [row for row in found if row.state != "done"]
    return [last, settled, [[row.number, row.message_id, json.loads(row.lines)] for row in shown]]


def _tally(found: list[Any]) -> list[Any]:
    days = {row.day.isoformat(): row.count for row in found if row.count}
    return [days, max(row.window for row in found)]


def _text(moment: datetime | None) -> str | None:
    """A time in UTC, which SQLite gives without its zone."""
    if moment is None:
        return None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
