"""`pbem run` as a process of its own, with a Dovecot and an SMTP server that are real: they are
killed in the middle of things, stand still and refuse it, and it is killed itself.

It goes on by itself each time: every mail is handled once, and every answer arrives; one that comes
twice has the same Message-ID.
"""

from __future__ import annotations

import os
import signal
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from email import message_from_bytes, policy
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pbem.cli import main
from pbem.daemon import loops
from pbem.demo import loopback
from pbem.demo.loopback import Dovecot
from tests.pbem.daemon.breaking_proxy import Breaks, breaks
from tests.processes import PATIENCE, begun, pbem, until

OWN, RIGHT, WRONG = "games@example.org", "right", "another one"
BACK_OFF = 0.1
"""Seconds between two tries here; a second at least else."""
LOOK_EVERY = 1.0
"""Seconds for which it waits in IDLE, if the server tells nothing; half a minute else."""
TIMEOUT = 1
SETTINGS = """
[moderator]
address = "{own}"
host = "host@example.org"
[mail.in]
kind = "imap"
host = "127.0.0.1"
port = {imap}
tls = "none"
user = "{own}"
password = "{password}"
timeout = {timeout}
[mail.out]
kind = "smtp"
host = "127.0.0.1"
port = {smtp}
tls = "none"
user = ""
timeout = 5
"""


def impatient(pipe: Any, log: Path, folder: Path) -> None:
    """`pbem run`, which tries and looks again sooner."""
    loops.FIRST_BACK_OFF = loops.LAST_BACK_OFF = BACK_OFF
    loops.LOOK_EVERY = LOOK_EVERY
    pbem(pipe, log, "-C", str(folder), "run")


class Moderator:
    """A daemon that can be killed and started again, its servers, and what it has sent."""

    def __init__(self, folder: Path, dovecot: Dovecot, way: Breaks) -> None:
        self.folder, self.dovecot, self.way = folder, dovecot, way
        self.log = folder.with_suffix(".log")
        self.log.touch()
        self.answers = defaultdict[str, list[str]](list)
        self.asked = list[str]()
        self.at_answer: Callable[[], None] | None = None
        self.delivered = Event()

    def start(self) -> None:
        self.process, _ = begun(impatient, self.log, self.folder)

    def end(self, number: int) -> None:
        process = self.process  # another may be started while it is waited for
        if process.pid and process.is_alive():
            os.kill(process.pid, number)
        process.join(PATIENCE)
        assert not process.is_alive()

    def takes(self, _sender: str, recipient: str, raw: bytes) -> None:
        """What the SMTP server does with a mail."""
        self.answers[recipient].append(message_from_bytes(raw, policy=policy.default)["Message-ID"])
        act, self.at_answer = self.at_answer, None
        if act:
            act()

    def ask(self, name: str) -> str:
        """Somebody's mail is delivered; the address that an answer goes to."""
        sender = f"{name}@example.net"
        headers = f"From: {sender}\nTo: {OWN}\nMessage-ID: <{name}@example.net>\nSubject: x\n"
        self.asked.append(sender)
        self.delivered.clear()
        self.dovecot.deliver(sender, OWN, f"{headers}\nhelp\n".encode())
        self.delivered.set()
        return sender

    def answered(self, sender: str) -> None:
        until(lambda: self.answers[sender])

    def said(self, words: str) -> int:
        """How often its log has these words."""
        return self.log.read_text().count(words)

    def says(self, words: str, times: int = 1) -> None:
        """Wait until it has said these words so often anew."""
        before = self.said(words)
        until(lambda: self.said(words) >= before + times)

    def restart(self) -> None:
        """Kill Dovecot and start it again, but not in the middle of a delivery."""
        self.delivered.wait()
        self.dovecot.kill()
        self.dovecot.start()

    def stand_still(self, group: int) -> None:
        """Stop Dovecot's processes, but not in the middle of a delivery."""
        self.delivered.wait()
        os.killpg(group, signal.SIGSTOP)

    def password(self, password: str) -> None:
        (self.dovecot.folder / "users").write_text(f"{OWN}:{{PLAIN}}{password}::::::\n")


@pytest.fixture
def moderator(tmp_path: Path) -> Iterator[Moderator]:
    """Nothing runs yet but the servers."""
    if why := loopback.missing():
        pytest.skip(why)
    folder = tmp_path / "club"
    main(["init", str(folder)], standalone_mode=False)
    with loopback.dovecot({OWN: RIGHT}) as dovecot, breaks(dovecot.imap) as way:
        it = Moderator(folder, dovecot, way)
        with loopback.smtp_server(it.takes) as smtp:
            ports = {"imap": way.port, "smtp": smtp}
            text = SETTINGS.format(own=OWN, password=RIGHT, timeout=TIMEOUT, **ports)
            (folder / "config.toml").write_text(text)
            yield it
            it.end(signal.SIGKILL)


def letters(folder: Path) -> list[tuple[str, str]]:
    """Who wrote, and what became of it."""
    with closing(sqlite3.connect(folder / "pbem.sqlite")) as db:
        return db.execute("SELECT sender, status FROM inbound_mail ORDER BY id").fetchall()


@pytest.mark.soak
def test_whatever_its_servers_do_each_mail_is_handled_once_and_answered(
    moderator: Moderator,
) -> None:
    dovecot, way = moderator.dovecot, moderator.way
    moderator.ask("before-it-runs")
    for where in (b" APPEND ", b"BODY[]", b"UID MOVE", b"+ idling"):
        broken = way.at(where, moderator.restart, lost=True)
        if where == b" APPEND ":  # its mark in the mailbox
            moderator.start()
        sender = moderator.ask(f"killed-in-{len(moderator.asked)}")
        assert broken.wait(PATIENCE), where
        moderator.answered(sender)

    assert dovecot.process
    group = dovecot.process.pid
    broken = way.at(b"BODY.PEEK", lambda: moderator.stand_still(group), lost=False)
    sender = moderator.ask("standing-still")
    assert broken.wait(PATIENCE)
    moderator.says("the mailbox is down", times=2)
    os.killpg(group, signal.SIGCONT)
    moderator.answered(sender)

    moderator.password(WRONG)
    moderator.restart()
    sender = moderator.ask("wrong-password")
    moderator.says("check user and password", times=2)
    moderator.password(RIGHT)
    moderator.answered(sender)

    moderator.at_answer = lambda: moderator.end(signal.SIGKILL)
    sender = moderator.ask("killed-itself")
    moderator.answered(sender)
    until(lambda: not moderator.process.is_alive())
    moderator.start()
    moderator.answered(moderator.ask("at-the-end"))
    until(lambda: len(moderator.answers[sender]) == 2)
    moderator.end(signal.SIGTERM)
    assert letters(moderator.folder) == [(each, "done") for each in moderator.asked]
    assert {to: len(set(ids)) for to, ids in moderator.answers.items()} == dict.fromkeys(
        moderator.asked, 1
    )
