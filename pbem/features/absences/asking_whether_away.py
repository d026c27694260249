"""Asks a player once whether they are away, after an out-of-office reply.

The question goes to the address that joined. An automatic reply to the question itself is not
answered.
"""

from datetime import timedelta

from sqlmodel import select

from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import tag_key, to_seat
from pbem.campaign.turns import PLAYING
from pbem.features.absences import away_and_back
from pbem.inbox import senders
from pbem.inbox.outcomes import Outcome
from pbem.inbox.senders import Member, Untagged
from pbem.mail import identity
from pbem.mail.automatic_replies import OUT_OF_OFFICE
from pbem.mail.incoming import InboundMail
from pbem.reports.mails import AwayAskMail
from pbem.store import tables as t

AGAIN = timedelta(days=30)
"""Nobody is asked twice within this time."""


def ask(ctx: Context, message: InboundMail) -> Outcome | None:
    """Ask the player whose mail program sent the reply. None: no question is needed."""
    if not (message.automatic or "").startswith(OUT_OF_OFFICE):
        return None
    seat = _seat(ctx, message)
    person = ctx.db.get(t.Person, seat.person_id) if seat and seat.person_id else None
    if seat is None or person is None:
        return None
    game = ctx.db.get_one(t.Game, seat.game_id)
    asked = person.asked_away is not None and ctx.now - person.asked_away < AGAIN
    if asked or game.status not in PLAYING or seat.key in away_and_back.away(ctx.db, game):
        return None
    person.asked_away = ctx.now
    ctx.write(AwayAskMail(), to_seat(game, seat))
    return Outcome("away_asked")


def _seat(ctx: Context, message: InboundMail) -> t.Seat | None:
    """Find the player by the address that the mail answers, or by its tag."""
    number = identity.find_bounced(message.recipients, tag_key(ctx.world))
    mail = ctx.db.get(t.Outgoing, number) if number is not None else None
    if mail is not None:
        rows = select(t.Seat).where(
            t.Seat.game_id == mail.game_id,
            t.Seat.key == mail.seat,
            t.Seat.address == mail.recipient,
        )
        return ctx.db.exec(rows).first()
    sender = senders.sender_of(ctx.world, ctx.db, message)
    if isinstance(sender, Member):
        return sender.seat
    return sender.seats[0] if isinstance(sender, Untagged) else None
