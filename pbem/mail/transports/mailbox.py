"""The interface of all mailboxes."""

from dataclasses import dataclass
from datetime import datetime
from threading import Event
from typing import Protocol

from pbem.mail.transports.configuration_findings import Finding

SIZE_LIMIT = 25 * 1024 * 1024
FETCH_LIMIT = 100
FETCH_BYTES_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail in the mailbox. `server_id` identifies it there permanently, `arrived` is the server's
    time (UTC, at most now), `cut` says that it was too long to be read in full."""

    server_id: str
    arrived: datetime
    raw: bytes
    cut: bool = False


class MailboxDown(Exception):
    """The mailbox cannot be used just now. The text says why and what to do, never the password.

    Nothing is lost: drop the mailbox, wait, open a new one.
    """


class Mailbox(Protocol):
    """A mailbox. Every method may raise MailboxDown, and none deletes a mail."""

    def fetch(self) -> list[Arrived]:
        """Fetch the oldest mails not yet stored, oldest first, as many as fit; empty: no more."""

    def stored(self, server_id: str) -> None:
        """Note that the mail is safely stored: put it where it will not be fetched again."""

    def wait(self, seconds: float, stop: Event | None = None) -> bool:
        """Wait until a mail may have come, the time is over or `stop` is set; tell whether one may
        have come."""

    def check(self) -> list[Finding]:
        """Try all that is needed; return findings with advice."""

    def mark(self, mine: str, *, take: bool = False) -> str:
        """Leave a moderator's mark for others that read the same mailbox. Return another mark that
        is there already; `take` replaces it."""

    def close(self) -> None:
        """Close the mailbox; never raises."""
