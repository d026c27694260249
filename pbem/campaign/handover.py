"""What a new player of a seat gets when he has taken it over."""

from __future__ import annotations

import json

from pbem.campaign import courier, play, post, windows
from pbem.campaign.play import Play
from pbem.campaign.post import Payload
from pbem.store import tables as t


def hand_over(at: Play, seat: t.Seat, left: Payload | None) -> None:
    """Where the seat stands, what is asked of it, what its player before has `left` (standing
    orders, held lines) and written to others, its story so far as it could see it, and how orders
    are written.

    The time of what is asked begins anew.
    """
    key = seat.key or ""
    open_ = [row for row in at.windows if row.seat == key]
    for row in open_:
        windows.begin_anew(row)
    payload = {
        **at.about(seat),
        **at.owed(key, form=True),
        "held": play.held(at, key),
        "map": True,
        "rules": at.session.game.rules_facts(json.loads(at.game.options)),
        "about": {
            "legacy": left or {"orders": [], "answers": [], "standing": []},
            "press": list(courier.of_seat(at.post.db, at.game, key)),
            "story": post.events(at.post.db, at.game, key),
        },
    }
    seat.told = post.last_event(at.post.db, at.game)
    number = open_[0].number if open_ else None
    to = seat.address or ""
    at.post.write("handover", to, payload, game=at.game, seat=key, window=number)
