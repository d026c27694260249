"""A forum reached by mail: a mailing list, or a forum category with a mail address.

A thread is the mails that answer its first mail, by References or In-Reply-To (RFC 5322, 3.6.4).
What the list sends is sorted by its List-Id (RFC 2919) into a folder of the moderator's account,
and read there. A sent mail cannot be edited. A list has no private messages: players write to the
moderator by mail.
"""

import asyncio
import hashlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from email.utils import getaddresses, make_msgid
from typing import NamedTuple

from msgspec.structs import replace

from pbem.forum.protocol import (
    ForumPost,
    Limits,
    NotTaken,
    Picture,
    Posted,
    TryLater,
)
from pbem.mail import incoming, mime, outgoing
from pbem.mail.identity import normalise
from pbem.mail.transports.mailbox import Arrived, Mailbox, MailboxDown
from pbem.mail.transports.transport import Sending, Sent, Transport
from pbem.reports.rendering import plain
from pbem.reports.rendering.document import Document

PATIENCE = timedelta(hours=1)
"""How long to keep a mail that belongs to no thread, in case the mail that it answers arrives."""


class Account(NamedTuple):
    """The account that writes to the list, and the list's address."""

    name: str
    address: str
    list: str


class Read(NamedTuple):
    """A mail of the list: the post it contains, and the numbers of the mails it answers."""

    server_id: str
    post: ForumPost
    answers: frozenset[str]


class ByMail:
    """An account that posts to a list and reads what the list sends."""

    limits = Limits(most=60_000, seconds=0, edits=False)

    def __init__(
        self,
        account: Account,
        opens: Callable[[], Mailbox],
        transport: Transport,
        now: Callable[[], datetime],
    ) -> None:
        self._own, self._opens, self._transport, self._now = account, opens, transport, now
        self._mailbox: Mailbox | None = None
        self._read: dict[str, Read] = {}

    def account(self) -> str:
        """Return the number of the moderator's own account. Checks that the folder can be read."""
        self._fetch()
        return number_of(self._own.address)

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Send a mail to the list; `thread` is the Message-ID of the mail that it answers."""
        domain = self._own.address.partition("@")[2]
        message_id = make_msgid("forum", domain).strip("<>")
        head = f"{document.title}\n\n" if document.title else ""
        mail = outgoing.Outgoing(
            message_id=message_id,
            sender_name=self._own.name,
            sender=self._own.address,
            envelope_from=self._own.address,
            recipient=self._own.list,
            subject=f"Re: {title}" if thread else title,
            in_reply_to=thread,
            references=[thread] if thread else [],
            date=self._now(),
            text=head + plain.render(document),
            attachments=[outgoing.Attachment(p.name, "image/png", p.png) for p in pictures],
        )
        self._send(mail)
        return Posted(thread or message_id, number_of(message_id))

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Raise NotTaken: a sent mail cannot be edited."""
        raise NotTaken("a mail that was sent cannot be changed")

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Return the mails of a thread that are not known yet.

        Mails that are known are marked as stored, and so are those that belong to no known thread
        after PATIENCE.
        """
        self._fetch()
        there = {number_of(thread), *known}
        found = list[ForumPost]()
        for read in sorted(self._read.values(), key=lambda read: read.post.written):
            if read.post.id in known:
                self._put_away(read)
            elif read.answers & there:
                there.add(read.post.id)
                found.append(replace(read.post, thread=thread))
            elif self._now() - read.post.written > PATIENCE:
                self._put_away(read)
        return found

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Return nothing: to write to the moderator alone, people send a mail."""
        return []

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Raise NotTaken: a list has no private messages."""
        raise NotTaken("a mailing list has no private messages")

    def close(self) -> None:
        """Close the mailbox."""
        if self._mailbox:
            self._mailbox.close()
        self._mailbox = None

    def _send(self, mail: outgoing.Outgoing) -> None:
        raw = outgoing.compose(mail)
        sending = Sending(mail.message_id, mail.envelope_from, mail.recipient, raw)
        sent = asyncio.run(_only(self._transport, sending))
        if sent.outcome == "never":
            raise NotTaken(sent.reason[:200])
        if sent.outcome == "later":
            raise TryLater(sent.reason[:200])

    def _fetch(self) -> None:
        """Read new mails. A mailbox that is down is opened again the next time."""
        try:
            self._mailbox = self._mailbox or self._opens()
            for arrived in self._mailbox.fetch():
                if arrived.server_id not in self._read:
                    self._read[arrived.server_id] = read_mail(arrived, self._own.list)
        except MailboxDown as down:
            self.close()
            raise TryLater(str(down)) from None

    def _put_away(self, read: Read) -> None:
        try:
            if self._mailbox:
                self._mailbox.stored(read.server_id)
        except MailboxDown as down:
            self.close()
            raise TryLater(str(down)) from None
        del self._read[read.server_id]


async def _only(transport: Transport, sending: Sending) -> Sent:
    """Send one mail and return what became of it."""
    (sent,) = [sent async for sent in transport.send([sending])]
    return sent


def read_mail(arrived: Arrived, list_address: str) -> Read:
    """Read a mail of the list. Its time is when the server took it, as the Date header is only the
    writer's claim."""
    mail = incoming.read(arrived.raw)
    writer = mail.sender or ""
    if writer == list_address:  # the list puts itself into From and the writer into Reply-To
        writer = _replies_to(arrived.raw, list_address)
    text = "" if mail.problem or mail.report.kind or not writer else "\n".join(mail.prose)
    post = ForumPost(
        id=number_of(mail.message_id or arrived.server_id),
        thread="",
        author=number_of(writer),
        name=mail.sender_name or writer.partition("@")[0],
        written=arrived.arrived,
        text=text,
    )
    answered = filter(None, (mail.in_reply_to, *mail.references))
    return Read(arrived.server_id, post, frozenset(map(number_of, answered)))


def _replies_to(raw: bytes, list_address: str) -> str:
    given = mime.parse(raw).head.every["reply-to"]
    found = (normalise(address) for _, address in getaddresses([one[:1_000] for one in given]))
    return next((one for one in found if one and one != list_address), "")


def number_of(said: str) -> str:
    """Turn an address or a Message-ID into a number, so that no address and no odd Message-ID
    serves as one."""
    return hashlib.sha256(said.encode()).hexdigest()[:20]
