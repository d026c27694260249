"""The composers of all kinds of mail."""

from pbem.reports.composers import (
    acts_told,
    consent,
    digests,
    forum,
    handover,
    help_mails,
    host,
    joining,
    preferences,
    press_and_diary,
    receipts,
    reminders,
    replacing,
    reports,
    status_and_history,
    votes,
)
from pbem.reports.composers.words import Composers

_ROOMS = (
    *(reports, reminders, receipts, consent, acts_told, status_and_history, handover),
    *(joining, replacing, preferences, press_and_diary, votes, digests, help_mails, host, forum),
)
COMPOSERS: Composers = {kind: one for room in _ROOMS for kind, one in room.COMPOSERS.items()}
"""The composer of each kind of mail."""
