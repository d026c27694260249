"""Chooses between two outgoing accounts, only by how often a mail was tried; nothing is stored.

Mails to domains that the host names go by the second account at once. All others go by the first
until it has failed `FIRST_TRIES` times; then the accounts take turns, so that a mail gets through
if either of them works.
"""

from pbem.mail import delivery_reports
from pbem.mail.transports.transport import Sent
from pbem.settings.config import Config
from pbem.store import tables as t

FIRST_TRIES = 3
"""How often the first account tries before the other one has its turn: for about six minutes."""


def goes_second(config: Config, row: t.Outgoing) -> bool:
    """Tell whether the next try of a mail is by the second account."""
    second = config.mail.second
    if not second.host:
        return False
    named = row.recipient.rpartition("@")[2].lower() in second.takes
    later = row.attempts - FIRST_TRIES
    return named != (later >= 0 and later % 2 == 0)


def passes_to_other(config: Config, row: t.Outgoing, sent: Sent) -> bool:
    """Tell whether the other account gets its first turn now, because this server wants no mails
    from us; if so, set the mail's attempts for that."""
    busy = sent.outcome == "later" and delivery_reports.too_many(sent.reason)
    if not config.mail.second.host or row.attempts > FIRST_TRIES:
        return False
    if not (busy or _refuses_us(sent)):
        return False
    row.attempts = FIRST_TRIES
    return True


def other_may_work(config: Config, row: t.Outgoing, sent: Sent) -> bool:
    """Tell whether to keep trying a mail that this account cannot deliver, because the other
    account's last try failed only temporarily."""
    has_other = bool(config.mail.second.host)
    return has_other and _refuses_us(sent) and not delivery_reports.for_good(row.error)


def _refuses_us(sent: Sent) -> bool:
    """Tell whether a mail was refused for good for another reason than its address."""
    return sent.outcome == "never" and not delivery_reports.lasts(sent.reason)
