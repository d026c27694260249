"""Real-looking mails of many programs, and hostile ones: `letters/`, expected in letters.toml."""

import hashlib
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.incoming import InboundMail, read, read_head
from pbem.mail.quotes import edited

HANGING = 30
"""Seconds of the processor: far more than any of these mails takes."""
HERE = Path(__file__).parent
LETTERS = {path.stem: path.read_bytes() for path in sorted((HERE / "letters").glob("*.eml"))}
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "letters.toml").read_text("utf-8"))
SENT = (
    "# attack Britain in Caribbean",
    "# move navy Caribbean to Africa, army home to Mediterranean",
    "# build army in Mediterranean",
    "# pass both",
)


def mail(text: str | bytes, content_type: str = "text/plain; charset=utf-8", **more: str) -> bytes:
    fields = {"From": "spain@example.net", "Content-Type": content_type, **more}
    head = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in fields.items())
    return head.encode() + b"\n" + (text.encode() if isinstance(text, str) else text)


def seconds_to_read(raw: bytes) -> tuple[InboundMail, float]:
    began = time.process_time()
    letter = read(raw)
    return letter, time.process_time() - began


def test_every_letter_is_expected():
    assert list(LETTERS) == list(EXPECTED)


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_is_read_as_expected(name: str):
    letter, expected = read(LETTERS[name]), EXPECTED[name]
    assert list(letter.lines) == expected["lines"]
    assert letter.wrapped == set(expected.get("wrapped", []))
    assert letter.broken == set(map(tuple, expected.get("broken", [])))
    changed = None if letter.block is None else list(edited(letter.block, SENT))
    assert changed == expected.get("edited")
    assert letter.automatic == expected.get("automatic")
    assert letter.report.kind == expected.get("reports", "")
    assert letter.report.said == expected.get("said", "")
    assert letter.problem == expected.get("problem")
    refused = "From" in (letter.problem or "")
    assert letter.sender == (None if refused else expected.get("sender", "spain@example.net"))


@pytest.mark.parametrize("name", LETTERS)
def test_line_ends_make_no_difference(name: str):
    unix = LETTERS[name].replace(b"\r\n", b"\n")
    assert read(unix.replace(b"\n", b"\r\n")) == read(unix)


@pytest.mark.parametrize("name", LETTERS)
def test_the_head_alone_tells_the_same_of_who_wrote_to_whom(name: str):
    assert addressed(read_head(LETTERS[name])) == addressed(read(LETTERS[name]))


def addressed(letter: InboundMail) -> tuple[object, ...]:
    return letter.sender, letter.recipients, letter.subject, letter.tags


def test_the_fields_of_an_answer_are_read():
    letter = read(LETTERS["subject_encoded_and_folded"])
    assert letter.subject == (
        "Re: [soe1-spain-w41-k3j7xqm2pa] Spain: your turn, war 2 round 3 - by Thu 3 Dec 21:00 £"
    )
    assert (letter.sender, letter.sender_name) == ("spain@example.net", "España")
    assert letter.recipients == ("games@example.org",)
    assert letter.message_id == "subject_encoded_and_folded.1@client.example.net"
    assert letter.in_reply_to == "soe1.w41.spain@example.org"
    assert letter.references == ("soe1@example.org", "soe1.w41.spain@example.org")
    assert letter.date_header == "Thu, 26 Nov 2026 13:05:11 +0100"
    assert [str(tag) for tag in letter.tags] == ["soe1-spain-w41-k3j7xqm2pa"]


def test_an_odd_message_id_is_kept():
    assert read(LETTERS["hostile_odd_message_id_and_lines"]).message_id == (
        "[soe1@client]-7@example.net"
    )


def test_the_head_of_the_block_names_game_seat_and_window():
    assert read(LETTERS["unedited_block"]).block_head == "soe1 spain w41"


def test_recipients_are_found_in_all_fields_that_name_them():
    letter = read(
        mail(
            "x",
            To='"A, B" <Games+One@Example.org>, c@example.net',
            Cc="d@example.net",
            Delivered_To="games+two@example.org",
            X_Original_To="games+three@example.org",
        )
    )
    assert letter.recipients == (
        "games+two@example.org",
        "games+three@example.org",
        "games+one@example.org",
        "c@example.net",
        "d@example.net",
    )


def test_the_same_words_have_the_same_hash_however_they_were_encoded():
    plain = read(mail("attack Britain\nfight \u2013 now\n"))
    encoded = mail(
        "attack  Britain=20\nfight =E2=80=93 now", Content_Transfer_Encoding="quoted-printable"
    )
    html = read(mail("<p>attack Britain</p><p>fight \u2013 now</p>", "text/html; charset=utf-8"))
    assert plain.body_hash == read(encoded).body_hash == html.body_hash
    assert plain.body_hash != read(mail("attack Britain\nfight now\n")).body_hash


def test_a_mail_without_text_is_hashed_by_its_bytes():
    raw = mail("eJ8=", "application/ms-tnef")
    assert read(raw).body_hash == hashlib.sha256(b"eJ8=").hexdigest()


