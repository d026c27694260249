"""The interface of all transports: a folder or an SMTP server."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pbem.mail.transports.configuration_findings import Finding

Outcome = Literal["accepted", "later", "never"]


@dataclass(frozen=True, slots=True)
class Sending:
    """One composed mail with its envelope; the Message-ID without angle brackets."""

    message_id: str
    envelope_from: str
    recipient: str
    raw: bytes
    second: bool = False
    """Whether it goes by the second account."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The result for a mail: `later` may be tried again, `never` will not get through."""

    message_id: str
    outcome: Outcome
    reason: str = ""


class Transport(Protocol):
    """A way out. Results come one by one, so that each can be noted before the next mail is
    sent."""

    def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
        """Send the mails in order; yield one result for each, even if nothing works at all."""

    async def check(self) -> list[Finding]:
        """Try what can be tried without sending; return findings with advice."""
