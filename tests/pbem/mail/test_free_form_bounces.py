"""Bounces that servers write for people only, in the forms of the servers that write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.incoming import read
from tests.pbem.mail.test_delivery_reports import PARTS

QMAIL = """\
Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anna@example.net>:
{why}

--- Below this line is a copy of the message.

Return-Path: <games@example.org>
"""
EXIM = """\
This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  anna@example.net
    {why}

------ This is a copy of the message, including all the headers. ------
"""
POSTFIX = """\
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Description: Notification
Content-Type: text/plain

This is the Postfix program at host mx.example.net.

I'm sorry to have to inform you that the message returned
below could not be delivered to one or more destinations.

If you do so, please include this problem report.

                        The Postfix program

<anna@example.net>: {why}

--b
Content-Description: Undelivered Message
Content-Type: message/rfc822

Subject: soe1: your turn

--b--
"""
EXCHANGE = """\
Your message

  To:      anna@example.net
  Subject: soe1: your turn
  Sent:    Mon, 2 Nov 2026 10:00:00 +0100

did not reach the following recipient(s):

anna@example.net on Mon, 2 Nov 2026 10:00:02 +0100
    {why}
    MSEXCH:IMS:EXAMPLE:SITE:MX 0 (000C05A6)
"""
YAHOO = """\
Message from yahoo.com.
Unable to deliver message to the following address(es).

<anna@yahoo.com>:
{why}

--- Original message follows.
"""
GOOGLE = """\
Delivery to the following recipient failed permanently:

     anna@example.net

Technical details of permanent failure:
{why}

----- Original message -----
"""
STILL_TRIED = """\
This is a warning message only. YOU DO NOT NEED TO RESEND YOUR MESSAGE.

The address to which the message has not yet been delivered is:

  anna@example.net

No action is required on your part.
"""
DAEMON = "MAILER-DAEMON@mx.example.net"
EXIMS = f"{DAEMON}\nX-Failed-Recipients: anna@example.net"
SAMPLES = [
    (QMAIL, DAEMON, "Sorry, no mailbox here by that name. (#5.1.1)", "bounce"),
    (QMAIL, DAEMON, "This user doesn't have an account here", "bounce"),
    (QMAIL, DAEMON, "The user's mailbox is full", "soft_bounce"),
    (QMAIL, DAEMON, "I'm not able to contact 192.0.2.7.", "soft_bounce"),
    (EXIM, EXIMS, "Unrouteable address", "bounce"),
    (EXIM, EXIMS, "all relevant MX records point to non-existent hosts", "bounce"),
    (EXIM, EXIMS, "mailbox is full: retry timeout exceeded", "soft_bounce"),
    (POSTFIX, DAEMON, "unknown user: \"anna\"", "bounce"),
    (POSTFIX, DAEMON, "host mx.example.net[192.0.2.7] said: 550 No such user", "bounce"),
    (POSTFIX, DAEMON, "host mx.example.net[192.0.2.7] said: 452 Later, please", "soft_bounce"),
    (POSTFIX, DAEMON, "connect to mx.example.net[192.0.2.7]: Connection timed out", "soft_bounce"),
    (EXCHANGE, "postmaster@example.net", "The recipient name is not recognized", "bounce"),
    (EXCHANGE, "postmaster@example.net", "The message exceeds the size limit", "soft_bounce"),
    (YAHOO, "MAILER-DAEMON@yahoo.com", "This user doesn't have a yahoo.com account", "bounce"),
    (YAHOO, "MAILER-DAEMON@yahoo.com", "Sorry, your message cannot be delivered. This account"
     " is over quota.", "soft_bounce"),
    (GOOGLE, "mailer-daemon@googlemail.com", "PERM_FAILURE: 550 5.1.1 No such user", "bounce"),
    (GOOGLE, "mailer-daemon@googlemail.com", "PERM_FAILURE: 554 looks like spam", "soft_bounce"),
    (STILL_TRIED, DAEMON, "", "delayed"),
]  # fmt: skip
MAIL = "From: {sender}\nTo: {to}\nSubject: Mail\nMessage-ID: <1@mx.example.net>\n{body}"


def reported(body, sender=DAEMON, to="games@example.org"):
    return read(
        MAIL.format(
            sender=sender, to=to, body=body if body.startswith("MIME") else f"\n{body}"
        ).encode()
    ).report


@pytest.mark.parametrize(("form", "sender", "why", "kind"), SAMPLES)
def test_each_servers_form_says_whom_it_did_not_reach_and_whether_that_lasts(
    form, sender, why, kind
):
    found = reported(form.format(why=why), sender)
    assert found.kind == kind
    assert [address.partition("@")[0] for address in found.addresses] == ["anna"]
    assert kind == "delayed" or found.said in form.format(why=why)


def test_a_person_who_passes_a_bounce_on_reports_nothing():
    assert reported(QMAIL.format(why="no mailbox here"), "bert@example.net").kind == ""


def test_whoever_writes_to_a_return_address_is_a_server_if_they_write_in_its_form():
    to = "games+bounce-17-abcdefghij@example.org"
    assert reported(QMAIL.format(why="no mailbox"), "box@example.net", to).kind == "bounce"
    assert reported("I am away until Monday.", "box@example.net", to).kind == ""


def test_the_number_of_a_hotline_is_no_code():
    why = "Please call 480-624-2500 if the mailbox is full."
    assert reported(QMAIL.format(why=why)).kind == "soft_bounce"


def test_a_machine_readable_part_names_the_address_to_which_we_wrote_and_the_one_behind_it():
    said = (
        "Reporting-MTA: dns; mx.example.net\n \nOriginal-Recipient: rfc822;anna@example.net\n"
        "Final-Recipient: rfc822; anna@inside.example.net\nAction: error\nStatus: 5.1.1"
    )
    raw = MAIL.format(sender=DAEMON, to="games@example.org", body="MIME-Version: 1.0\n")
    told = PARTS.format(kind="delivery-status", type="delivery-status", said=said)
    found = read((raw + told).encode()).report
    assert found.kind == "bounce"
    assert found.addresses == ("anna@example.net", "anna@inside.example.net")


PIECES = st.lists(
    st.sampled_from(
        [form.format(why=why) for form, _, why, _ in SAMPLES]
        + ["<", "@", "<anna@", "\udcff", "\u20ac@\u20ac", "\x00", "--b\n", "=80" * 99, "a" * 5_000]
    )
    | st.text(max_size=40),
    max_size=8,
)


@given(PIECES, st.sampled_from([DAEMON, EXIMS, "MAILER-DAEMON@yahoo.com", "x@aol.com", "\u20ac"]))
def test_nothing_that_is_written_in_a_form_stops_the_reader(pieces, sender):
    body = "".join(pieces)
    raw = MAIL.format(sender=sender, to="games+bounce-1-abcdefghij@example.org", body=f"\n{body}")
    problem = read(raw.encode("utf-8", "surrogateescape")).problem
    assert problem is None or "could not be read" not in problem