def test_an_empty_return_path_is_never_answered():
    assert read(mail("x", Return_Path="<>")).automatic == "empty Return-Path"
    assert read(mail("x", Return_Path="<spain@example.net>")).automatic is None


@pytest.mark.parametrize(
    ("field", "value", "automatic"),
    [
        ("Auto-Submitted", "no", False),
        ("Auto-Submitted", "auto-notified; owner=x", True),
        ("Precedence", "bulk", True),
        ("Precedence", "first-class", False),
        ("List-Unsubscribe", "<mailto:x@example.net>", True),
        ("X-Autoreply", "yes", True),
        ("X-Autoreply", "no", False),
        ("X-Auto-Response-Suppress", "OOF", True),
        ("X-Loop", "spain@example.net", True),
        ("Feedback-ID", "i1f21:Provider", False),
        ("Subject", "Out of Office: Re: your turn", True),
        ("Subject", "Re: Automatic reply", False),
    ],
)
def test_a_field_tells_whether_a_machine_wrote(field: str, value: str, automatic: bool):
    assert (read(mail("x", **{field: value})).automatic is not None) == automatic


@pytest.mark.parametrize(
    "address", ["MAILER-DAEMON@example.net", "postmaster@example.net", "no-reply@example.net"]
)
def test_a_machine_is_known_by_its_address(address: str):
    assert read(mail("x", From=address)).automatic == f"sender {address.lower()}"


def test_the_text_alternative_is_read_unless_it_is_empty():
    def alternative(plain: str) -> bytes:
        return mail(
            f"--b\nContent-Type: text/plain\n\n{plain}\n"
            "--b\nContent-Type: text/html\n\n<p>from html</p>\n--b--\n",
            "multipart/alternative; boundary=b",
        )

    assert read(alternative("from plain")).lines == ("from plain",)
    assert read(alternative("  \n ")).lines == ("from html",)


def test_the_alternative_that_strikes_something_out_is_read():
    plain, html = "attack Spain\nfight", "<p><s>attack Spain</s></p><p>fight</p>"
    assert read(two_parts(plain, html)).lines == ("fight",)


def test_the_paragraphs_of_the_html_part_do_not_change_the_hash():
    text = "I slept on it and talked about it with a friend, and I decided not to\ncolonize"
    html = f"<p>{text}</p>"
    letter = read(two_parts(text, html))
    assert letter.lines == (text.replace("\n", " "),)
    assert letter.body_hash == read(mail(text)).body_hash


def test_a_mail_of_which_nothing_is_text_holds_no_text():
    letter = read(mail("\nbegin 644 map.png\n#0V%T\n`\nend\n\n"))
    assert letter.problem == "the mail holds no text"


def test_a_text_too_long_is_refused_as_a_whole():
    letter = read(mail("attack Britain\n" * 20_000))
    assert letter.problem == "the text is longer than 200,000 bytes"
    assert letter.lines == ()


@pytest.mark.parametrize(
    ("text", "content_type"),
    [
        ("a\n" * 10_001, "text/plain"),
        ("<p>a" * 10_001, "text/html"),
        ("<b>a" * 60_000, "text/html"),
    ],
)
def test_a_text_of_too_many_lines_is_refused_as_a_whole(text: str, content_type: str):
    letter = read(mail(text, content_type))
    assert letter.problem == "the text has more than 10,000 lines"
    assert letter.lines == ()


def test_texts_that_are_too_long_together_are_refused():
    part = "--b\nContent-Type: text/plain\n\n" + "attack Britain in the Caribbean\n" * 4_000
    letter = read(mail(part * 2, "multipart/mixed; boundary=b"))
    assert letter.problem == "the text is longer than 200,000 bytes"


NESTED = b"--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n"
REOPENED = "<p>" + "".join(f"<b a={n}>" for n in range(390)) + "</p>"
ARTICLE = (
    "the attack on Spain that my friend saw\nwill not be in the Caribbean\n" * 6 + "\n"
) * 400
WEB_PAGE = (
    '<div class="x"><span style="color: red"><a href="http://x.example/y">link</a></span>'
    "<table><tr><td>one<td>two</table></div>\n"
) * 3_500
ALTERNATIVE = (
    "--b\nContent-Type: multipart/alternative; boundary=c{0}\n\n--c{0}\n\nx\n"
    "--c{0}\nContent-Type: text/html\n\n{1}\n"
)


def two_parts(plain: str, html: str) -> bytes:
    return mail(
        f"--b\nContent-Type: text/plain\n\n{plain}\n"
        f"--b\nContent-Type: text/html\n\n{html}\n--b--\n",
        "multipart/alternative; boundary=b",
    )


