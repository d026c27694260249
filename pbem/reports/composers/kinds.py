"""The composers of all kinds of mail."""

from pbem.reports.composers import (
    consent,
    digests,
    forum,
    helping,
    host,
    joining,
    notices,
    play,
    preferring,
    receipts,
    replacing,
    standing,
    talk,
    votes,
)
from pbem.reports.composers.words import Composers

_ROOMS = (
    *(play, receipts, consent, notices, standing),
    *(joining, replacing, preferring, talk, votes, digests, helping, host, forum),
)
COMPOSERS: Composers = {kind: one for room in _ROOMS for kind, one in room.COMPOSERS.items()}
"""The composer of each kind of mail."""
