"""Carries the demo's mails: through folders, or through real servers on this machine."""

import os
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from engine.core.decision import Refused
from pbem.demo import loopback
from pbem.mail.durable_files import file_name
from pbem.mail.identity import is_ours

OWN = "games@example.org"
HOST = "host@example.org"
PLAYERS_MAILS = "mail/outbox"
"""Where the moderator's mails can be read afterwards, inside the demo's folder."""
PASSWORD = "only-for-this-demo"
SETTINGS = """\
# Made by `pbem demo`.
[moderator]
name = "Demo"
address = "{own}"
host = "{host}"
"""
SERVERS = """
[mail.in]
kind = "imap"
host = "{loopback}"
port = {imap}
tls = "none"
user = "{own}"
password = "{password}"

[mail.out]
kind = "smtp"
host = "{loopback}"
port = {smtp}
tls = "none"
user = ""
"""


class Carrier(Protocol):
    """Carries players' mails to the moderator, and the moderator's mails to the players."""

    @property
    def settings(self) -> str:
        """The configuration for this carrier."""

    def deliver(self, sender: str, to: str, raw: bytes, at: datetime) -> None:
        """Deliver a player's mail, which arrives at this time."""

    def sent(self, message_id: str) -> bytes:
        """Return one of the moderator's mails, as its reader got it."""


class Folders:
    """The built-in default: a Maildir in, and a folder of mails out."""

    def __init__(self, folder: Path) -> None:
        self.inbox, self.outbox = folder / "mail/inbox", folder / PLAYERS_MAILS
        self.count = 0

    @property
    def settings(self) -> str:
        """The configuration: only the addresses."""
        return SETTINGS.format(own=OWN, host=HOST)

    def deliver(self, sender: str, to: str, raw: bytes, at: datetime) -> None:
        """Write the mail to `tmp` and move it to `new`, as Maildir requires. The file's time is the
        mail's."""
        self.count += 1
        name = f"{self.count:05}.eml"
        file = self.inbox / "tmp" / name
        file.write_bytes(raw)
        os.utime(file, (at.timestamp(), at.timestamp()))
        file.replace(self.inbox / "new" / name)

    def sent(self, message_id: str) -> bytes:
        """Return the mail from its file."""
        return (self.outbox / file_name(message_id, ".eml")).read_bytes()


class Servers:
    """A Dovecot server with the moderator's mailbox, and an SMTP server for everybody's mails.

    Both are gone at the end; mails to players are kept in the demo's folder.
    """

    def __init__(self, folder: Path, dovecot: loopback.Dovecot) -> None:
        self.dovecot = dovecot
        self.port = 0
        self.kept = folder / PLAYERS_MAILS

    @property
    def settings(self) -> str:
        """The configuration: IMAP in, SMTP out."""
        text = SETTINGS.format(own=OWN, host=HOST)
        return text + SERVERS.format(
            own=OWN,
            password=PASSWORD,
            loopback=loopback.HOST,
            imap=self.dovecot.imap,
            smtp=self.port,
        )

    def take(self, sender: str, recipient: str, raw: bytes) -> None:
        """Put a mail that the SMTP server got into the moderator's mailbox, or keep it for a
        player."""
        if is_ours(recipient, OWN):
            self.dovecot.deliver(sender, recipient, raw)
        else:
            self.kept.mkdir(parents=True, exist_ok=True)
            self._file(_message_id(raw)).write_bytes(raw)

    def deliver(self, sender: str, to: str, raw: bytes, at: datetime) -> None:
        """Send the mail by SMTP. It arrives when the server gets it, whatever `at` says."""
        with smtplib.SMTP(loopback.HOST, self.port, timeout=30) as client:
            client.sendmail(sender, [to], raw)

    def sent(self, message_id: str) -> bytes:
        """Return the mail as the SMTP server got it."""
        return self._file(message_id).read_bytes()

    def _file(self, message_id: str) -> Path:
        return self.kept / file_name(message_id, ".eml")


def _message_id(raw: bytes) -> str:
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii", "replace")
    lines = head.replace("\r\n ", " ").splitlines()
    found = (line for line in lines if line.lower().startswith("message-id:"))
    return next(found, "").partition(":")[2].strip(" <>")


@contextmanager
def servers(folder: Path) -> Iterator[Servers]:
    """Start real servers on the loopback address. Raises Refused if they are not installed."""
    if why := loopback.missing():
        raise Refused(f"--imap needs real servers. {why}.")
    with loopback.dovecot({OWN: PASSWORD}) as dovecot:
        carrier = Servers(folder, dovecot)
        with loopback.smtp_server(carrier.take) as port:
            carrier.port = port
            yield carrier
