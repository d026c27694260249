"""Answers people who write for a seat that they no longer play."""

from collections.abc import Sequence

from sqlmodel import col, select

from pbem.campaign import game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address
from pbem.features.replacement import resigning
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.mail.incoming import InboundMail
from pbem.reports.mails import ResignMail
from pbem.store import tables as t


def answer(ctx: Context, message: InboundMail, games: Sequence[t.Game]) -> Outcome | None:
    """Answer an address without a good tag that has resigned a seat, or was replaced in one of the
    games that its mail is about. None: it never had a seat there."""
    address = message.sender or ""
    if former := _resigned(ctx, address, games):
        return resigning.tell(ctx, ctx.db.get_one(t.Game, former.game_id), former)
    for game in games:
        if key := _key_of_old(ctx, address, game):
            return _tell_replaced(ctx, address, game, key)
    return None


def _resigned(ctx: Context, address: str, games: Sequence[t.Game]) -> t.Entrant | None:
    """Find who resigned last from an address; in one of these games, if there are any."""
    rows = select(t.Entrant).where(t.Entrant.address == address, t.Entrant.state == "resigned")
    if games:
        rows = rows.where(col(t.Entrant.game_id).in_([game.id for game in games]))
    return ctx.db.exec(rows.order_by(col(t.Entrant.id).desc()).limit(1)).first()


def _key_of_old(ctx: Context, address: str, game: t.Game) -> str:
    """Return the seat that an address was last sent a mail about; empty if there is none."""
    keys = [seat.key for seat in game_store.seats_of(ctx.db, game) if seat.key]
    sent = select(t.Outgoing.seat).where(
        t.Outgoing.recipient == address,
        t.Outgoing.game_id == game.id,
        col(t.Outgoing.seat).in_(keys),
    )
    return ctx.db.exec(sent.order_by(col(t.Outgoing.id).desc()).limit(1)).first() or ""


def _tell_replaced(ctx: Context, address: str, game: t.Game, key: str) -> Outcome:
    if not answer_limits.may_answer(ctx, address):
        return ENOUGH
    ctx.write(ResignMail(step="replaced", who=key), to_address(address, game))
    return Outcome("replaced_told", key)
