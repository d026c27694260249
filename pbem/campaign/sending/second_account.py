"""By which of two outgoing accounts a mail goes: told by how often it was tried, nothing is kept.

The host names domains whose mails go by the second account at once. All others go by the first
until it has failed `FIRST_TRIES` times; then the accounts take turns, so that neither of them has
to work for a mail to get through.
"""

from pbem.mail import delivery_reports
from pbem.mail.transports.transport import Sent
from pbem.settings.config import Config
from pbem.store import tables as t

FIRST_TRIES = 3
"""Tries by the account whose turn it is before the other one gets its turn: six minutes or so."""


def goes_second(config: Config, row: t.Outgoing) -> bool:
    """Tell whether the next try of a mail is by the second account."""
    second = config.mail.second
    if not second.host:
        return False
    named = row.recipient.rpartition("@")[2].lower() in second.takes
    later = row.attempts - FIRST_TRIES
    return named != (later >= 0 and later % 2 == 0)


def passes_to_other(config: Config, row: t.Outgoing, sent: Sent) -> bool:
    """Tell whether the other account has its first turn with a mail now, since its server wants no
    mails from this one. The next try is then that."""
    busy = sent.outcome == "later" and delivery_reports.too_many(sent.reason)
    if not config.mail.second.host or row.attempts > FIRST_TRIES:
        return False
    if not (busy or _refuses_us(sent)):
        return False
    row.attempts = FIRST_TRIES
    return True


def other_may_work(config: Config, row: t.Outgoing, sent: Sent) -> bool:
    """Tell whether a mail that this account cannot get through is not given up, since the other's
    last try failed only for a while."""
    has_other = bool(config.mail.second.host)
    return has_other and _refuses_us(sent) and not delivery_reports.for_good(row.error)


def _refuses_us(sent: Sent) -> bool:
    """Whether a mail is refused for good, and not because of its address."""
    return sent.outcome == "never" and not delivery_reports.lasts(sent.reason)