HOSTILE: dict[str, Callable[[], bytes]] = {
    "an article in two parts": lambda: two_parts(
        ARTICLE, f"<p>{ARTICLE}</p>".replace("\n\n", "</p><p>")
    ),
    "a saved web page": lambda: mail(WEB_PAGE, "text/html"),
    "a saved web page in two parts": lambda: two_parts(ARTICLE, WEB_PAGE),
    "paragraphs that begin alike": lambda: two_parts(
        ("a " * 34 + "\n") * 2_800, "".join(f"<p>{'a ' * n}b</p>" for n in range(70, 900, 7))
    ),
    "alternatives that strike nothing out": lambda: mail(
        "".join(ALTERNATIVE.format(n, WEB_PAGE) for n in range(30)), "multipart/mixed; boundary=b"
    ),
    "struck through and never closed": lambda: mail("~~a " * 49_000),
    "encoded and never closed": lambda: mail("begin 644 a\n" * 9_000),
    "signatures that never end": lambda: mail("-----BEGIN PGP SIGNATURE-----\n" * 6_000),
    "labels in every line": lambda: mail("From: a To: b To: c\n" * 9_000),
    "20 MB of text": lambda: mail("attack Britain in Caribbean\n" * 750_000),
    "20 MB of blank lines": lambda: mail("\n" * 20_000_000),
    "20 MB without a line end": lambda: mail("a" * 20_000_000),
    "20 MB of base64": lambda: mail("QUFB" * 5_000_000, Content_Transfer_Encoding="base64"),
    "20 MB of header": lambda: b"X: " + b"a" * 20_000_000,
    "20 MB of header lines": lambda: b"X: a\n" * 4_000_000,
    "20 MB of continued header": lambda: b"X: a\n" + b" b\n" * 6_000_000 + b"\nx",
    "nested 1,000 deep": lambda: (
        mail("", "multipart/mixed; boundary=b0")
        + b"".join(NESTED % (n, n + 1) for n in range(1_000))
    ),
    "nested 1,000 deep with one boundary": lambda: mail(
        "--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 1_000,
        "multipart/mixed; boundary=b",
    ),
    "100,000 parts": lambda: mail("--b\n\nx\n" * 100_000, "multipart/mixed; boundary=b"),
    "a million near boundaries": lambda: mail("--bb\n" * 1_000_000, "multipart/mixed; boundary=b"),
    "20,000 encoded words": lambda: mail("x", Subject="=?utf-8?q?a?= " * 20_000),
    "broken encoded words": lambda: mail("x", Subject="=?utf-8?q?" * 20_000),
    "3,000 brackets in From": lambda: mail("x", From="(" * 3_000 + "spain@example.net"),
    "20,000 addresses": lambda: mail("x", To="a@b.example, " * 20_000),
    "odd domains": lambda: mail("x", From="a@[1.2.3", To="a@" + "ä" * 3_000),
    "a codec that is slow": lambda: mail("x" * 100_000, "text/plain; charset=punycode"),
    "odd parameters": lambda: mail("x", "text/plain; " + 'a="' * 5_000 + "; charset*=x'"),
    "20,000 blanks in an attribution": lambda: mail(f"On a{' ' * 20_000}wrote:\n" * 8),
    "5,000 lines On": lambda: mail("On a, b\n" * 5_000),
    "attributions without quotes": lambda: mail("On 1 a@b wrote:\n" * 8_000),
    "header blocks": lambda: mail("From: a\nSent: b\n\n\n\n\n\n" * 8_000),
    "open blocks": lambda: mail("--- orders a b c\n" * 10_000),
    "deep quotes": lambda: mail(">" * 150_000),
    "flowed for ever": lambda: mail("a \n" * 60_000, "text/plain; format=flowed; delsp=yes"),
    "nested html": lambda: mail("<div>" * 90_000, "text/html"),
    "html that reopens": lambda: mail(REOPENED + "<p>x</p>" * 20_000, "text/html"),
    "html lists": lambda: mail("<ul><li>" * 390 + "<li>" * 100_000, "text/html"),
    "html attributes": lambda: mail('<a x="' * 80_000, "text/html"),
    "html entities": lambda: mail("&amp" * 100_000, "text/html"),
    "nothing": lambda: b"",
    "one line end": lambda: b"\n",
    "zeros": lambda: b"\0" * 1_000_000,
    "no header": lambda: b"attack Britain",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mail_is_read_in_bounded_time(name: str):
    letter, seconds = seconds_to_read(HOSTILE[name]())
    assert isinstance(letter, InboundMail)
    assert "could not be read" not in (letter.problem or "")
    assert seconds < HANGING


@given(st.sampled_from(sorted(LETTERS)), st.data())
def test_mutated_letters_are_read_without_an_exception(name: str, data: st.DataObject):
    raw = bytearray(LETTERS[name])
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw)))
        length = data.draw(st.integers(0, 40))
        raw[at : at + length] = data.draw(
            st.one_of(st.binary(max_size=8), st.just(bytes(raw[at : at + 200])))
        )
    letter, seconds = seconds_to_read(bytes(raw))
    assert "could not be read" not in (letter.problem or "")
    assert seconds < HANGING


@given(st.binary(max_size=2_000))
def test_any_bytes_are_read_without_an_exception(raw: bytes):
    assert "could not be read" not in (read(raw).problem or "")
    assert addressed(read_head(raw)) == addressed(read(raw))


@given(st.text(max_size=500))
def test_any_html_is_read_without_an_exception(text: str):
    letter = read(mail(text.encode("utf-8", "replace"), "text/html; charset=utf-8"))
    assert "could not be read" not in (letter.problem or "")
