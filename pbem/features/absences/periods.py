"""Who is away, and until when: what is known of it. `absences` is what players do about it."""

from datetime import datetime, timedelta

from sqlalchemy import bindparam, case
from sqlmodel import Session as Db
from sqlmodel import and_, col, or_, select
from sqlmodel.sql.expression import Select

from pbem.store import rows
from pbem.store import tables as t

_SEAT = col(t.Absence.seat_id) == col(t.Seat.id)
_GAME = col(t.Seat.game_id) == bindparam("game")
_WAITS: Select[datetime, datetime] = (
    select(t.Absence.begins, t.Absence.ends)
    .join(t.Seat, _SEAT)
    .where(_GAME, col(t.Seat.key) == bindparam("seat"), col(t.Absence.way) == "wait")
    .order_by(col(t.Absence.begins))
)
_NOW: Select[str | None, datetime] = (
    select(t.Seat.key, t.Absence.ends)
    .join(t.Seat, _SEAT)
    .where(_GAME, col(t.Absence.state) == "begun")
)
_DUE: Select[int, datetime, datetime | None] = (
    select(
        t.Absence.id,
        case((col(t.Absence.state) == "coming", col(t.Absence.begins)), else_=col(t.Absence.ends)),
        t.Game.started,
    )
    .join(t.Seat, _SEAT)
    .join(t.Game, col(t.Seat.game_id) == col(t.Game.id))
    .where(
        col(t.Game.status).in_(("running", "paused")),
        or_(
            and_(col(t.Absence.state) == "coming", col(t.Absence.begins) <= bindparam("now")),
            and_(col(t.Absence.state) == "begun", col(t.Absence.ends) <= bindparam("now")),
        ),
        col(t.Absence.id).not_in(bindparam("leave", expanding=True)),
    )
)

MINUTE = timedelta(minutes=1)
Span = tuple[datetime, datetime]


def waits(db: Db, game: t.Game, seat: str) -> list[Span]:
    """When the deadlines of a seat wait, first to last."""
    return [(begins, ends) for begins, ends in rows.read(db, _WAITS, game=game.id, seat=seat)]


def away(db: Db, game: t.Game) -> dict[str, datetime]:
    """The seats whose players are away now, and the last minute of it."""
    found = rows.read(db, _NOW, game=game.id)
    return {key: ends - MINUTE for key, ends in found if key is not None}


def earliest(db: Db, now: datetime, leave: set[int]) -> tuple[int, datetime] | None:
    """The absence that begins or ends first, and when: not before its game; None: none does by
    now. `leave`: those not to look at."""
    found = rows.read(db, _DUE, now=now, leave=list(leave))
    due = [(max(at, started or at), id_) for id_, at, started in found]
    return (min(due)[1], min(due)[0]) if due else None
