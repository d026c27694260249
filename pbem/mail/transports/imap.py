"""An IMAP folder as mailbox (RFC 3501, 2177 IDLE, 6851 MOVE, 4315 UIDPLUS, 2342 NAMESPACE)."""

import contextlib
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from imaplib import IMAP4
from threading import Event
from typing import Any, Literal

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import CapabilityError, LoginError

from pbem.mail.transports.configuration_findings import (
    Finding,
    certificate_advice,
    without_password,
)
from pbem.mail.transports.mailbox import (
    FETCH_BYTES_LIMIT,
    FETCH_LIMIT,
    SIZE_LIMIT,
    Arrived,
    MailboxDown,
)
from pbem.mail.transports.oauth import AGREE_AGAIN, NotAuthorized, Tokens

Tls = Literal["implicit", "starttls", "none"]
MARK = "X-Pbem-Moderator"
MARK_SUBJECT = "pbem reads this mailbox"
MARK_TEXT = "A mark of `pbem check`, so that no second moderator reads the same mailbox."
IDLE_STEP = 1.0
IDLE_LIMIT = 25 * 60.0  # servers may end an IDLE after 29 minutes


@dataclass(frozen=True, slots=True)
class ImapServer:
    """Where mail is read. Seconds: `timeout` for one answer, `poll` between looks if the server
    cannot IDLE. At most `size_limit` bytes of a mail are read."""

    host: str
    port: int = 993
    tls: Tls = "implicit"
    user: str = ""
    password: str = field(default="", repr=False)
    folder: str = "INBOX"
    processed: str = "processed"
    timeout: float = 30.0
    poll: float = 30.0
    size_limit: int = SIZE_LIMIT
    tls_context: ssl.SSLContext | None = field(default=None, repr=False)
    tokens: Tokens | None = None
    """Used instead of the password, if set (RFC 7628, XOAUTH2)."""


class Imap:
    """A Mailbox over one connection, which is made at once. Raises MailboxDown; then drop it.

    The caller decides how long to wait before the next try.
    """

    def __init__(self, server: ImapServer, now: Callable[[], datetime]) -> None:
        self.server = server
        self.now = now
        self.client: IMAPClient | None = None
        self.fetched: set[int] = set()
        with self._told("connect"):
            self.client = client = self._connect()
            self._log_in(client)
            self.processed = self._ensure_processed(client)
            self.validity = int(client.select_folder(server.folder)[b"UIDVALIDITY"])

    def _connect(self) -> IMAPClient:
        server = self.server
        client = IMAPClient(
            server.host,
            server.port,
            ssl=server.tls == "implicit",
            ssl_context=server.tls_context or ssl.create_default_context(),
            timeout=SocketTimeout(connect=min(server.timeout, 10), read=server.timeout),
        )
        client.normalise_times = False
        return client

    def _log_in(self, client: IMAPClient) -> None:
        if self.server.tls == "starttls":
            client.starttls(self.server.tls_context or ssl.create_default_context())
        if self.server.tokens is None:
            client.login(self.server.user, self.server.password)
        else:
            _log_in_by_token(client, self.server.user, self.server.tokens)

    def _ensure_processed(self, client: IMAPClient) -> str:
        """Return the folder for stored mails, with the prefix the server wants; create it if
        necessary."""
        name = self.server.processed
        if client.has_capability("NAMESPACE"):
            personal = client.namespace().personal
            prefix = str(personal[0][0]) if personal else ""
            name = name if name.startswith(prefix) else prefix + name
        if not client.folder_exists(name):
            client.create_folder(name)
            client.subscribe_folder(name)
        return name

    def fetch(self) -> list[Arrived]:
        """Fetch mails by the server's time of arrival (INTERNALDATE), then by UID."""
        with self._used("fetch") as client:
            client.noop()
            uids = client.search("UNDELETED")
            facts = client.fetch(uids, ["INTERNALDATE", "RFC822.SIZE"]) if uids else {}
            known = [(row[b"INTERNALDATE"], uid) for uid, row in facts.items() if len(row) > 2]
            self.fetched &= set(uids)
            return list(self._bodies(client, sorted(known)[:FETCH_LIMIT]))

    def _bodies(self, client: IMAPClient, mails: list[tuple[datetime, int]]) -> Iterator[Arrived]:
        room, most = FETCH_BYTES_LIMIT, self.server.size_limit
        for internal_date, uid in mails:
            if room <= 0:
                return
            row = client.fetch([uid], [f"BODY.PEEK[]<0.{most + 1}>"]).get(uid, {})
            raw = row.get(b"BODY[]<0>", row.get(b"BODY[]"))
            if raw is None:  # moved away by another program in the meantime
                continue
            room -= len(raw)
            self.fetched.add(uid)
            arrived = min(internal_date.astimezone(UTC), self.now())
            server_id = f"{self.validity}:{uid}"
            yield Arrived(server_id, arrived, raw[:most], len(raw) > most)

    def stored(self, server_id: str) -> None:
        """Move the mail to the folder `processed`; it is no error if the mail is gone."""
        validity, _, uid = server_id.partition(":")
        if int(validity) != self.validity:
            return
        with self._used("move") as client:
            if client.has_capability("MOVE"):
                client.move([int(uid)], self.processed)
            elif client.search(["UID", uid, "UNDELETED"]):
                client.copy([int(uid)], self.processed)
                client.add_flags([int(uid)], [b"\\Deleted"], silent=True)
                if client.has_capability("UIDPLUS"):
                    client.uid_expunge([int(uid)])

    def wait(self, seconds: float, stop: Event | None = None) -> bool:
        """Wait by IDLE if the server offers it, or else until the next look is due."""
        stop = stop or Event()
        with self._used("wait") as client:
            client.noop()  # a search finds what came since the last command only after this
            if set(client.search("UNDELETED")) - self.fetched:
                return True
            if not client.has_capability("IDLE"):
                return not stop.wait(min(seconds, self.server.poll))
            return self._idle(client, seconds, stop)

    def _idle(self, client: IMAPClient, seconds: float, stop: Event) -> bool:
        until = time.monotonic() + min(seconds, IDLE_LIMIT)
        client.idle()
        news = False
        while not (news or stop.is_set()) and (left := until - time.monotonic()) > 0:
            news = self._idle_step(client, min(left, IDLE_STEP))
        _, more = client.idle_done()
        return news or _tells_of_mail(more)

    def _idle_step(self, client: IMAPClient, seconds: float) -> bool:
        """Tell whether the server sent news. If it is dead, imapclient returns nothing, but at
        once."""
        began = time.monotonic()
        told: list[Any] = client.idle_check(timeout=seconds)
        if not told and time.monotonic() - began < seconds * 0.9:
            raise OSError("the server closed the connection")
        return _tells_of_mail(told)

    def check(self) -> list[Finding]:
        """Report what was tried when connecting, and whether IDLE is offered."""
        server = self.server
        found = [
            Finding(f"IMAP log-in at {server.host}:{server.port} ({server.tls})", True),
            Finding(f"IMAP folders {server.folder} and {self.processed}", True),
        ]
        with self._used("check") as client:
            client.noop()
            if not client.has_capability("IDLE"):
                found.append(Finding(f"no IDLE: looks every {server.poll:g} seconds", True))
        return found

    def mark(self, mine: str, *, take: bool = False) -> str:
        """Leave a mark as a mail in the folder `processed`. It is a draft, as no incoming mail can
        be, so nobody can leave a mark from outside."""
        with self._used("mark") as client:
            there = self._marked(client)
            if there == " ".join(mine.split()):
                return ""
            if not there or take:
                mail = f"{MARK}: {mine}\r\nSubject: {MARK_SUBJECT}\r\n\r\n{MARK_TEXT}\r\n"
                client.append(self.processed, mail.encode(), [b"\\Draft", b"\\Seen"])
            return "" if take else there

    def _marked(self, client: IMAPClient) -> str:
        """Return the newest mark in the folder for stored mails; empty: there is none."""
        client.select_folder(self.processed, readonly=True)
        try:
            uids = client.search(["DRAFT", "HEADER", MARK, ""])
            field = f"BODY.PEEK[HEADER.FIELDS ({MARK})]"
            rows = client.fetch(uids[-1:], [field]) if uids else {}
        finally:
            client.select_folder(self.server.folder)
        values = (value for row in rows.values() for key, value in row.items() if b"BODY[" in key)
        return " ".join(next(values, b"").decode("utf-8", "replace").partition(":")[2].split())

    def close(self) -> None:
        """Log out and close the connection."""
        self._hang_up(goodbye=True)

    def _hang_up(self, goodbye: bool) -> None:
        client, self.client = self.client, None
        if client is not None:
            with contextlib.suppress(Exception):
                if goodbye:
                    client.logout()
            with contextlib.suppress(Exception):
                client.shutdown()

    @contextlib.contextmanager
    def _told(self, doing: str) -> Iterator[None]:
        """On a problem, close the connection and raise MailboxDown with advice."""
        try:
            yield
        except NotAuthorized:
            self._hang_up(goodbye=False)
            raise
        except Exception as error:  # imaplib can raise anything if a server talks nonsense
            self._hang_up(goodbye=False)
            raise MailboxDown(_reason(doing, error, self.server)) from None

    @contextlib.contextmanager
    def _used(self, doing: str) -> Iterator[IMAPClient]:
        with self._told(doing):
            if self.client is None:
                raise OSError("the connection was closed")
            yield self.client


