"""The servers of the demo: a mail goes in by SMTP, through LMTP, and out by IMAP."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from pbem.demo import loopback
from pbem.demo.loopback import Dovecot, dovecot, smtp_server
from pbem.mail.incoming import read
from pbem.mail.transports.imap import Imap, ImapServer
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.mail.transports.transport import Sending, Sent

ADDRESS = "games@example.org"


def send(port: int, recipient: str) -> Sent:
    async def collect() -> list[Sent]:
        server = SmtpServer("127.0.0.1", port, "none", timeout=30)
        mail = Sending("1@example.net", "spain@example.net", recipient, b"Subject: x\n\npass\n")
        return [sent async for sent in Smtp(server).send([mail])]

    return asyncio.run(collect())[0]


def test_a_mail_to_a_plus_address_goes_all_the_way(server: Dovecot, now: Callable[[], datetime]):
    with smtp_server(server.deliver) as port:
        assert send(port, "games+soe1-spain-w41-k3j7xqm2pa@example.org").outcome == "accepted"
    password = "correct horse battery staple"
    with closing(
        Imap(ImapServer("127.0.0.1", server.imap, "none", ADDRESS, password), now)
    ) as mailbox:
        (mail,) = mailbox.fetch()
    letter = read(mail.raw)
    assert letter.lines == ("pass",)
    assert letter.recipients == ("games+soe1-spain-w41-k3j7xqm2pa@example.org",)


def test_an_unknown_address_is_refused_for_good_and_a_dead_server_for_now(server: Dovecot):
    with smtp_server(server.deliver) as port:
        assert send(port, "nobody@example.org").outcome == "never"
        server.kill()
        assert send(port, ADDRESS).outcome == "later"


def test_a_sink_gets_sender_recipient_and_bytes():
    got = []
    with smtp_server(lambda *mail: got.append(mail)) as port:
        send(port, ADDRESS)
    assert got == [("spain@example.net", ADDRESS, b"Subject: x\r\n\r\npass\r\n")]


def test_nothing_is_left_behind(server: Dovecot):
    with dovecot({ADDRESS: "pw"}) as other:
        folder, process = other.folder, other.process
        assert folder.exists()
    assert not folder.exists()
    assert process is not None
    assert process.poll() is not None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", other.imap))


def test_a_server_that_does_not_start_says_why(server: Dovecot):
    server.kill()
    (server.folder / "dovecot.conf").write_text("nonsense = yes\n")
    with pytest.raises(RuntimeError, match="Dovecot did not start"):
        server.start()


ORDINARY = """
import os
from pbem.demo.loopback import dovecot
"imported late".encode("idna")
if os.geteuid() == 0:
    os.setgroups([]), os.setgid(65534), os.setuid(65534)
with dovecot({"a@example.org": "pw"}) as server:
    server.deliver("b@example.org", "a@example.org", b"Subject: x\\n\\nhi\\n")
"""


def test_it_runs_for_an_ordinary_user_too(server: Dovecot):
    root = Path(loopback.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", ORDINARY], stderr=subprocess.PIPE, cwd=root)
    assert done.stderr.decode() == ""


def test_without_dovecot_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(loopback, "_program", lambda: None)
    with pytest.raises(RuntimeError, match="make system-packages"), dovecot({}):
        pass
