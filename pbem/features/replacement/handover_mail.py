"""What a new player of a seat gets when he has taken it over."""

import json

from pbem.campaign import game_store, turns, windows
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn
from pbem.reports.mail_parts import Held
from pbem.reports.mails import HandoverMail
from pbem.store import tables as t


def hand_over(at: GameTurn, seat: t.Seat, left: Held | None) -> None:
    """Tell a new player where the seat stands, what is asked of it, what its player before has
    `left` (standing orders, held lines) and written to others, its story so far as it could see it,
    and how orders are written.

    The time of what is asked begins anew.
    """
    key = seat.key
    open_ = [row for row in at.windows if row.seat == key]
    for row in open_:
        windows.begin_anew(row)
    db, features = at.post.db, at.post.world.features
    mail = HandoverMail(
        position=at.position(seat),
        question=at.owed(key, form=True),
        held=turns.held(at, key),
        map=True,
        rules=at.session.game.rules_facts(json.loads(at.game.options)),
        legacy=left or Held(),
        press=[one for feature in features for one in feature.press_of(db, at.game, key)],
        story=game_store.events(db, at.game, key),
    )
    seat.told = game_store.last_event(db, at.game)
    at.post.write(mail, to_seat(at.game, seat), window=open_[0].number if open_ else None)
