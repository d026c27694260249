"""What servers and providers report of a mail of ours, in the forms that they use."""

import pytest

from pbem.mail.incoming import read

HEAD = """\
Return-Path: <>
From: {sender}
To: games+bounce-17-abcdefghij@example.org
Subject: {subject}
Message-ID: <1@mx.example.net>
MIME-Version: 1.0
"""
PARTS = """\
Content-Type: multipart/report; report-type={kind}; boundary=b

--b

For people.

--b
Content-Type: message/{type}

{said}

--b
Content-Type: text/rfc822-headers

From: games@example.org
Message-ID: <soe1.report.spain.x1y2@example.org>

--b--
"""
STATUS = "Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; a@example.net\n"


def reported(body, subject="Returned mail", sender="MAILER-DAEMON@mx.example.net"):
    head = HEAD.format(sender=sender, subject=subject)
    return read((head + body).encode()).report


def parted(said, kind="delivery-status", part=None):
    return PARTS.format(kind=kind, type=part or kind, said=said)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 no such user", "bounce"),
        ("Action: failed (for good)\nStatus: 5.1.10", "bounce"),
        ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 unknown", "bounce"),
        ("Action: failed\nStatus: 5.2.2\nDiagnostic-Code: smtp; 552 mailbox full", "soft_bounce"),
        ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 over quota", "soft_bounce"),
        ("Action: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 spam", "soft_bounce"),
        ("Action: failed\nStatus: 4.4.7\nDiagnostic-Code: smtp; 421 gave up", "soft_bounce"),
        ("Action: delayed\nStatus: 4.4.1", "delayed"),
        ("Action: relayed\nStatus: 2.0.0", ""),
        ("Action: delivered\nStatus: 2.0.0", ""),
    ],
)
def test_a_delivery_status_tells_whether_it_is_for_good(fields, kind):
    found = reported(parted(STATUS + fields))
    assert found.kind == kind
    assert found.message_id == ("soe1.report.spain.x1y2@example.org" if kind else "")


@pytest.mark.parametrize(
    ("text", "subject", "kind"),
    [
        ("Hi. This is the qmail-send program.\n\n<a@example.net>:\n"
         "Sorry, no mailbox here by that name. (#5.1.1)", "failure notice", "bounce"),
        ("<a@example.net>: 552 5.2.2 mailbox full", "failure notice", "soft_bounce"),
        ("The user's quota is exceeded.", "Undeliverable", "soft_bounce"),
        ("It could not be delivered.", "Undeliverable", "bounce"),
        ("It will be tried again.", "Warning: could not send message for past 4 hours", "delayed"),
    ],
)  # fmt: skip
def test_servers_that_write_to_people_only_are_understood(text, subject, kind):
    assert reported(f"\n{text}\n", subject).kind == kind


@pytest.mark.parametrize(
    ("said", "type_", "kind"),
    [
        ("Feedback-Type: abuse\nUser-Agent: x/1\nVersion: 1", "feedback-report", "complaint"),
        ("Feedback-Type: not-spam\nVersion: 1", "feedback-report", ""),
        ("Disposition: manual-action/MDN-sent-manually; displayed", "disposition-notification",
         "opened"),
    ],
)  # fmt: skip
def test_complaints_and_receipts_are_no_bounces(said, type_, kind):
    assert reported(parted(said, type_)).kind == kind


@pytest.mark.parametrize("sender", ["spain@example.net", "postman@example.net"])
def test_what_a_person_writes_about_a_full_mailbox_is_no_report(sender):
    assert reported("\nMy mailbox is full: 552 5.2.2\n", "mailbox full", sender).kind == ""
