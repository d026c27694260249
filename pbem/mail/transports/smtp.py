"""Sends by SMTP (RFC 5321): one connection for a batch, each mail to one recipient."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

import aiosmtplib
from aiosmtplib import (
    SMTP,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
)

from pbem.mail.transports.configuration_findings import (
    Finding,
    certificate_advice,
    without_password,
)
from pbem.mail.transports.oauth import AGREE_AGAIN, NotAuthorized, Tokens
from pbem.mail.transports.transport import Outcome, Sending, Sent

LOSSES_LIMIT = 2
OTHER_SENDER = "set envelope_sender in [{}] to an address that the server takes mail from"
TOO_LONG = 552
SESSION_BROKEN = (421, 503)  # going down; commands out of order: says nothing of the mail


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Where mail is handed in. `timeout` is for one command, in seconds; a mail may take three."""

    host: str
    port: int = 587
    tls: Literal["implicit", "starttls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    timeout: float = 60.0
    tls_context: ssl.SSLContext | None = field(default=None, repr=False)
    tokens: Tokens | None = None
    """Used instead of the password, if set (XOAUTH2)."""
    section: str = "mail.out"
    """The part of the configuration that names the server."""


class ConnectionLost(Exception):
    """The server cannot be reached, refuses to talk, or went away; the text says why."""


class Smtp:
    """A Transport that hands mails to a server."""

    def __init__(self, server: SmtpServer) -> None:
        self.server = server

    async def send(self, batch: Sequence[Sending]) -> AsyncIterator[Sent]:
        """Yield one result for each mail. If the connection is lost, a second one is tried for the
        rest."""
        client: SMTP | None = None
        losses, why = 0, ""
        try:
            for mail in batch:
                if losses == LOSSES_LIMIT:
                    yield Sent(mail.message_id, "later", why)
                    continue
                try:
                    client = client or await self._connect()
                    result = await self._hand_in(client, mail)
                except ConnectionLost as error:
                    why = str(error)
                    losses = losses + 1 if client else LOSSES_LIMIT
                    await _drop(client)
                    client = None
                    result = Sent(mail.message_id, "later", why)
                yield result
        finally:
            await _leave(client)

    async def check(self) -> list[Finding]:
        """Tell whether the server can be reached and lets us log in."""
        what = f"SMTP {self.server.host}:{self.server.port} ({self.server.tls})"
        try:
            await _leave(await self._connect())
        except ConnectionLost as error:
            return [Finding(what, False, str(error))]
        return [Finding(what, True)]

    async def _connect(self) -> SMTP:
        server = self.server
        client = SMTP(
            hostname=server.host,
            port=server.port,
            timeout=server.timeout,
            use_tls=server.tls == "implicit",
            start_tls=server.tls == "starttls",
            tls_context=server.tls_context,
        )
        try:
            async with asyncio.timeout(server.timeout * 3):
                await client.connect()
                if server.tokens is not None:
                    await _log_in_by_token(client, server.user, server.tokens)
                elif server.user:
                    await client.login(server.user, server.password)
        except NotAuthorized as error:
            await _drop(client)
            raise ConnectionLost(str(error)) from None
        except (SMTPException, OSError, ValueError) as error:
            await _drop(client)
            raise ConnectionLost(f"{self._reason(error)}; {_advice(error, server)}") from None
        return client

    async def _hand_in(self, client: SMTP, mail: Sending) -> Sent:
        """Send one mail. Raises ConnectionLost if the next one could not be sent either."""
        if not f"{mail.envelope_from}{mail.recipient}".isascii():
            return Sent(mail.message_id, "never", "an address has letters beyond ASCII")
        try:
            async with asyncio.timeout(self.server.timeout * 3):
                refused, _ = await client.sendmail(mail.envelope_from, [mail.recipient], mail.raw)
        except SMTPRecipientsRefused as error:
            return self._refused(mail, error.recipients[0])
        except SMTPResponseException as error:
            if error.code in SESSION_BROKEN:
                raise ConnectionLost(self._reason(error)) from None
            ours = isinstance(error, SMTPSenderRefused) and error.code != TOO_LONG
            if ours:  # not the recipient's fault
                what = OTHER_SENDER.format(self.server.section)
                return Sent(mail.message_id, "later", f"{self._reason(error)}; {what}")
            return self._refused(mail, error)
        except (SMTPException, OSError, ValueError) as error:
            raise ConnectionLost(self._reason(error)) from None
        for code, text in refused.values():
            return self._refused(mail, SMTPResponseException(code, text))
        return Sent(mail.message_id, "accepted")

    def _refused(self, mail: Sending, error: SMTPResponseException) -> Sent:
        outcome: Outcome = "never" if error.code >= 500 else "later"
        return Sent(mail.message_id, outcome, self._reason(error))

    def _reason(self, error: Exception) -> str:
        """Return the error in words, without the password, whoever put it there."""
        if isinstance(error, SMTPResponseException):
            text = f"{error.code} {error.message}"
        else:
            text = str(error) or "no answer in time"
        return without_password(text, self.server.user, self.server.password)


async def _log_in_by_token(client: SMTP, user: str, tokens: Tokens) -> None:
    """Log in; a token that is refused is not tried again."""
    token = await asyncio.to_thread(tokens.access)
    try:
        await client.auth_xoauth2(user, token)
    except aiosmtplib.SMTPAuthenticationError as error:
        await asyncio.to_thread(tokens.refused, token)
        said = error.message.replace(token, "***")
        raise aiosmtplib.SMTPAuthenticationError(error.code, said) from None


def _advice(error: Exception, server: SmtpServer) -> str:
    if isinstance(error, aiosmtplib.SMTPAuthenticationError) and server.tokens is not None:
        return f"check user, and scope in [mail.oauth]; else {AGREE_AGAIN}"
    if isinstance(error, aiosmtplib.SMTPAuthenticationError):
        return "check user and password of the SMTP server"
    if distrusted := certificate_advice(error, server.section):
        return distrusted
    if isinstance(error, ssl.SSLError):
        return f"check the server's name and certificate, and whether tls = {server.tls!r} is right"
    if isinstance(error, SMTPResponseException):
        return "the server does not want to talk to this machine"
    return f"check host and port, and whether tls = {server.tls!r} is right"


async def _leave(client: SMTP | None) -> None:
    """Say goodbye; it does not matter whether that is heard."""
    if client is None:
        return
    transport = client.transport
    try:
        async with asyncio.timeout(5):
            await client.quit()
    except (SMTPException, OSError):
        pass
    await _drop(client, transport)


async def _drop(client: SMTP | None, transport: asyncio.BaseTransport | None = None) -> None:
    """Close the socket now; with TLS, it would otherwise wait for an answer that may never come."""
    if client is not None:
        transport = transport or client.transport
        client.close()
    if isinstance(transport, asyncio.WriteTransport):
        transport.abort()
    await asyncio.sleep(0)
