"""Deadlines of questions: set when a question is sent, moved when clocks stop or time is added; and
what comes due first.

`deadline_arithmetic` computes the deadline itself from everything that it depends on.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import and_, bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from pbem.campaign import clocks, deadline_arithmetic, game_store
from pbem.campaign.feature import Span
from pbem.campaign.mails.outbox import Context
from pbem.settings.pacing import Pace, restored
from pbem.store import statements
from pbem.store import tables as t

LEAST_LEFT = 4
"""After a change of pace or a stop, an open question keeps at least 1/LEAST_LEFT of its time."""

_SEAT: Select[int | None, str | None] = (
    select(t.Seat.bank, t.Person.zone)
    .join(t.Person, col(t.Seat.person_id) == col(t.Person.id), isouter=True)
    .where(col(t.Seat.game_id) == bindparam("game"), col(t.Seat.key) == bindparam("seat"))
)
ON_THE_CLOCK = (
    t.Game.status == "running",
    col(t.Game.stopped).is_(None),
    t.Window.state == "open",
)
"""Conditions on windows and their games: a question is open, and nothing has stopped its game."""
_COMING: Select[int, datetime | None] = (
    select(t.Window.id, t.Window.next_at)
    .join(t.Game, col(t.Window.game_id) == col(t.Game.id))
    .where(*ON_THE_CLOCK, col(t.Window.next_at).is_not(None))
    .order_by(col(t.Window.next_at), col(t.Window.id))
    .limit(bindparam("most"))
)
"""The window, of all, that comes due first."""
_DUE = _COMING.where(col(t.Window.next_at) <= bindparam("now"))
_DUE_IN = _DUE.where(col(t.Window.game_id) == bindparam("game"))
_GAMES = (
    select(t.Window.game_id)
    .join(t.Game, col(t.Window.game_id) == col(t.Game.id))
    .where(*ON_THE_CLOCK, col(t.Window.next_at) <= bindparam("now"))
    .distinct()
)


class Timing(NamedTuple):
    """Everything that a deadline depends on, except the moment from which time runs."""

    pace: Pace
    own: str
    """The player's time zone."""
    time: timedelta
    """How long an answer may take."""
    extra: timedelta
    """Time that the host has added."""

    def due(self, start: datetime) -> datetime:
        """Return the deadline if time runs from `start`."""
        return deadline_arithmetic.deadline(
            self.pace, start, own=self.own, bank=self.time, extra=self.extra
        )


def timing(db: Db, game: t.Game, row: t.Window) -> Timing:
    """Return what the deadline of a window depends on."""
    kept = restored(game.pace)
    bank, own = statements.read(db, _SEAT, game=game.id, seat=row.seat).one()
    time = deadline_arithmetic.length(kept, seconds(bank))
    return Timing(kept, own or "", time, timedelta(seconds=row.extra))


def plan(ctx: Context, game: t.Game, row: t.Window) -> None:
    """Set a window's deadline, and what comes next for it, from everything they depend on now."""
    if row.runs_from is None:
        return
    by = timing(ctx.db, game, row)
    row.due = by.due(_start(ctx, game, row.seat, row.runs_from, by))
    row.late = row.late and row.due <= ctx.now
    times = deadline_arithmetic.reminders(by.pace, row.due, by.time)
    if times and times[-1] > ctx.now:  # the last one always comes, wherever the deadline is now
        row.reminded = min(row.reminded, len(times) - 1)
    _plan_next(by, row)


def move(ctx: Context, game: t.Game, row: t.Window) -> None:
    """Plan the window anew, unless that puts its deadline into the past: then leave it as it is."""
    due, late, next_at = row.due, row.late, row.next_at
    plan(ctx, game, row)
    now = clocks.by_its_clock(game, ctx.now)
    if due and row.due and row.due <= now < due:
        row.due, row.late, row.next_at = due, late, next_at


def _time_off(ctx: Context, game: t.Game, seat: str) -> list[Span]:
    """Return when the deadlines of a seat are suspended, in order."""
    features = ctx.world.features
    return sorted(span for feature in features for span in feature.time_off(ctx.db, game, seat))


def _start(ctx: Context, game: t.Game, seat: str, start: datetime, by: Timing) -> datetime:
    """Return the start of a period without absences that leads to the same deadline."""
    for begins, ends in _time_off(ctx, game, seat):
        if start < ends and by.due(start) > begins:
            start = deadline_arithmetic.runs_from(by.pace, start, begins, ends)
    return start


def time_used(
    ctx: Context, game: t.Game, row: t.Window, start: datetime, end: datetime
) -> timedelta:
    """Return how much time has run until the end, not counting absences."""
    kept = restored(game.pace)
    away = _time_off(ctx, game, row.seat)
    waited = (deadline_arithmetic.counted(kept, max(a, start), min(b, end)) for a, b in away)
    return deadline_arithmetic.counted(kept, start, end) - sum(waited, timedelta())


