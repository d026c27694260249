"""Windows: the moments at which a game waits for somebody's mail, and their deadlines."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from engine.session import Session
from pbem.campaign import pace, post
from pbem.campaign.post import Post
from pbem.store import rows
from pbem.store import tables as t

_COMING: Select[int, datetime | None] = (
    select(t.Window.id, t.Window.next_at)
    .join(t.Game, col(t.Window.game_id) == col(t.Game.id))
    .where(
        t.Game.status == "running",
        t.Window.state == "open",
        col(t.Window.next_at).is_not(None),
    )
    .order_by(col(t.Window.next_at), col(t.Window.id))
    .limit(1)
)
"""What comes first of all that comes."""
_DUE = _COMING.where(
    col(t.Window.next_at) <= bindparam("now"),
    col(t.Window.id).not_in(bindparam("leave", expanding=True)),
)


def refresh(
    post_: Post,
    game: t.Game,
    session: Session,
    open_: Sequence[t.Window],
    humans: Collection[str],
    closed: str,
) -> tuple[list[t.Window], list[t.Window]]:
    """Close the windows whose question is gone, open one for each new question; all that are open
    then, and the new ones among them.

    `closed` is what the closed ones become: answered, defaulted or withdrawn.
    """
    faced = {
        seat: session.fingerprint(seat)
        for seat in ([] if session.over else session.waiting())
        if seat in humans
    }
    open_ = [row for row in open_ if row.state == "open"]
    still = [row for row in open_ if faced.get(row.seat) == row.fingerprint]
    for row in open_:
        if row not in still:
            close(row, closed)
    asked = {row.seat for row in still}
    seats = [seat for seat in faced if seat not in asked]
    game.windows += bool(seats)
    new = [_window(post_.now, game, session, seat, faced[seat]) for seat in seats]
    post_.db.add_all(new)
    return [*still, *new], new


def is_asked(session: Session, row: t.Window) -> bool:
    """Whether the game still waits for the answer to this very question."""
    asked = not session.over and row.seat in session.waiting()
    return asked and session.fingerprint(row.seat) == row.fingerprint


def _window(now: datetime, game: t.Game, session: Session, seat: str, fingerprint: str) -> t.Window:
    return t.Window(
        game_id=game.id,
        number=game.windows,
        seat=seat,
        question=session.questions[seat].kind.name,
        fingerprint=fingerprint,
        line=len(session.record),
        opened=now,
        state="open",
    )


def close(row: t.Window, state: str) -> None:
    """Wait for it no longer: it was answered, defaulted or withdrawn."""
    row.state, row.next_at = state, None


def of_mail(db: Db, mail: t.Outgoing) -> t.Window | None:
    """The window whose question a mail asks."""
    if mail.window is None or mail.game_id is None:
        return None
    rows = select(t.Window).where(t.Window.game_id == mail.game_id, t.Window.seat == mail.seat)
    return db.exec(rows.where(t.Window.number == mail.window)).first()


def start_clock(post_: Post, mail: t.Outgoing) -> t.Window | None:
    """A mail server has taken the mail, or it will never come: from now on time counts, unless it
    did before. The window of the mail, if it is open."""
    row = of_mail(post_.db, mail)
    if row is None or row.state != "open":
        return None
    if row.accepted is None:
        game = post_.db.get_one(t.Game, row.game_id)
        row.accepted = post_.now
        row.due = pace.due(post_.now, game.pace_hours)
        _plan(game, row, post_.world.config.pace.reminders)
    return row


def _plan(game: t.Game, row: t.Window, left: Sequence[int]) -> None:
    if row.due is not None:
        row.next_at = pace.next_at(row.due, game.pace_hours, left, row.reminded)


def next_due(db: Db) -> datetime | None:
    """When the next deadline or reminder of any running game comes; None: none does."""
    found = rows.read(db, _COMING).first()
    return found[1] if found else None


def earliest(db: Db, now: datetime, leave: Collection[int] = ()) -> tuple[int, datetime] | None:
    """The window that comes due first, for a reminder or for its default, and when; None: none
    does by now. `leave`: windows not to look at."""
    found = rows.read(db, _DUE, now=now, leave=list(leave)).first()
    return (found[0], found[1]) if found and found[1] else None


def extend(post_: Post, game: t.Game, by: timedelta) -> None:
    """More time for all questions whose time runs."""
    for row in post.open_windows(post_.db, game):
        _shift(post_, game, row, by)


def make_up_for_pause(post_: Post, game: t.Game) -> None:
    """Add the time of the pause to every deadline, from where time ran."""
    for row in post.open_windows(post_.db, game):
        if row.accepted is not None and game.paused is not None:
            _shift(post_, game, row, post_.now - max(game.paused, row.accepted))


def _shift(post_: Post, game: t.Game, row: t.Window, by: timedelta) -> None:
    if row.accepted is not None and row.due is not None:
        row.due += by
        _plan(game, row, post_.world.config.pace.reminders)


def remind(post_: Post, game: t.Game, seat: t.Seat, session: Session, row: t.Window) -> None:
    """Write a reminder; those that were missed meanwhile count as given."""
    if row.due is None:
        return
    left = post_.world.config.pace.reminders
    times = pace.reminders(row.due, game.pace_hours, left)
    row.reminded = max(row.reminded + 1, sum(time <= post_.now for time in times))
    _plan(game, row, left)
    payload = {
        **post.about_seat(post_.world, game, seat),
        **post.position(post_.db, game, session, seat.key),
        "question": post.question(session, row.seat, row.due),
        "about": {"left": int((row.due - post_.now).total_seconds())},
    }
    post_.write(
        "reminder", seat.address or "", payload, game=game, seat=row.seat, window=row.number
    )
