"""An out-of-office answer: its player is asked, once, whether he is away.

The question goes to the joined address, and no answer to it that a machine gives leads to another.
"""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import select

from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.turns import PLAYING
from pbem.features.absences import periods
from pbem.inbox import senders
from pbem.mail import identity
from pbem.mail.automatic import OUT_OF_OFFICE
from pbem.mail.incoming import Letter
from pbem.store import tables as t

AGAIN = timedelta(days=30)
"""In this time nobody is asked twice."""


def ask(post_: Post, letter: Letter) -> bool:
    """Ask the player whose machine has answered; whether he is asked."""
    if not (letter.automatic or "").startswith(OUT_OF_OFFICE):
        return False
    seat = _seat(post_, letter)
    person = post_.db.get(t.Person, seat.person_id) if seat and seat.person_id else None
    if seat is None or person is None:
        return False
    game = post_.db.get_one(t.Game, seat.game_id)
    asked = person.asked_away is not None and post_.now - person.asked_away < AGAIN
    if asked or game.status not in PLAYING or seat.key in periods.away(post_.db, game):
        return False
    person.asked_away = post_.now
    payload = outbox.about_seat(post_.world, game, seat)
    post_.write("away_ask", seat.address or "", payload, game=game, seat=seat.key)
    return True


def _seat(post_: Post, letter: Letter) -> t.Seat | None:
    """Whose machine it is: it answers the mail's return address, or its tag."""
    number = identity.find_bounced(letter.recipients, outbox.tag_key(post_.world))
    mail = post_.db.get(t.Outgoing, number) if number is not None else None
    if mail is not None:
        rows = select(t.Seat).where(
            t.Seat.game_id == mail.game_id,
            t.Seat.key == mail.seat,
            t.Seat.address == mail.recipient,
            t.Seat.status == "confirmed",
        )
        return post_.db.exec(rows).first()
    caller = senders.caller_of(post_.world, post_.db, letter)
    seat = caller.seat or next(iter(caller.seats), None)
    return seat if seat and seat.status == "confirmed" else None
