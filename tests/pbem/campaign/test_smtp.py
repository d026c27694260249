"""Mails through SMTP servers that refuse, stall and die in the middle of a batch."""

import smtplib
from collections import defaultdict
from contextlib import contextmanager

import pytest

from pbem.demo.loopback import free_port, smtp_server
from pbem.mail.transports.smtp import Smtp, SmtpServer
from pbem.store import tables as t
from tests.house import HOST


class Box:
    """What a server has taken, by Message-ID; it says no as it is told."""

    def __init__(self):
        self.got, self.no = defaultdict(list), {}

    def deliver(self, _sender, recipient, raw):
        if recipient in self.no:
            refused = {recipient: (self.no[recipient], b"we say no")}
            raise smtplib.SMTPRecipientsRefused(refused)
        head = raw.split(b"\r\n\r\n")[0]
        (line,) = [x for x in head.split(b"\r\n") if x.lower().startswith(b"message-id:")]
        self.got[line.split(b"<")[1].rstrip(b">").decode()].append((recipient, raw))


@contextmanager
def through(house, box, timeout=5.0):
    with smtp_server(box.deliver) as port:
        house.transport = Smtp(SmtpServer("127.0.0.1", port, tls="none", timeout=timeout))
        yield port


@pytest.fixture
def box():
    return Box()


def an_order(house):
    seat = house.session().waiting()[0]
    house.order(seat, "place army in India")
    return f"{seat}@example.org"


def test_a_batch_goes_out_by_smtp_and_time_counts(setting_up, box):
    an_order(setting_up)
    with through(setting_up, box):
        setting_up.cycle(minutes=1)
    assert len(box.got) == 2
    assert all(row.accepted for row in setting_up.rows(t.Window))


def test_who_is_refused_for_now_gets_it_later_and_nobody_gets_it_twice(setting_up, box):
    sender = an_order(setting_up)
    box.no[sender] = 451
    with through(setting_up, box):
        setting_up.cycle(minutes=1)
        assert [row.recipient for row in setting_up.rows(t.Outgoing, state="waiting")] == [sender]
        box.no.clear()
        setting_up.cycle(minutes=5)
    assert [len(copies) for copies in box.got.values()] == [1, 1]


def test_who_is_refused_for_good_is_told_to_the_host(setting_up, box):
    sender = an_order(setting_up)
    box.no[sender] = 550
    with through(setting_up, box):
        setting_up.cycle(minutes=1)
    assert [row.recipient for row in setting_up.rows(t.Outgoing, state="failed")] == [sender]
    assert HOST in {recipient for copies in box.got.values() for recipient, _ in copies}


def test_a_server_that_is_down_delays_and_loses_nothing(setting_up, box):
    an_order(setting_up)
    setting_up.transport = Smtp(SmtpServer("127.0.0.1", free_port(), tls="none", timeout=1))
    setting_up.cycle(minutes=1)
    waiting = setting_up.rows(t.Outgoing, state="waiting")
    assert len(waiting) == 2
    with through(setting_up, box):
        setting_up.cycle(minutes=5)
    assert set(box.got) == {row.message_id for row in waiting}


def test_a_server_that_dies_having_taken_a_mail_gets_the_same_one_again(setting_up, box):
    """It took the mail, and was gone before it said so: at least once, under the same id."""
    taken = []

    def take_and_die(sender, recipient, raw):
        if not taken:
            taken.append(box.deliver(sender, recipient, raw))
            raise smtplib.SMTPServerDisconnected("gone")
        box.deliver(sender, recipient, raw)

    an_order(setting_up)
    with smtp_server(take_and_die) as port:
        setting_up.transport = Smtp(SmtpServer("127.0.0.1", port, tls="none", timeout=5))
        setting_up.cycle(minutes=1)
        setting_up.cycle(minutes=5)
    assert sorted(len(copies) for copies in box.got.values()) == [1, 2]
    assert {row.state for row in setting_up.rows(t.Outgoing)} == {"sent"}


async def greets_and_stalls(reader, writer):
    writer.write(b"220 here I am\r\n")
    while line := await reader.readline():
        writer.write(b"250 well\r\n" if not line.startswith(b"DATA") else b"")


async def takes_one_and_hangs_up(reader, writer):
    writer.write(b"220 here I am\r\n")
    while line := await reader.readline():
        if line.startswith(b"DATA"):
            writer.write(b"354 go on\r\n")
            await reader.readuntil(b"\r\n.\r\n")
            writer.write(b"250 taken\r\n")
            await writer.drain()
            return
        writer.write(b"250 well\r\n")


@pytest.mark.parametrize("server", [greets_and_stalls, takes_one_and_hangs_up])
def test_a_server_that_misbehaves_delays_and_loses_nothing(setting_up, box, server, misbehaving):
    an_order(setting_up)
    with misbehaving(server) as port:
        setting_up.transport = Smtp(SmtpServer("127.0.0.1", port, tls="none", timeout=0.3))
        setting_up.cycle(minutes=1)
    with through(setting_up, box):
        setting_up.cycle(minutes=5)
    assert setting_up.rows(t.Outgoing, state="waiting") == []
    assert len(box.got) >= 1
    assert {row.state for row in setting_up.rows(t.Outgoing)} == {"sent"}
