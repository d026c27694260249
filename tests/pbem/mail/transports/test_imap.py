"""A mailbox on a real Dovecot, and on servers that refuse, stall and die."""

import asyncio
import imaplib
import os
import signal
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.demo.loopback import Dovecot, free_port
from pbem.mail.transports.imap import Imap, ImapServer
from pbem.mail.transports.mailbox import MailboxDown

ADDRESS = "games@example.org"
PASSWORD = "correct horse battery staple"
HANGING = 30
"""Seconds: longer than anything takes, also on a busy machine, and far from for ever."""
Clock = Callable[[], datetime]
Misbehaving = Callable[[Any], AbstractContextManager[int]]


def settings(server: Dovecot, **more: Any) -> ImapServer:
    given = {"host": "127.0.0.1", "port": server.imap, "tls": "none", "timeout": HANGING}
    return ImapServer(**{**given, "user": ADDRESS, "password": PASSWORD, **more})


def deliver(server: Dovecot, text: str = "hi") -> None:
    server.deliver("spain@example.net", ADDRESS, f"Subject: x\n\n{text}\n".encode())


def folder(server: Dovecot, name: str) -> int:
    """How many mails lie in a folder, seen by another client."""
    with imaplib.IMAP4("127.0.0.1", server.imap) as client:
        client.login(ADDRESS, PASSWORD)
        return int(client.select(name, readonly=True)[1][0] or 0)


def test_a_mail_arrives_with_the_servers_time_and_id(server: Dovecot, now: Clock):
    began = now() - timedelta(seconds=1)
    with closing(Imap(settings(server), now)) as mailbox:
        assert mailbox.fetch() == []
        deliver(server)
        (mail,) = mailbox.fetch()
    assert began <= mail.arrived <= now()
    assert mail.arrived.tzinfo is UTC
    assert mail.raw.endswith(b"\r\n\r\nhi\r\n")
    assert mail.server_id == f"{mailbox.validity}:1"


def test_a_time_to_come_counts_as_now(server: Dovecot):
    past = datetime(2020, 1, 1, tzinfo=UTC)
    deliver(server)
    with closing(Imap(settings(server), lambda: past)) as mailbox:
        assert mailbox.fetch()[0].arrived == past


def test_a_mail_goes_to_the_processed_folder_only_when_stored(server: Dovecot, now: Clock):
    deliver(server, "one")
    deliver(server, "two")
    with closing(Imap(settings(server), now)) as mailbox:
        first, second = mailbox.fetch()
        assert mailbox.fetch() == [first, second]
        mailbox.stored(first.server_id)
        assert mailbox.fetch() == [second]
        mailbox.stored(second.server_id)
        mailbox.stored(second.server_id)
        assert mailbox.fetch() == []
    assert (folder(server, "INBOX"), folder(server, "processed")) == (0, 2)


def test_a_mail_read_by_a_person_arrives_all_the_same(server: Dovecot, now: Clock):
    deliver(server)
    with imaplib.IMAP4("127.0.0.1", server.imap) as client:
        client.login(ADDRESS, PASSWORD)
        client.select()
        client.store("1", "+FLAGS", r"\Seen")
    with closing(Imap(settings(server), now)) as mailbox:
        assert len(mailbox.fetch()) == 1


class WithoutMove(Imap):
    """As with a server that knows neither MOVE nor UIDPLUS nor IDLE."""

    def __init__(self, server: ImapServer, now: Clock) -> None:
        super().__init__(server, now)
        self.client._cached_capabilities = (b"IMAP4REV1",)


def test_without_move_a_mail_is_copied_and_not_fetched_again(server: Dovecot, now: Clock):
    deliver(server)
    with closing(WithoutMove(settings(server), now)) as mailbox:
        (mail,) = mailbox.fetch()
        mailbox.stored(mail.server_id)
        mailbox.stored(mail.server_id)
        assert mailbox.fetch() == []
    assert folder(server, "processed") == 1


def test_without_idle_waiting_takes_until_the_next_look(server: Dovecot, now: Clock):
    with closing(WithoutMove(settings(server, poll=0.05), now)) as mailbox:
        assert mailbox.wait(60)
        assert "no IDLE" in mailbox.check()[-1].what


def test_a_mail_too_great_is_cut_and_says_so(server: Dovecot, now: Clock):
    deliver(server, "x" * 5_000)
    with closing(Imap(settings(server, size_limit=1_000), now)) as mailbox:
        (mail,) = mailbox.fetch()
    assert (len(mail.raw), mail.cut) == (1_000, True)


def test_waiting_ends_soon_after_a_mail_comes(server: Dovecot, now: Clock):
    with closing(Imap(settings(server), now)) as mailbox:
        threading.Timer(0.1, deliver, [server]).start()
        began = time.monotonic()
        assert mailbox.wait(10 * HANGING)
        assert time.monotonic() - began < HANGING
        assert len(mailbox.fetch()) == 1


