"""The composers of all kinds of mail."""

from pbem.reports.composers import (
    consent,
    digests,
    forum,
    help_mails,
    host,
    joining,
    notices,
    play,
    preferences,
    press_and_diary,
    receipts,
    replacing,
    status_and_history,
    votes,
)
from pbem.reports.composers.words import Composers

_ROOMS = (
    *(play, receipts, consent, notices, status_and_history),
    *(joining, replacing, preferences, press_and_diary, votes, digests, help_mails, host, forum),
)
COMPOSERS: Composers = {kind: one for room in _ROOMS for kind, one in room.COMPOSERS.items()}
"""The composer of each kind of mail."""