def _began(ctx: Context, game: t.Game, seat: str, end: datetime, used: timedelta) -> datetime:
    """Return when time began to run if this much was used by the end, not counting absences."""
    kept = restored(game.pace)
    for begins, ends in reversed(_time_off(ctx, game, seat)):
        if begins < end:
            present = deadline_arithmetic.counted(kept, ends, end)
            if used <= present:
                break
            used, end = used - present, begins
    return deadline_arithmetic.backward(kept, end, used)


def _plan_next(by: Timing, row: t.Window) -> None:
    if row.due is not None and row.state == "open":
        row.next_at = deadline_arithmetic.next_at(
            by.pace, row.due, by.time, row.reminded, late=row.late
        )


def seconds(number: int | None) -> timedelta | None:
    """Convert a number of seconds to a length of time."""
    return None if number is None else timedelta(seconds=number)


def default_at(game: t.Game, row: t.Window) -> datetime | None:
    """Return when the default is taken: at the deadline, or after the grace period."""
    return None if row.due is None else deadline_arithmetic.default_at(restored(game.pace), row.due)


# What comes first


def next_due(db: Db) -> datetime | None:
    """Find when the next deadline or reminder of any running game comes; None if there is none."""
    found = statements.read(db, _COMING, most=1).first()
    return found[1] if found else None


def earliest(
    db: Db, now: datetime, leave: Collection[int] = (), game: int | None = None
) -> tuple[int, datetime] | None:
    """Find the window that comes due first, for a reminder or for its default, and when; None if
    none does by now. `leave`: windows to ignore; `game`: only in that game."""
    found = statements.in_game(db, _DUE, _DUE_IN, game, now=now, most=len(leave) + 1)
    return next(((number, at) for number, at in found if at and number not in leave), None)


def called(db: Db, number: int) -> str:
    """Name a window by its game, its number there and its seat."""
    named = select(t.Game.name, t.Window.number, t.Window.seat)
    game, window, seat = db.exec(
        named.join(t.Window, col(t.Window.game_id) == col(t.Game.id)).where(t.Window.id == number)
    ).one()
    return f"{game} {window} {seat}"


def games_due(db: Db, now: datetime) -> list[int]:
    """Return the games that have a window due by now."""
    return list(statements.read(db, _GAMES, now=now).scalars())


# Changes to all open questions of a game


def extend(ctx: Context, game: t.Game, by: timedelta) -> None:
    """Add time to all open questions, even those whose mail no server has accepted yet."""
    for row in game_store.open_windows(ctx.db, game):
        row.extra += int(by.total_seconds())
        plan(ctx, game, row)


def go_on(ctx: Context, game: t.Game, stopped: datetime, *, least: bool = False) -> None:
    """Let time run again from where it was `stopped`; with `least`, everybody keeps a part of
    it."""
    for feature in ctx.world.features:
        feature.clocks_resumed(ctx, game, stopped)
    for row in _with_time_left(ctx.db, game, stopped):
        if row.runs_from is not None:
            used = time_used(ctx, game, row, row.runs_from, stopped)
            row.runs_from = _began(ctx, game, row.seat, ctx.now, used)
            if least:
                _leave_some(ctx, game, row, ctx.now)
            plan(ctx, game, row)
            if least and row.due:
                by = timing(ctx.db, game, row)
                row.reminded = _passed(by, row.due, ctx.now)
                _plan_next(by, row)


def _with_time_left(db: Db, game: t.Game, stopped: datetime) -> list[t.Window]:
    """Return the open windows and those answered in time, which an undo would open again."""
    could_be = and_(col(t.Window.state) == "answered", col(t.Window.due) > stopped)
    rows = select(t.Window).where(
        t.Window.game_id == game.id, or_(col(t.Window.state) == "open", could_be)
    )
    return list(db.exec(rows.order_by(col(t.Window.number), col(t.Window.id))))


def change_pace(ctx: Context, game: t.Game) -> None:
    """Plan all open questions anew by the game's new pace.

    Everybody keeps a part of that time, however long they have had the question already.
    """
    for row in game_store.open_windows(ctx.db, game):
        if row.runs_from is not None:
            _leave_some(ctx, game, row, max(clocks.by_its_clock(game, ctx.now), row.runs_from))
            plan(ctx, game, row)


def _leave_some(ctx: Context, game: t.Game, row: t.Window, at: datetime) -> None:
    """Make sure that at most a certain part of the time has run by then, besides added time."""
    by = timing(ctx.db, game, row)
    most = by.time * (LEAST_LEFT - 1) / LEAST_LEFT
    if row.runs_from is not None:
        latest = deadline_arithmetic.backward(by.pace, at - by.extra, most)
        row.runs_from = max(row.runs_from, latest)


def note_reminder(ctx: Context, game: t.Game, row: t.Window, today: datetime) -> None:
    """Count one more reminder as given, and all that were due by `today`."""
    if row.due is not None:
        by = timing(ctx.db, game, row)
        row.reminded = max(row.reminded + 1, _passed(by, row.due, today))
        _plan_next(by, row)


def _passed(by: Timing, due: datetime, now: datetime) -> int:
    """Return how many reminders should have been given by now."""
    return sum(time <= now for time in deadline_arithmetic.reminders(by.pace, due, by.time))
