"""Absences begin and end by the clock."""

from datetime import datetime

from sqlmodel import Session as Db

from pbem.campaign import game_store
from pbem.campaign.feature import Timed
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.absences import absences, periods
from pbem.store import tables as t


def _absence(world: World, db: Db, absence_id: int, at: datetime, _now: datetime) -> None:
    """A player's absence begins or ends, unless it is gone."""
    if (game := _game_of_absence(db, absence_id)) is None:
        return
    game_store.hold(db, game)
    row = db.get(t.Absence, absence_id, populate_existing=True)
    if row is not None:
        ctx = Context(world, db, at, f"away {game.name} {row.id} {row.state}")
        absences.come_due(ctx, game, row)


def _game_of_absence(db: Db, absence_id: int) -> t.Game | None:
    row = db.get(t.Absence, absence_id)
    seat = db.get_one(t.Seat, row.seat_id) if row else None
    return db.get_one(t.Game, seat.game_id) if seat else None


def _tell_of_absence(
    world: World, db: Db, absence_id: int, now: datetime, problem: Exception
) -> None:
    if game := _game_of_absence(db, absence_id):
        ctx = Context(world, db, now, f"away {absence_id} failed {now.date()}")
        failures.tell_of_timed(ctx, game, "an absence could not begin or end", problem)


TIMED = Timed("absence", periods.earliest, _absence, _tell_of_absence)
