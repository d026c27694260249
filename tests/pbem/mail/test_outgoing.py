"""Composed mails are read back with the standard library, as a mail program would."""

import dataclasses
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.incoming import read
from pbem.mail.outgoing import Attachment, Image, Outgoing, compose

REPORT = Outgoing(
    message_id="soe1.w41.spain@example.org",
    sender_name="Friday Campaigns",
    sender="games@example.org",
    envelope_from="games+bounce-17-abcdefghij@example.org",
    recipient="spain@example.net",
    reply_to="games+soe1-spain-w41-k3j7xqm2pa@example.org",
    subject="[soe1-spain-w41-k3j7xqm2pa] Spain: your turn, war 2 round 3 - by Thu 3 Dec 21:00",
    in_reply_to="first@example.net",
    references=("soe1@example.org", "first@example.net"),
    date=datetime(2026, 12, 1, 20, 0, tzinfo=UTC),
    text="SPAIN, it is your turn.\n\n  --- orders soe1 spain w41 ---\n  # pass both\n",
)
FULL = dataclasses.replace(
    REPORT,
    text="Größe \u2013 5 gold\n.\nFrom here\n" + "x" * 3_000 + " \n",
    html="<p>Größe</p><img src='cid:map@soe1'>" + "<b>x</b>" * 500,
    images=(Image("map@soe1", "map.png", b"\x89PNG" + bytes(range(256)) * 40),),
    attachments=(
        Attachment("deadline.ics", "text/calendar; method=PUBLISH; charset=utf-8", b"BEGIN:V\r\n"),
        Attachment("Befehle für Spanien.html", "text/html; charset=utf-8", "<p>ä".encode()),
    ),
)


def parsed(mail: Outgoing) -> EmailMessage:
    message: Any = message_from_bytes(compose(mail), policy=policy.default)
    for part in message.walk():
        assert not part.defects
        for value in part.values():
            assert not value.defects
    return message


def part(message: EmailMessage, kind: str) -> EmailMessage:
    found: Any = next(part for part in message.walk() if part.get_content_type() == kind)
    return found


def test_a_text_mail_stays_readable_as_it_is():
    raw = compose(REPORT)
    assert b"\n\nSPAIN, it is your turn.\n\n  --- orders soe1 spain w41 ---\n" in raw
    assert b"\r" not in raw


def test_the_header_says_what_it_must():
    message = parsed(REPORT)
    assert message["From"] == "Friday Campaigns <games@example.org>"
    assert message["To"] == "spain@example.net"
    assert message["Reply-To"].addresses[0].addr_spec == REPORT.reply_to
    assert message["Subject"] == REPORT.subject
    assert message["Date"].datetime == REPORT.date
    assert message["Message-ID"] == "<soe1.w41.spain@example.org>"
    assert message["In-Reply-To"] == "<first@example.net>"
    assert message["References"].split() == ["<soe1@example.org>", "<first@example.net>"]
    assert message["Auto-Submitted"] == "auto-generated"


def test_the_parts_are_nested_as_mail_programs_want_them():
    message = parsed(FULL)
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
        "text/html",
    ]
    assert part(message, "multipart/related").get_param("type") == "text/html"
    assert part(message, "text/calendar").get_param("method") == "PUBLISH"


def test_all_contents_come_back():
    message = parsed(FULL)
    assert part(message, "text/plain").get_content() == FULL.text
    assert part(message, "text/html").get_content().strip() == FULL.html
    picture = part(message, "image/png")
    assert picture.get_content() == FULL.images[0].png
    assert (picture["Content-ID"], picture.get_filename()) == ("<map@soe1>", "map.png")
    assert picture.get_content_disposition() == "inline"
    files = list(message.iter_attachments())
    assert [file.get_filename() for file in files] == ["deadline.ics", "Befehle für Spanien.html"]
    assert files[0].get_payload(decode=True) == b"BEGIN:V\r\n"


def test_a_file_is_named_in_both_places_without_folders():
    name = "/home/Befehle für Spanien, letzte Fassung " + "x" * 40 + ".html"
    mail = dataclasses.replace(FULL, attachments=(Attachment(name, "text/html", b"<p>"),))
    (file,) = parsed(mail).iter_attachments()
    shown = name.removeprefix("/home/")
    assert (file.get_filename(), file["Content-Type"].params["name"]) == (shown, shown)