def test_waiting_notices_a_mail_that_came_before_but_not_one_fetched(server: Dovecot, now: Clock):
    with closing(Imap(settings(server), now)) as mailbox:
        deliver(server)
        assert mailbox.wait(30)
        mailbox.fetch()
        assert not mailbox.wait(0.1)


def test_waiting_ends_when_told_to_stop(server: Dovecot, now: Clock):
    stop = threading.Event()
    stop.set()
    with closing(Imap(settings(server), now)) as mailbox:
        assert not mailbox.wait(60, stop)


def test_a_killed_server_is_noticed_while_waiting_and_all_is_there_after(
    server: Dovecot, now: Clock
):
    deliver(server)
    mailbox = Imap(settings(server), now)
    (before,) = mailbox.fetch()
    killing = threading.Timer(0.2, server.kill)
    killing.start()
    began = time.monotonic()
    with pytest.raises(MailboxDown, match="IMAP wait"):
        mailbox.wait(10 * HANGING)
    assert time.monotonic() - began < HANGING
    killing.join()
    with pytest.raises(MailboxDown, match="closed"):
        mailbox.fetch()
    server.start()
    with closing(Imap(settings(server), now)) as mailbox:
        assert mailbox.fetch() == [before]


def test_a_server_killed_between_two_commands_is_noticed(server: Dovecot, now: Clock):
    deliver(server)
    mailbox = Imap(settings(server), now)
    (mail,) = mailbox.fetch()
    server.kill()
    with pytest.raises(MailboxDown, match="IMAP move"):
        mailbox.stored(mail.server_id)


def test_a_server_that_stands_still_is_down_until_it_goes_on(server: Dovecot, now: Clock):
    deliver(server)
    mailbox = Imap(settings(server, timeout=0.5), now)
    (before,) = mailbox.fetch()
    with standing_still(server):
        with pytest.raises(MailboxDown, match="IMAP wait"):
            mailbox.wait(0.1)
        with pytest.raises(MailboxDown, match="IMAP connect"):
            Imap(settings(server, timeout=0.5), now)
    with closing(Imap(settings(server), now)) as mailbox:
        assert mailbox.fetch() == [before]


@contextmanager
def standing_still(server: Dovecot) -> Iterator[None]:
    assert server.process
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.killpg(server.process.pid, signal.SIGCONT)


def test_a_folder_made_anew_has_other_ids_and_no_mail_is_lost(server: Dovecot, now: Clock):
    """UIDVALIDITY: the same UID may be another mail's."""
    with imaplib.IMAP4("127.0.0.1", server.imap) as client:
        client.login(ADDRESS, PASSWORD)

        def put(text: bytes) -> None:
            client.create("Games")
            client.append("Games", "", "", b"Subject: x\r\n\r\n" + text)

        put(b"first")
        with closing(Imap(settings(server, folder="Games"), now)) as mailbox:
            (first,) = mailbox.fetch()
        client.delete("Games")
        put(b"second")
        with closing(Imap(settings(server, folder="Games"), now)) as mailbox:
            (second,) = mailbox.fetch()
            mailbox.stored(first.server_id)
            assert mailbox.fetch() == [second]
    assert first.server_id.partition(":")[2] == second.server_id.partition(":")[2]
    assert first.server_id != second.server_id


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
def test_encryption_works_both_ways(server: Dovecot, now: Clock, ca_file: Path, tls: Any):
    context = ssl.create_default_context(cafile=str(ca_file))
    port = server.imaps if tls == "implicit" else server.imap
    with closing(Imap(settings(server, tls=tls, port=port, tls_context=context), now)) as mailbox:
        assert mailbox.fetch() == []


@pytest.mark.parametrize("tls", ["implicit", "starttls"])
def test_a_server_that_nobody_vouches_for_is_not_trusted(server: Dovecot, now: Clock, tls: Any):
    port = server.imaps if tls == "implicit" else server.imap
    with pytest.raises(MailboxDown, match=r"certificate: nobody .* ca_file in \[mail\.in\]"):
        Imap(settings(server, tls=tls, port=port), now)


def test_a_certificate_for_another_name_is_told_apart(server: Dovecot, now: Clock, ca_file: Path):
    context = ssl.create_default_context(cafile=str(ca_file))
    wrong = settings(server, host="127.1", tls_context=context, tls="starttls")
    with pytest.raises(MailboxDown, match=r"set host in \[mail\.in\] to the name"):
        Imap(wrong, now)


