"""What became of the last mails to a seat: whether and when a mail server accepted them."""

from collections.abc import Sequence
from typing import Any

from sqlmodel import Session as Db
from sqlmodel import and_, col, or_, select

from pbem.reports.mail_parts import Delivered
from pbem.store import tables as t

REPORTS = ("report", "started", "reminder", "handover", "final", "digest")
"""The mails that a player waits for."""


def last(db: Db, game: t.Game, seat: t.Seat, kinds: Sequence[str] = REPORTS) -> t.Outgoing | None:
    """Find the newest mail of these kinds to a seat, or to its player about all their games."""
    own = and_(col(t.Outgoing.game_id) == game.id, col(t.Outgoing.seat) == seat.key)
    digest = and_(col(t.Outgoing.kind) == "digest", col(t.Outgoing.recipient) == seat.address)
    found = select(t.Outgoing).where(
        or_(own, digest),
        col(t.Outgoing.kind).in_(kinds),
        col(t.Outgoing.state).not_in(("withdrawn", "suppressed")),
    )
    return db.exec(found.order_by(col(t.Outgoing.id).desc()).limit(1)).first()


def of_last(db: Db, game: t.Game, seat: t.Seat) -> Delivered | None:
    """Return what became of the last report to a seat."""
    row = last(db, game, seat) if seat.address and seat.key else None
    if row is None:
        return None
    return Delivered(
        kind=row.kind,
        written=row.created.isoformat(),
        state=row.state,
        taken=row.sent.isoformat() if row.sent and row.state == "sent" else None,
        tries=row.attempts,
    )


def trouble(db: Db, address: str | None) -> dict[str, Any] | None:
    """Return why mails to an address do not get through, and when the last such mail was sent.

    None means that they do, as far as is known, or that somebody has written from there since.
    """
    mails = select(t.Outgoing).where(t.Outgoing.recipient == address)
    newest = col(t.Outgoing.id).desc()
    failed = db.exec(mails.where(t.Outgoing.state == "failed").order_by(newest).limit(1)).first()
    if failed is None:
        known = db.get(t.Bouncing, address) if address else None  # from mails still being retried
        return {"since": known.since.isoformat(), "reason": known.reason} if known else None
    since = failed.sent or failed.created
    wrote = select(t.InboundMail.id).where(
        t.InboundMail.sender == address,
        col(t.InboundMail.status).in_(("done", "aside")),
        t.InboundMail.arrived > since,
    )
    taken = mails.where(col(t.Outgoing.id) > failed.id, t.Outgoing.state == "sent")
    refused_only_once = failed.sent is None and db.exec(taken.limit(1)).first() is not None
    if refused_only_once or db.exec(wrote.limit(1)).first() is not None:
        return None
    return {"since": since.isoformat(), "reason": failed.error}
