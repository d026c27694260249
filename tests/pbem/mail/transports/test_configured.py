"""The configuration's ways in and out, opened and checked."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from pbem.demo.loopback import Dovecot, smtp_server
from pbem.mail.transports.configured import check_ways, way_in, way_out
from pbem.mail.transports.folder import Folder
from pbem.mail.transports.imap import Imap
from pbem.mail.transports.mailbox import MailboxDown
from pbem.mail.transports.maildir import Maildir, create
from pbem.mail.transports.smtp import Smtp
from pbem.settings.config import Config, load

Clock = Callable[[], datetime]


def configured(folder: Path, text: str = "# nothing is set") -> Config:
    (folder / "config.toml").write_text(text)
    return load(folder)


def by_servers(folder: Path, imap: int, smtp: int, ca_file: str = "ca.pem") -> Config:
    return configured(
        folder,
        f"""
        [mail.in]
        kind = "imap"
        host = "127.0.0.1"
        port = {imap}
        tls = "starttls"
        ca_file = "{ca_file}"
        user = "games@example.org"
        password = "correct horse battery staple"
        [mail.out]
        kind = "smtp"
        host = "127.0.0.1"
        port = {smtp}
        tls = "none"
        user = ""
        """,
    )


def test_without_a_word_mail_goes_through_folders_of_the_moderator(tmp_path: Path, now: Clock):
    config = configured(tmp_path)
    mailbox, transport = way_in(config, now), way_out(config)
    assert isinstance(mailbox, Maildir)
    assert mailbox.path == tmp_path / "mail" / "inbox"
    assert mailbox.size_limit == config.limits.megabytes * 1024 * 1024
    assert isinstance(transport, Folder)
    assert transport.path == tmp_path / "mail" / "outbox"


def test_missing_folders_are_found_and_made_folders_are_fine(tmp_path: Path, now: Clock):
    config = configured(tmp_path)
    assert not any(finding.ok for finding in asyncio.run(check_ways(config, now)))
    create(tmp_path / "mail" / "inbox")
    (tmp_path / "mail" / "outbox").mkdir()
    (tmp_path / "mail" / "aside").mkdir()
    findings = asyncio.run(check_ways(config, now))
    assert len(findings) == 5
    assert all(finding.ok and not finding.advice for finding in findings)


def test_servers_are_reached_as_configured(
    server: Dovecot, tmp_path: Path, ca_file: Path, now: Clock
):
    with smtp_server(server.deliver) as port:
        config = by_servers(tmp_path, server.imap, port, ca_file.name)
        (tmp_path / "mail" / "aside").mkdir(parents=True)
        with closing(way_in(config, now)) as mailbox:
            assert isinstance(mailbox, Imap)
        assert isinstance(way_out(config), Smtp)
        assert all(finding.ok for finding in asyncio.run(check_ways(config, now)))
    server.kill()
    findings = asyncio.run(check_ways(config, now))
    assert [finding.ok for finding in findings] == [False, False, True]
    assert "check host and port" in findings[0].advice


def test_certificates_that_are_not_there_are_told(tmp_path: Path, now: Clock):
    config = by_servers(tmp_path, 1, 1, "gone.pem")
    with pytest.raises(MailboxDown, match=r"ca_file .*gone\.pem: No such file"):
        way_in(config, now)
    assert not asyncio.run(check_ways(config, now))[0].ok