def test_a_wrong_password_is_told_but_not_shown(server: Dovecot, now: Clock):
    with pytest.raises(MailboxDown, match="check user and password") as caught:
        Imap(settings(server, password="hunter2"), now)
    assert "hunter2" not in str(caught.value)
    assert "hunter2" not in repr(settings(server, password="hunter2"))
    assert caught.value.__cause__ is None


def test_a_missing_folder_is_told_with_advice(server: Dovecot, now: Clock):
    with pytest.raises(MailboxDown, match="check that folder 'Games' exists"):
        Imap(settings(server, folder="Games"), now)


def test_the_check_says_what_works(server: Dovecot, now: Clock):
    with closing(Imap(settings(server), now)) as mailbox:
        assert all(finding.ok for finding in mailbox.check())


def elsewhere(port: int) -> ImapServer:
    return ImapServer("127.0.0.1", port, "none", ADDRESS, PASSWORD, timeout=0.3)


def test_a_port_where_nobody_listens_is_told_with_advice(now: Clock):
    with pytest.raises(MailboxDown, match="check host and port"):
        Imap(elsewhere(free_port()), now)


async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"* BYE too many connections\r\n")
    writer.close()


async def say_nothing(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    await reader.read()


async def repeat_the_password(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(b"* OK [CAPABILITY IMAP4rev1] hello\r\n")
    while line := await reader.readline():
        tag = line.split()[0]
        writer.write(tag + b" NO you said " + line.strip() + b"\r\n")


FOUND = b'* 1 FETCH (UID 1 INTERNALDATE "24-Nov-2026 10:00:00 +0000" RFC822.SIZE 9)\r\n'
SAID = {
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE MOVE\r\n",
    b"LIST": b'* LIST () "/" processed\r\n',
    b"SELECT": b"* OK [UIDVALIDITY 1] x\r\n",
    b"SEARCH": b"* SEARCH 1\r\n",
    b"INTERNALDATE": FOUND,
    b"BODY": b"* 1 FETCH (UID 1 BODY[]<0> {9}\r\nTo: x\r\n\r\n)\r\n",
}
"""What a server says before its OK, by a word of the command."""


def serving(**otherwise: bytes) -> Any:
    """A server with one mail that says something else to the command with this word: its whole
    answer if there is one, or else, having said it, nothing any more."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"* OK [CAPABILITY IMAP4rev1 IDLE MOVE] hello\r\n")
        while line := await reader.readline():
            tag = line.split()[0]
            for word, said in otherwise.items():
                if word.encode() in line:
                    writer.write(said.replace(b"TAG", tag))
                    if b"TAG" not in said:
                        writer.close()
                        return
                    break
            else:
                said = next((SAID[word] for word in SAID if word in line), b"")
                writer.write(said + tag + b" OK done\r\n")

    return talk


die_in_the_middle = serving(SEARCH=b"* SEARCH 1 2")
die_in_a_mail = serving(BODY=b"* 1 FETCH (UID 1 BODY[]<0> {9000}\r\nTo: x\r\n")


def test_a_mailbox_that_is_full_is_told_with_advice(misbehaving: Misbehaving, now: Clock):
    full = serving(MOVE=b"TAG NO [OVERQUOTA] no room\r\n")
    with misbehaving(full) as port, closing(Imap(elsewhere(port), now)) as mailbox:
        (mail,) = mailbox.fetch()
        with pytest.raises(
            MailboxDown, match="the mailbox is full: delete old mails in 'processed'"
        ):
            mailbox.stored(mail.server_id)


def test_a_server_without_starttls_is_told_with_the_setting(misbehaving: Misbehaving, now: Clock):
    with (
        misbehaving(serving()) as port,
        pytest.raises(MailboxDown, match=r"STARTTLS.*; check whether tls = 'starttls' is right"),
    ):
        Imap(replace(elsewhere(port), tls="starttls"), now)


@pytest.mark.parametrize("talk", [die_in_the_middle, die_in_a_mail])
def test_a_server_that_dies_while_mails_are_fetched_is_noticed(
    misbehaving: Misbehaving, now: Clock, talk: Any
):
    with (
        misbehaving(talk) as port,
        closing(Imap(elsewhere(port), now)) as mailbox,
        pytest.raises(MailboxDown, match="IMAP fetch"),
    ):
        mailbox.fetch()


@pytest.mark.parametrize("talk", [refuse, say_nothing, repeat_the_password])
def test_a_server_that_misbehaves_is_down_soon_and_gives_nothing_away(
    misbehaving: Misbehaving, now: Clock, talk: Any
):
    def use(port: int) -> None:
        with closing(Imap(elsewhere(port), now)) as mailbox:
            mailbox.fetch()

    began = time.monotonic()
    with misbehaving(talk) as port, pytest.raises(MailboxDown) as caught:
        use(port)
    assert PASSWORD not in str(caught.value)
    assert time.monotonic() - began < HANGING
