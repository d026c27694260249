"""Sends into a folder: `<Message-ID>.eml` files, each written exactly once."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from pbem.mail.durable_files import file_name, writable, write_once
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.transport import Sending, Sent


class Folder:
    """A Transport that writes mails as files, with the envelope in their first two headers."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
        """Write each mail once; if its file exists already, it also counts as accepted."""
        for mail in batch:
            yield self._write(mail)

    def _write(self, mail: Sending) -> Sent:
        envelope = f"X-Envelope-From: {mail.envelope_from}\nX-Envelope-To: {mail.recipient}\n"
        path = self.path / file_name(mail.message_id, ".eml")
        try:
            write_once(path, envelope.encode() + mail.raw)
        except OSError as error:
            return Sent(mail.message_id, "later", f"{path.parent}: {error.strerror}")
        return Sent(mail.message_id, "accepted")

    async def check(self) -> list[Finding]:
        """Tell whether files can be written into the folder."""
        why = writable(self.path)
        advice = f"{why}: create the folder and let the moderator's user write into it"
        return [Finding(f"outgoing folder {self.path}", not why, advice if why else "")]
