"""Windows, the moments at which a game waits for a seat's mail: opening and closing them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam, or_
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused, refuse
from engine.core.session import Session
from pbem.campaign import clocks, deadline_arithmetic, deadlines, game_store
from pbem.campaign.mails.outbox import Context
from pbem.settings.pacing import restored
from pbem.store import statements
from pbem.store import tables as t

_OF_MAIL = select(t.Window).where(
    col(t.Window.game_id) == bindparam("game"),
    col(t.Window.seat) == bindparam("seat"),
    col(t.Window.number) == bindparam("number"),
)

_OPEN_OR_IN_CALENDARS = (
    select(t.Window)
    .where(
        col(t.Window.game_id) == bindparam("game"),
        or_(col(t.Window.state) == "open", col(t.Window.entry_due).is_not(None)),
    )
    .order_by(col(t.Window.number), col(t.Window.id))
)


def refresh(
    ctx: Context,
    game: t.Game,
    session: Session,
    open_: Sequence[t.Window],
    humans: Collection[str],
    closed: str,
) -> tuple[list[t.Window], list[t.Window]]:
    """Close windows whose question is gone and open one for each new question; return all that are
    now open, and the new ones.

    `closed` is what closed windows become: answered, defaulted or withdrawn. If withdrawn, a
    question that is asked again keeps the time that the host has added.
    """
    faced = {
        seat: session.fingerprint(seat)
        for seat in ([] if session.over else session.waiting())
        if seat in humans
    }
    open_ = [row for row in open_ if row.state == "open"]
    still = [row for row in open_ if faced.get(row.seat) == row.fingerprint]
    gone = [row for row in open_ if row not in still]
    for row in gone:
        close(ctx, game, row, closed)
    asked = {row.seat for row in still}
    seats = [seat for seat in faced if seat not in asked]
    game.windows += bool(seats)
    new = [_window(ctx.now, game, session, seat, faced[seat]) for seat in seats]
    for row in new if closed == "withdrawn" else []:
        row.extra = _added(ctx.db, row, gone)
    ctx.db.add_all(new)
    return [*still, *new], new


def _added(db: Db, new: t.Window, gone: Sequence[t.Window]) -> int:
    """Return the seconds that the host had added for a question, in the window that is gone or in
    an earlier one with the same question."""
    rows = select(t.Window.extra).where(
        t.Window.game_id == new.game_id,
        t.Window.seat == new.seat,
        t.Window.fingerprint == new.fingerprint,
    )
    before = db.exec(rows.order_by(col(t.Window.id).desc()).limit(1)).first() or 0
    return max(
        [before, *(w.extra for w in gone if (w.seat, w.question) == (new.seat, new.question))]
    )


def reopen(ctx: Context, game: t.Game, seat: str, fingerprint: str) -> t.Window | None:
    """Reopen the window in which a seat answered this question, with the time that is left; None if
    there was none. Raises Refused if that time is over."""
    rows = select(t.Window).where(
        t.Window.game_id == game.id, t.Window.seat == seat, t.Window.fingerprint == fingerprint
    )
    row = ctx.db.exec(rows.order_by(col(t.Window.id).desc()).limit(1)).first()
    if row is not None and row.state != "open":
        if row.due is not None and row.due <= clocks.by_its_clock(game, ctx.now):
            raise Refused(refuse("refusal.time_is_over"))
        row.state, row.punctual = "open", ""
        _pay_back(ctx.db, game, row)
        deadlines.plan(ctx, game, row)
    return row


def begin_anew(row: t.Window) -> None:
    """Let the time of an open window run from when its next mail is accepted."""
    row.accepted, row.runs_from, row.due, row.next_at = None, None, None, None
    row.reminded, row.late = 0, False


def is_asked(session: Session, row: t.Window) -> bool:
    """Tell whether the game still waits for the answer to this very question."""
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


def close(ctx: Context, game: t.Game, row: t.Window, state: str) -> None:
    """Close a window as answered, defaulted or withdrawn. If the game has time banks, the seat's
    bank pays for the time that its answer took."""
    row.state, row.next_at = state, None
    for feature in ctx.world.features:
        feature.window_closed(ctx, game, row.seat)
    if state == "withdrawn" or row.runs_from is None:
        return
    kept = restored(game.pace)
    if kept.bank:
        end = min(ctx.now, clocks.by_its_clock(game, ctx.now))
        used = deadlines.time_used(ctx, game, row, row.runs_from, end) - timedelta(
            seconds=row.extra
        )
        seat = game_store.seat_of(ctx.db, game, row.seat)
        had = deadline_arithmetic.length(kept, deadlines.seconds(seat.bank))
        row.bank = int(had.total_seconds())
        seat.bank = int(
            deadline_arithmetic.filled_up(kept, had, max(used, timedelta())).total_seconds()
        )


def _pay_back(db: Db, game: t.Game, row: t.Window) -> None:
    """Give the seat back what its time bank had before it answered."""
    if row.bank is not None:
        seat = game_store.seat_of(db, game, row.seat)
        seat.bank, row.bank = row.bank, None
        db.flush()


def open_or_in_calendars(db: Db, game: t.Game) -> list[t.Window]:
    """Return the windows of a game that are open or have an entry in a calendar, by number."""
    return statements.objects(db, t.Window, _OPEN_OR_IN_CALENDARS, game=game.id)


def of_mail(db: Db, mail: t.Outgoing) -> t.Window | None:
    """Find the window whose question a mail asks."""
    if mail.window is None or mail.game_id is None:
        return None
    which = {"game": mail.game_id, "seat": mail.seat, "number": mail.window}
    return db.exec(_OF_MAIL, params=which).first()


def start_clock(ctx: Context, mail: t.Outgoing) -> t.Window | None:
    """Start the clock of a mail's window, if that was not done before: a mail server has accepted
    the mail, or never will. Return the window, if it is open."""
    row = of_mail(ctx.db, mail)
    if row is None or row.state != "open":
        return None
    if row.accepted is None:
        row.accepted = row.runs_from = ctx.now
        deadlines.plan(ctx, ctx.db.get_one(t.Game, row.game_id), row)
    return row