def test_an_id_too_long_for_a_line_stays_as_it_is():
    long = f"<{'x' * 90}@example.net>"
    mail = dataclasses.replace(REPORT, in_reply_to=long[1:-1], references=(long[1:-1],))
    assert compose(mail).count(long.encode()) == 2


def test_a_line_that_begins_with_from_stays_as_it_is():
    assert b"\nFrom here\n" in compose(dataclasses.replace(REPORT, text="Hear\nFrom here\n"))


def test_no_line_is_long_and_all_is_ascii():
    raw = compose(FULL)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\n"))) <= 78


def test_the_same_mail_has_the_same_bytes_and_another_other_boundaries():
    assert compose(FULL) == compose(dataclasses.replace(FULL))
    other = parsed(dataclasses.replace(FULL, message_id="other@example.org"))
    assert other.get_boundary() != parsed(FULL).get_boundary()


def test_our_own_mail_is_never_answered_when_it_comes_back():
    letter = read(compose(FULL))
    assert letter.automatic == "Auto-Submitted: auto-generated"
    assert letter.lines[0] == "Größe - 5 gold"


def test_a_long_subject_with_accents_is_folded_and_read_back():
    subject = "Größe und Übermut: " + "ein Zug nach dem anderen, " * 8
    mail = dataclasses.replace(REPORT, subject=subject)
    assert parsed(mail)["Subject"] == subject.strip()
    assert read(compose(mail)).subject == subject.strip()


def test_a_name_with_accents_and_a_long_address_fit_on_their_lines():
    mail = dataclasses.replace(REPORT, sender_name="Feldzüge am Freitag, " * 3)
    assert parsed(mail)["Reply-To"].addresses[0].addr_spec == REPORT.reply_to
    assert max(map(len, compose(mail).split(b"\n"))) <= 78


@given(st.text(max_size=400), st.text(max_size=60))
def test_nothing_in_subject_or_name_can_add_a_header(subject: str, name: str):
    mail = dataclasses.replace(
        REPORT,
        subject=f"{subject}\r\nBcc: france@example.net",
        sender_name=f"{name}\nBcc: france@example.net",
        attachments=(Attachment(f"{name}\n\n.ics", "text/calendar", b""),),
    )
    message = message_from_bytes(compose(mail))
    assert message["Bcc"] is None
    assert set(message.keys()) == {
        "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References",
        "Auto-Submitted", "X-Auto-Response-Suppress", "MIME-Version", "Content-Type",
    }  # fmt: skip


@given(st.text(max_size=2_000))
def test_any_text_can_be_sent(text: str):
    mail = dataclasses.replace(FULL, text=text, html=text)
    raw = compose(mail)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\n"))) <= 78
    sent = "\n".join(text.splitlines()).encode("utf-8", "replace").decode() + "\n"
    message: Any = message_from_bytes(raw)
    assert message.get_payload()[0].get_payload()[0].get_payload(decode=True).decode() == sent


@pytest.mark.parametrize(
    "changed",
    [
        {"recipient": "spain@example.net\nBcc: france@example.net"},
        {"recipient": "spain@example.net, france@example.net"},
        {"sender": "games"},
        {"reply_to": "Games <games@example.org>"},
        {"message_id": "a b@example.org"},
        {"message_id": "a@example.org>\nX: y"},
        {"unsubscribe": "https://example.org/out"},
        {"unsubscribe": "mailto:games@example.org>\nX: y"},
        {"images": (Image("a\nb", "map.png", b""),), "html": "<p>"},
        {"attachments": (Attachment("x", "text/html\nX: y", b""),)},
    ],
)
def test_what_is_no_address_id_or_type_is_refused(changed: dict[str, Any]):
    with pytest.raises(ValueError, match=r"is no|cannot be"):
        compose(dataclasses.replace(REPORT, **changed))


def test_odd_ids_of_other_mails_are_left_out():
    mail = dataclasses.replace(REPORT, in_reply_to="ä b", references=("x\ny", "good@example.net"))
    message = parsed(mail)
    assert message["In-Reply-To"] is None
    assert message["References"] == "<good@example.net>"


def test_the_way_out_of_reports_stands_in_the_head():
    way = "mailto:games+soe1-reader1-w3-aaaaaaaaaa@example.org?subject=unsubscribe%20soe1"
    message = parsed(dataclasses.replace(REPORT, unsubscribe=way))
    assert message["List-Unsubscribe"] == f"<{way}>"
    assert parsed(REPORT)["List-Unsubscribe"] is None
