"""What a new player of a seat gets when he has taken it over."""

from __future__ import annotations

import json

from pbem.campaign import turns, windows
from pbem.campaign.feature import merged
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Payload
from pbem.campaign.turns import GameTurn
from pbem.store import tables as t


def hand_over(at: GameTurn, seat: t.Seat, left: Payload | None) -> None:
    """Where the seat stands, what is asked of it, what its player before has `left` (standing
    orders, held lines) and written to others, its story so far as it could see it, and how orders
    are written.

    The time of what is asked begins anew.
    """
    key = seat.key
    open_ = [row for row in at.windows if row.seat == key]
    for row in open_:
        windows.begin_anew(row)
    payload = {
        **at.about(seat),
        **at.owed(key, form=True),
        "held": turns.held(at, key),
        "map": True,
        "rules": at.session.game.rules_facts(json.loads(at.game.options)),
        "about": {
            "legacy": left or {"orders": [], "answers": [], "standing": []},
            **merged(f.handover_part(at.post.db, at.game, key) for f in at.post.world.features),
            "story": outbox.events(at.post.db, at.game, key),
        },
    }
    seat.told = outbox.last_event(at.post.db, at.game)
    number = open_[0].number if open_ else None
    to = seat.address
    at.post.write("handover", to, payload, game=at.game, seat=key, window=number)
