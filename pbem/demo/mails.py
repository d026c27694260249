"""What a player reads of a mail, and what he wants to write in one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

BLOCK_HEAD = "--- orders "


@dataclass(frozen=True, slots=True)
class Received:
    """A mail that a player got, as far as an answer to it needs it."""

    message_id: str
    references: str
    sender: str
    reply_to: str
    recipient: str
    subject: str
    date: datetime
    text: str

    @property
    def sender_address(self) -> str:
        """The address in From."""
        return _address(self.sender)

    @property
    def has_block(self) -> bool:
        """Whether there is an order block in it."""
        return any(line.strip().startswith(BLOCK_HEAD) for line in self.text.splitlines())


@dataclass(frozen=True, slots=True)
class Written:
    """What a player wants to say, before his mail program makes a mail of it."""

    message_id: str
    name: str
    address: str
    to: str
    subject: str
    lines: Sequence[str]
    date: datetime
    answers: Received | None = None


def read(raw: bytes) -> Received:
    """What a mail program shows of a mail."""
    mail = BytesParser(policy=policy.default).parsebytes(raw)
    body = mail.get_body(("plain",))
    return Received(
        message_id=str(mail["Message-ID"]),
        references=str(mail["References"] or ""),
        sender=str(mail["From"]),
        reply_to=_address(str(mail["Reply-To"] or mail["From"])),
        recipient=_address(str(mail["To"])),
        subject=str(mail["Subject"]),
        date=mail["Date"].datetime,
        text=body.get_content() if isinstance(body, EmailMessage) else "",
    )


def _address(mailbox: str) -> str:
    return mailbox.rpartition("<")[2].rstrip(">")
