"""What becomes of a mail, and what is known of it on the way there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pbem.campaign.mails.outbox import Context
from pbem.inbox.commands import Said
from pbem.inbox.senders import Sender, Stranger
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t


class Verdict(NamedTuple):
    """What became of a mail: done, ignored or aside, and why."""

    status: Literal["done", "ignored", "aside"]
    reason: str


ENOUGH = Verdict("ignored", "enough was answered to this address of late")


@dataclass
class Received:
    """A mail that is being judged: each step may find out more of it for those behind it."""

    ctx: Context
    row: t.InboundMail
    message: InboundMail
    sender: Sender = field(default_factory=Stranger)
    said: Said = field(default_factory=Said)

    @property
    def address(self) -> str:
        """Where it says that it is from."""
        return self.message.sender or ""


Step = Callable[[Received], Verdict | None]
"""One way in which a mail may be meant. None: it is not meant so."""


def done(what: str) -> Verdict | None:
    """The verdict on a mail with which this was done; None: nothing was."""
    return Verdict("done", what) if what else None
