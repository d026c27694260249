"""Shows a report again, only for reading: it marks nothing as told, and cannot be answered."""

from msgspec.structs import replace
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused
from pbem.campaign import game_store, turns
from pbem.campaign.mails import outbox, readers_preferences
from pbem.campaign.mails.outbox import Context
from pbem.reports import stored_mails
from pbem.reports.mails import FinalMail, PlayMail, ReportMail
from pbem.store import tables as t

TELLING = ("report", "started", "final")
"""The kinds of mail that tell what happened."""


def report(ctx: Context, game: t.Game, seat: str | None) -> PlayMail:
    """Write a report to a seat (None: to the public), as things stand now.

    It tells what the last report told, and what has happened since. Raises Refused.
    """
    if game.started is None:
        raise Refused(f"{game.name} has not started: there is nothing to report yet.")
    at = turns.at(ctx, game)
    if seat is not None and seat not in at.seats:
        raise Refused(f"{seat!r} plays not in {game.name}; there are: {_keys(at)}.")
    since = _told_from(ctx.db, game, seat)
    told = [event for event in game_store.events(ctx.db, game, seat) if event["n"] >= since]
    mail: PlayMail = ReportMail(whole=True)
    if at.session.over:
        mail = FinalMail(revealed=turns.revealed(ctx, game))
    if seat is not None:
        mail.held = turns.held(at, seat)
        mail.question = at.owed(seat)
    address = at.seats[seat].address if seat is not None else ""
    zone = readers_preferences.zone_in(ctx.db, address, game)
    return replace(
        mail,
        moderator=ctx.moderator,
        at=ctx.now.isoformat(),
        zone=zone.zone,
        zone_of_game=zone.zone_of_game,
        game=outbox.game_told(ctx.world, game),
        seat=seat,
        position=outbox.position(ctx, game, at.session, seat),
        events=told,
        map=True,
    )


def _keys(at: turns.GameTurn) -> str:
    return ", ".join(at.seats)


def _told_from(db: Db, game: t.Game, seat: str | None) -> int:
    """Return the line of the record at which the last report to the seat, or to anybody, began."""
    rows = select(t.Outgoing).where(
        t.Outgoing.game_id == game.id,
        col(t.Outgoing.kind).in_(TELLING),
        t.Outgoing.payload != "",  # its text is not deleted yet
    )
    newest = rows.order_by(col(t.Outgoing.id).desc()).limit(1)
    own = db.exec(newest.where(t.Outgoing.seat == seat)).first() if seat else None
    last = own or db.exec(newest).first()
    mail = stored_mails.restored(last.kind, last.payload) if last else None
    return mail.events[0]["n"] if isinstance(mail, PlayMail) and mail.events else 0
