"""What the new player of a seat is sent after taking it over."""

import json

from pbem.campaign import game_store, turns, windows
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import GameTurn
from pbem.reports.mail_parts import Held
from pbem.reports.mails import HandoverMail
from pbem.store import tables as t


def hand_over(at: GameTurn, seat: t.Seat, left: Held | None) -> None:
    """Tell a new player everything about their seat, and restart the time of what is asked.

    The mail says how the seat stands, what it is asked, what its former player has `left` (standing
    orders, saved lines) and written to others, its story as far as the seat could see it, and how
    to write orders.
    """
    key = seat.key
    open_ = [row for row in at.windows if row.seat == key]
    for row in open_:
        windows.begin_anew(row)
    db, features = at.ctx.db, at.ctx.world.features
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
    at.ctx.write(mail, to_seat(at.game, seat), window=open_[0].number if open_ else None)
