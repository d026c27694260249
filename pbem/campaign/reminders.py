"""Reminders: before a deadline, and when the host wants one; and notices about who is late."""

from collections.abc import Collection, Sequence
from datetime import datetime

from engine.core.decision import Refused, refuse
from engine.core.session import Session
from pbem.campaign import deadlines, game_store, host_acts
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.reports.mails import NoticeMail, ReminderMail
from pbem.store import tables as t


def remind(
    ctx: Context, game: t.Game, seat: t.Seat, session: Session, row: t.Window, today: datetime
) -> None:
    """Write a reminder, unless the deadline has passed by `today`; missed ones count as given."""
    if row.due is None:
        return
    deadlines.note_reminder(ctx, game, row, today)
    if row.due > today:
        _write(ctx, game, seat, session, row)


def _write(ctx: Context, game: t.Game, seat: t.Seat, session: Session, row: t.Window) -> None:
    """Write a reminder of a question whose time runs."""
    if row.due is None:
        return
    mail = ReminderMail(
        position=outbox.position(ctx, game, session, seat.key),
        question=outbox.question(session, row.seat, row.due),
        left=int((row.due - ctx.now).total_seconds()),
    )
    ctx.write(mail, to_seat(game, seat), window=row.number)


def tell_late(ctx: Context, game: t.Game, session: Session, open_: Sequence[t.Window]) -> None:
    """Tell everybody, once the deadline has passed, whose answers still count and until when."""
    late = [row for row in open_ if not row.late and row.due and row.due <= ctx.now]
    for row in late:
        row.late = True
        row.next_at = deadlines.default_at(game, row)
    until = {row.seat: row.next_at for row in late if row.next_at}
    for seat in game_store.seats_of(ctx.db, game):
        if not seat.bot:
            due = until.get(seat.key)
            mail = NoticeMail(
                act="late",
                late=list(until),
                until=min(until.values()).isoformat(),
                ends=max(until.values()).isoformat(),
                question=outbox.question(session, seat.key, due) if seat.key and due else None,
            )
            ctx.write(mail, to_seat(game, seat))


def send(ctx: Context, game: t.Game, seats: Collection[str] = ()) -> list[str]:
    """Send a reminder to these seats, or to all that are awaited; return who got one.

    The regular reminders come as well. Raises Refused.
    """
    session = host_acts.playing(ctx, game, "running")
    open_ = {row.seat: row for row in game_store.open_windows(ctx.db, game)}
    if game.stopped is not None:
        raise Refused(refuse("refusal.clocks_stand_still"))
    for seat in seats or open_:
        if seat not in open_:
            raise Refused(refuse("refusal.owes_no_answer", who=seat))
        if open_[seat].due is None:
            raise Refused(refuse("refusal.question_not_sent", who=seat))
    if not open_:
        raise Refused(refuse("refusal.nobody_owes_an_answer"))
    reminded = [seat for seat in open_ if seat in seats or not seats]
    session.note("reminded", seats=reminded)
    game_store.save(ctx.db, game, session)
    for row in game_store.seats_of(ctx.db, game):
        if row.key in reminded:
            _write(ctx, game, row, session, open_[row.key])
    return reminded
