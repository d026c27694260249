"""Windows: the moments at which a game waits for somebody's mail, and their deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.session import Session
from pbem.campaign import pace, post
from pbem.campaign.post import Post
from pbem.store import tables as t


def refresh(
    post_: Post, game: t.Game, session: Session, humans: set[str], *, closed: str = "answered"
) -> list[t.Window]:
    """Close the windows whose question is gone, open one for each new question; the new ones.

    `closed` is what the closed ones become: answered, defaulted or withdrawn.
    """
    faced = {
        seat: session.fingerprint(seat)
        for seat in ([] if session.over else session.waiting())
        if seat in humans
    }
    still = set()
    for row in post.open_windows(post_.db, game):
        if faced.get(row.seat) == row.fingerprint:
            still.add(row.seat)
        else:
            row.state = closed
    new = [seat for seat in faced if seat not in still]
    if not new:
        return []
    game.windows += 1
    rows = [_window(post_.now, game, session, seat, faced[seat]) for seat in new]
    post_.db.add_all(rows)
    post_.db.flush()
    return rows


def _window(now: datetime, game: t.Game, session: Session, seat: str, fingerprint: str) -> t.Window:
    return t.Window(
        game_id=game.id,
        number=game.windows,
        seat=seat,
        question=session.questions[seat].kind.name,
        fingerprint=fingerprint,
        opened=now,
        state="open",
    )


def accepted(db: Db, game: t.Game, window: t.Window, now: datetime) -> None:
    """A mail server has taken the report: from now on time counts."""
    if window.accepted is None:
        window.accepted = now
        window.due = pace.due(now, game.pace_hours)


def next_due(db: Db, left: Sequence[int]) -> datetime | None:
    """When the next deadline or reminder of any running game comes; None: none does."""
    times = [time for _, row in _running(db) if (time := _next(row, left))]
    return min(times, default=None)


def earliest(db: Db, now: datetime, left: Sequence[int]) -> tuple[int, datetime] | None:
    """The window that comes due first, for a reminder or for its default, and when; None: none
    does by now."""
    times = [(time, row.id) for _, row in _running(db) if (time := _next(row, left))]
    time, window = min(times, default=(None, 0))
    return (window, time) if time is not None and time <= now else None


def _running(db: Db) -> list[tuple[t.Game, t.Window]]:
    rows = (
        select(t.Game, t.Window)
        .join(t.Window, col(t.Window.game_id) == col(t.Game.id))
        .where(
            t.Game.status == "running",
            t.Window.state == "open",
            col(t.Window.accepted).is_not(None),
        )
    )
    return list(db.exec(rows))


def _next(row: t.Window, left: Sequence[int]) -> datetime | None:
    if row.accepted is None or row.due is None:
        return None
    times = pace.reminders(row.accepted, row.due, left)[row.reminded :]
    return min([*times, row.due])


def shift(db: Db, game: t.Game, by: timedelta) -> None:
    """Move the deadlines of all open windows, after a pause or by the host's extension."""
    for row in post.open_windows(db, game):
        if row.due is not None:
            row.due += by


def remind(post_: Post, game: t.Game, seat: t.Seat, session: Session, row: t.Window) -> None:
    """Write a reminder; those that were missed meanwhile count as given."""
    if row.accepted is None or row.due is None:
        return
    left = post_.world.config.pace.reminders
    times = pace.reminders(row.accepted, row.due, left)
    row.reminded = sum(time <= post_.now for time in times)
    payload = {
        **post.about_seat(post_.world, game, seat),
        **post.position(post_.db, game, session, seat.key),
        "question": post.question(session, row.seat, row.due),
        "about": {"left": int((row.due - post_.now).total_seconds())},
    }
    post_.write(
        "reminder", seat.address or "", payload, game=game, seat=row.seat, window=row.number
    )
