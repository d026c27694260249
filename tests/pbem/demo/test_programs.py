"""What the programs write, as the moderator reads it."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes

import pytest

from pbem.demo.mail_programs import BLOCK, PROGRAMS, Written, read
from pbem.mail import incoming
from pbem.mail.outgoing import Outgoing, compose

LINES = [
    "move navy North Sea to Far Island, army home to Far Island, army Near Shore to Far Island",
    "fight",
    "claim Café de Paris",
]
REPORT = """\
RED, it is your turn.

  --- orders club1 red w3 ------------------------------------
  # attack Blue in Far Island
  # claim Banking
  # pass
  --- end ----------------------------------------------------

The moderator, window 3
"""
OWN = "games@example.org"
TO = "games+club1-red-w3-abcdefghij@example.org"
SUBJECT = "[club1] Red: your turn, war 2 round 3 - by Thu 3 Dec 21:00 [club1-red-w3-abcdefghij]"


def report():
    return Outgoing(
        message_id="a.report@example.org",
        sender_name="The moderator",
        sender=OWN,
        envelope_from=OWN,
        recipient="red@example.org",
        reply_to=TO,
        subject=SUBJECT,
        date=datetime(2026, 12, 1, 20, tzinfo=UTC),
        text=REPORT,
        html="<p>RED</p>",
    )


def written(program, lines=LINES):
    received = read(compose(report()))
    mail = Written(
        message_id="<1.2@example.org>",
        name="Rødt",
        address="red@example.org",
        to=received.reply_to,
        subject=f"Re: {received.subject}",
        lines=lines,
        date=datetime(2026, 12, 2, 9, tzinfo=UTC),
        answers=received,
    )
    return PROGRAMS[program](mail)


@pytest.mark.parametrize("program", [name for name in PROGRAMS if name != BLOCK])
def test_what_the_player_wrote_is_read_and_nothing_that_they_quote(program):
    letter = incoming.read(written(program))
    assert letter.lines == tuple(LINES)
    assert letter.problem is None


def test_orders_written_into_the_block_come_back_in_it():
    letter = incoming.read(written(BLOCK))
    assert letter.lines == ()
    assert letter.block is not None
    assert [line for line in letter.block if not line.startswith("#")] == LINES


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_answer_goes_to_the_tag_and_names_the_mail_it_answers(program):
    letter = incoming.read(written(program))
    assert letter.sender == "red@example.org"
    assert letter.recipients == (TO,)
    assert letter.subject == f"Re: {SUBJECT}"
    assert letter.in_reply_to == "a.report@example.org"
    assert letter.automatic is None


@pytest.mark.parametrize("program", PROGRAMS)
def test_long_subjects_are_folded(program):
    head = written(program).replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    assert all(len(line) <= 100 for line in head.split(b"\n"))
    assert b"\n " in head


def test_they_write_in_different_ways():
    mails = {name: message_from_bytes(written(name)) for name in PROGRAMS}
    kinds = {mail.get_content_type() for mail in mails.values()}
    encodings = {mail["Content-Transfer-Encoding"] for mail in mails.values()}
    assert kinds == {"text/plain", "text/html", "multipart/alternative"}
    assert encodings >= {"quoted-printable", "base64", "8bit"}