def _log_in_by_token(client: IMAPClient, user: str, tokens: Tokens) -> None:
    """Log in by the method the server offers; a token that is refused is not tried again."""
    token = tokens.access()
    try:
        if client.has_capability("AUTH=XOAUTH2"):
            client.oauth2_login(user, token)
        else:
            client.oauthbearer_login(user, token)
    except LoginError as error:
        tokens.refused(token)
        raise LoginError(str(error).replace(token, "***")) from None


def _tells_of_mail(told: list[Any]) -> bool:
    return any(b"EXISTS" in line or b"RECENT" in line for line in told)


def _reason(doing: str, error: Exception, server: ImapServer) -> str:
    said = without_password(str(error), server.user, server.password) or type(error).__name__
    return f"IMAP {doing}: {said}; {_advice(error, server)}"


def _advice(error: Exception, server: ImapServer) -> str:
    if isinstance(error, LoginError) and server.tokens is not None:
        return f"check user, and scope in [mail.oauth]; else {AGREE_AGAIN}"
    if isinstance(error, LoginError):
        return "check user and password, and whether the provider wants a password for programs"
    if distrusted := certificate_advice(error, "mail.in"):
        return distrusted
    if isinstance(error, ssl.SSLError):
        return f"check the server's name and certificate, and whether tls = {server.tls!r} is right"
    if isinstance(error, CapabilityError):
        return f"check whether tls = {server.tls!r} is right"
    if isinstance(error, IMAP4.abort):
        return "the server went away; it will be tried again"
    if isinstance(error, IMAP4.error) and "OVERQUOTA" in str(error):  # RFC 9208, 4.2
        return f"the mailbox is full: delete old mails in {server.processed!r}"
    if isinstance(error, IMAP4.error):
        return f"check that folder {server.folder!r} exists and {server.processed!r} can be made"
    if isinstance(error, OSError):
        return f"check host and port, and whether tls = {server.tls!r} is right"
    return "the server did not answer as an IMAP server does"
