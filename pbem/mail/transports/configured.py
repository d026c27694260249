"""Makes the mailbox and the transport that the configuration names."""

import ssl
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from pbem.mail.durable_files import writable
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.folder import Folder
from pbem.mail.transports.imap import Imap, ImapServer
from pbem.mail.transports.mailbox import Mailbox, MailboxDown
from pbem.mail.transports.maildir import Maildir
from pbem.mail.transports.oauth import Authorization, Tokens
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.mail.transports.transport import Transport
from pbem.mail.transports.two_accounts import TwoAccounts
from pbem.settings.config import Config
from pbem.settings.sections.mail import Folder as FolderSection
from pbem.settings.sections.mail import Maildir as MaildirSection
from pbem.settings.sections.mail import SecondSmtp
from pbem.settings.sections.mail import Smtp as SmtpSection

Clock = Callable[[], datetime]


def way_in(config: Config, now: Clock) -> Mailbox:
    """Open the mailbox; this connects to an IMAP server at once. Raises MailboxDown."""
    given = config.mail.incoming
    size_limit = config.limits.megabytes * 1024 * 1024
    if isinstance(given, MaildirSection):
        return Maildir(config.inside(given.path), now, size_limit)
    server = ImapServer(
        host=given.host,
        port=given.port,
        tls=given.tls,
        user=given.user,
        password=given.password.get_secret_value(),
        folder=given.folder,
        processed=given.processed,
        timeout=given.timeout,
        poll=given.poll,
        size_limit=size_limit,
        tls_context=_trusting(config, given.ca_file),
        tokens=_tokens(config, now),
    )
    return Imap(server, now)


def way_out(config: Config) -> Transport:
    """Make the transport; it connects to a server only when there is something to send.

    Raises MailboxDown if the certificates that the configuration names cannot be read.
    """
    given, second = config.mail.outgoing, config.mail.second
    first: Transport
    if isinstance(given, FolderSection):
        first = Folder(config.inside(given.path))
    else:
        first = Smtp(replace(_smtp_server(config, given), tokens=_tokens(config, utc_now)))
    if not second.host:
        return first
    server = replace(_smtp_server(config, second), section="mail.second")
    return TwoAccounts(first, Smtp(server))


def _smtp_server(config: Config, given: SmtpSection | SecondSmtp) -> SmtpServer:
    """Return the server of an account, without tokens, which belong to the first one's provider."""
    return SmtpServer(
        host=given.host,
        port=given.port,
        tls=given.tls,
        user=given.user,
        password=given.password.get_secret_value(),
        timeout=given.timeout,
        tls_context=_trusting(config, given.ca_file),
    )


def authorization(config: Config) -> Authorization | None:
    """Return the server that gives tokens; None: log in with a password."""
    given = config.mail.oauth
    if not given.token_url:
        return None
    return Authorization(
        token_url=given.token_url,
        device_url=given.device_url,
        client_id=given.client_id,
        client_secret=given.client_secret.get_secret_value(),
        scope=given.scope,
        file=config.inside(given.file),
    )


def utc_now() -> datetime:
    """Return the time that tokens expire by: their server's, and so this machine's."""
    return datetime.now(UTC)


def _tokens(config: Config, now: Clock) -> Tokens | None:
    server = authorization(config)
    return Tokens(server, now) if server else None


def _trusting(config: Config, ca_file: Path | None) -> ssl.SSLContext | None:
    if ca_file is None:
        return None
    path = config.inside(ca_file)
    try:
        return ssl.create_default_context(cafile=str(path))
    except OSError as error:
        raise MailboxDown(
            f"ca_file {path}: {error.strerror or error}; if the server's certificate is from a"
            " public authority, delete the line `ca_file`, else put that file there"
        ) from None


async def check_ways(config: Config, now: Clock) -> list[Finding]:
    """Try the way in, the way out and the folder for mails set aside; return a finding for each."""
    return [*_check_in(config, now), *await _check_out(config), _check_aside(config)]


def _check_in(config: Config, now: Clock) -> list[Finding]:
    try:
        mailbox = way_in(config, now)
        with closing(mailbox):
            return mailbox.check()
    except MailboxDown as error:
        return [Finding(f"incoming mail ({config.mail.incoming.kind})", False, str(error))]


async def _check_out(config: Config) -> list[Finding]:
    try:
        return await way_out(config).check()
    except MailboxDown as error:
        return [Finding(f"outgoing mail ({config.mail.outgoing.kind})", False, str(error))]


def _check_aside(config: Config) -> Finding:
    folder = config.inside(config.mail.aside)
    why = writable(folder)
    advice = f"{why}: create it and let the moderator's user write into it" if why else ""
    return Finding(f"folder for mails set aside {folder}", not why, advice)
