"""The shape of a payload: the plain JSON that is stored with an outgoing mail's row.

Times are ISO with their offset from UTC. What a payload leaves out is as in BLANK; a key that is
not there is an error, so that a slip does not end as a gap in a report.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.reports.document import clean

Payload = Mapping[str, Any]

BLANK: dict[str, Any] = {
    "kind": "",  # of mail: a key of NEEDS
    "moderator": {},  # name, version, address
    "game": None,  # name (soe1), rules (the game's key), title, data (their hash)
    "seat": None,  # key of the reader's seat; None: the public, or a person without a seat
    "at": "",  # when this was written
    "zone": "",  # the reader's, as Europe/Madrid
    "window": None,  # number of the window that this is about
    "line": None,  # of the record, up to which this tells: n, hash
    "view": None,  # what the seat sees, as of now
    "events": [],  # since the last report to this seat, or from this mail: what, data
    "question": None,  # see questions.question
    "waiting": [],  # who else is waited for: seat, kind, due
    "held": None,  # orders (texts of the queue), answers (texts), behind (what waits behind a line
    # that was wrong: in_the_way, and stopped, why), reached (a stop), standing (texts of standing
    # orders), given_back (why an answer that was held is asked anew)
    "lines": [],  # of an order mail, or orders that were taken back: n, text, status, and more;
    # see receipts
    "more_unclear": 0,  # lines not understood that are not among them
    "not_orders": [],  # lines that were no orders
    "reply_to": "",  # the address that answers go to, for the order form
    "tag": "",  # what the subject has to carry
    "rules": {},  # what the rules of the game at hand say, for help: Game.rules_facts
    "map": False,  # whether a map can be drawn of `view`
    "calendar": [],  # deadlines for the reader's calendar: method, window, number, due, at
    "votes": [],  # that are open, as the seat may see them: vote, on, seat, due, yours, ballots
    "unsubscribe": "",  # a mailto URI at which a mail ends these reports
    "silence": None,  # until: no more answers for a while; orders that are taken meanwhile
    "about": {},  # what a kind of mail needs besides
}

NEEDS: dict[str, tuple[str, ...]] = {
    # In play
    "report": ("game", "view"),
    "receipt": ("game", "seat"),
    "preview": ("game", "seat"),
    "reminder": ("game", "seat", "question"),
    "stale": ("game", "seat", "lines"),
    "ask": ("game", "lines"),
    "elsewhere": ("game",),
    "doubted": ("game",),
    "unknown": ("game",),
    "unreadable": ("about.reason",),
    "status": ("game",),
    "held": ("game", "seat"),
    "help": (),
    "notice": ("game", "about.act"),
    "final": ("game", "view", "about.dice"),
    "digest": ("about.games",),
    "preferences": ("game", "about.rows"),
    # Joining
    "invitation": ("game", "about.seats", "about.commitment"),
    "confirm": ("game",),
    "joined": ("game",),
    "refused": ("about.why",),
    "left": ("game",),
    "started": ("game", "view", "about.commitment", "about.seating"),
    "takeover": ("game", "about.who"),
    "away": ("about.games",),
    "away_ask": ("game", "seat"),
    "handover": ("game", "seat", "view", "about.legacy"),
    # Votes, resigning, spectators, the past
    "vote": ("game", "seat", "about.on", "about.step"),
    "resign": ("game", "about.step", "about.who"),
    "subscription": ("game", "about.step"),
    "history": ("game",),
    # Refused to a player
    "denied": ("game", "about.denied"),
    # Among players
    "press": ("game", "about.text"),
    "press_receipt": ("game", "about.spoken"),
    "unsent": ("game", "about.text"),
    "diary": ("game", "seat"),
    # To the host
    "host": ("about.subject", "about.lines"),
    "host_ask": ("game", "lines", "about.why"),
    "host_receipt": ("game", "about.forms"),
}
"""What each kind of mail cannot do without; a dot leads into `about`."""


class PayloadError(ValueError):
    """A payload has what it should not, or lacks what its kind of mail needs."""


def complete(payload: Payload) -> dict[str, Any]:
    """A payload with every key, cleaned of what could pass for markup. Raises PayloadError."""
    if unknown := sorted(set(payload) - set(BLANK)):
        raise PayloadError(f"no such keys in a payload: {', '.join(unknown)}")
    cleaned: dict[str, Any] = BLANK | clean(dict(payload))
    kind = cleaned["kind"]
    if kind not in NEEDS:
        raise PayloadError(f"no such kind of mail: {kind!r}")
    missing = [need for need in NEEDS[kind] if not _there(cleaned, need)]
    if missing:
        raise PayloadError(f"a mail of kind {kind!r} needs {', '.join(missing)}")
    return cleaned


def _there(payload: Mapping[str, Any], need: str) -> bool:
    found: Any = payload
    for key in need.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found is not None and found != "" and found != {}
