"""Windows: the moments at which a game waits for somebody's mail, opened and closed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused, refuse
from engine.core.session import Session
from pbem.campaign import clocks, deadline_arithmetic, deadlines, game_store
from pbem.campaign.mails.outbox import Context
from pbem.settings.pacing import restored
from pbem.store import tables as t

_OF_MAIL = select(t.Window).where(
    col(t.Window.game_id) == bindparam("game"),
    col(t.Window.seat) == bindparam("seat"),
    col(t.Window.number) == bindparam("number"),
)


def refresh(
    ctx: Context,
    game: t.Game,
    session: Session,
    open_: Sequence[t.Window],
    humans: Collection[str],
    closed: str,
) -> tuple[list[t.Window], list[t.Window]]:
    """Close the windows whose question is gone, open one for each new question; all that are open
    then, and the new ones among them.

    `closed` is what the closed ones become: answered, defaulted or withdrawn. Where they are
    withdrawn, a question that is asked again keeps what the host has added to its time.
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
    """What the host had added to the time for a question, in seconds: as it was asked until now, or
    when it was asked before what was taken back."""
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
    """Open the window again in which a seat answered this question, with the time that it has
    left; None: there was none. Raises Refused if its time is over."""
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
    """Let the time of an open window count from when its next mail is taken."""
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
    """Wait for it no longer: it was answered, defaulted or withdrawn. What an answer took is
    paid from the seat's time bank, where the game has one."""
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
    """The seat has in its time bank what it had before it answered."""
    if row.bank is not None:
        seat = game_store.seat_of(db, game, row.seat)
        seat.bank, row.bank = row.bank, None
        db.flush()


def of_mail(db: Db, mail: t.Outgoing) -> t.Window | None:
    """Find the window whose question a mail asks."""
    if mail.window is None or mail.game_id is None:
        return None
    which = {"game": mail.game_id, "seat": mail.seat, "number": mail.window}
    return db.exec(_OF_MAIL, params=which).first()


def start_clock(ctx: Context, mail: t.Outgoing) -> t.Window | None:
    """Count time from now on, since a mail server has taken the mail or it will never come, unless
    it did before. Returns the window of the mail, if it is open."""
    row = of_mail(ctx.db, mail)
    if row is None or row.state != "open":
        return None
    if row.accepted is None:
        row.accepted = row.runs_from = ctx.now
        deadlines.plan(ctx, ctx.db.get_one(t.Game, row.game_id), row)
    return row
