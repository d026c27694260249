"""The bounded reader of MIME, where real mail programs differ from the book."""

import pytest

from pbem.mail.mime import (
    content,
    decode,
    decode_words,
    parse,
    split_head,
    tidy_start,
    with_params,
)


def parts(raw: bytes) -> list[tuple[str, bytes]]:
    mail = parse(raw)
    return [(part.type, content(mail.raw, part, 1_000)) for part in mail.leaves]


def test_fields_are_unfolded_and_found_whatever_their_case():
    raw = b"subject: a\r\n\tb\r\nTO: c\r\nTo : d\r\n\r\nbody"
    head, body = split_head(raw)
    assert (head.first["subject"], head.every["to"]) == ("a\tb", ["c", "d"])
    assert (head.first["cc"], head.every["cc"]) == ("", [])
    assert raw[body:] == b"body"


def test_a_line_that_is_no_field_is_passed_over_with_what_continues_it():
    head, _ = split_head(b"A: 1\nnonsense\n more\nB: 2\n\n")
    assert head.every == {"a": ["1"], "b": ["2"]}


@pytest.mark.parametrize(
    "start",
    [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b"From spain@example.net Thu Nov 26 12:12:13 2026\n"],
)
def test_what_stands_before_the_header_is_passed_over(start: bytes):
    assert tidy_start(start + b"A: 1\n\nx") == b"A: 1\n\nx"


def test_lines_of_an_old_mac_are_lines():
    assert tidy_start(b"A: 1\r\rx") == b"A: 1\n\nx"


@pytest.mark.parametrize(
    ("value", "word", "params"),
    [
        ("Text/Plain; Charset=UTF-8", "text/plain", {"charset": "UTF-8"}),
        ('a/b; x="1; 2"; y = 3', "a/b", {"x": "1; 2", "y": "3"}),
        ("a/b; name*=utf-8'en'x", "a/b", {"name": "x"}),
        ('a/b; x="never closed', "a/b", {"x": "never closed"}),
        ("", "", {}),
    ],
)
def test_parameters_are_read(value: str, word: str, params: dict[str, str]):
    assert with_params(value) == (word, params)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("=?utf-8?q?Espa=C3=B1a?=", "España"),
        ("=?UTF-8?B?w4Q=?= x =?iso-8859-1?Q?=E4_b?=", "Ä x ä b"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=84b?=", "Äb"),
        ("=?utf-8?q?a?=\r\n =?utf-8?q?b?=", "ab"),
        ("=?utf-8?q?a b?=", "a b"),
        ("=?utf-8*en?q?a?=", "a"),
        ("=?nonsense?q?=E4?=", "ä"),
        ("a =?utf-8?x?b?= c", "a =?utf-8?x?b?= c"),
        ("=?utf-8?b?w4?=", "Ã"),
    ],
)
def test_encoded_words_are_read(value: str, text: str):
    assert decode_words(value) == text


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("ä".encode(), "utf-8", "ä"),
        (b"\xe4", "iso-8859-1", "ä"),
        ("ä".encode(), "us-ascii", "ä"),
        ("ä".encode(), "iso-8859-1", "ä"),
        (b"\x80", "iso-8859-1", "€"),
        (b"\xb1", "iso-8859-2", "ą"),
        ("ж".encode("koi8-r"), "koi8-r", "ж"),
        (b"\xe4", "utf-8", "ä"),
        (b"\xe4", "no-such-charset", "ä"),
        (b"\xe4", "", "ä"),
        (b"a", "rot13", "a"),
        (b"a\\xff", "unicode_escape", "a\\xff"),
    ],
)
def test_a_charset_is_believed_as_far_as_it_works(data: bytes, charset: str, text: str):
    assert decode(data, charset) == text


def test_parts_are_found_by_their_boundary_only():
    raw = (
        b"Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n--bb\n--b \r\n"
        b"Content-Type: text/html\n\ntwo\n--b--\nepilogue\n--b\n\nnot this"
    )
    assert parts(raw) == [("text/plain", b"one\n--bb\n"), ("text/html", b"two\n")]


def test_a_mail_cut_off_keeps_its_last_part():
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n\ntw"
    assert [data for _, data in parts(raw)] == [b"one\n", b"tw"]


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("base64", b"YXR0\n YWNr\n"),
        ("BASE64", b"YXR0YWNr="),
        ("base64", b"YXR0*YWNrx"),
        ("quoted-printable", b"at=74a=\nck"),
        ("7bit", b"attack"),
        ("x-unknown", b"attack"),
    ],
)
def test_transfer_encodings_are_undone_as_far_as_they_go(encoding: str, body: bytes):
    raw = b"Content-Transfer-Encoding: " + encoding.encode() + b"\n\n" + body
    assert parts(raw) == [("text/plain", b"attack")]
