"""A mail to be sent, as data, and composing its bytes (RFC 5322, 2045 to 2047, 2231, 2387, 3834).

The same `Outgoing` gives the same bytes: boundaries come from the Message-ID, the date from the
data. Lines end with LF, as in files; the SMTP transport turns them into CRLF. Nothing in a text,
name or subject can add a header or end a part.
"""

import hashlib
import re
from base64 import encodebytes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.header import Header
from email.message import MIMEPart
from email.quoprimime import body_encode
from email.utils import format_datetime
from functools import lru_cache
from typing import Any, NamedTuple

from pbem.mail.identity import named_address, normalise

LINE = 76
POLICY = policy.default.clone(max_line_length=LINE, cte_type="7bit")
SUBJECT_LIMIT = 300
MESSAGE_ID = re.compile(r"[^\s<>\x00-\x20\x7f-\U0010ffff]{3,250}\Z")
MAILTO = re.compile(r"mailto:[!-;=?-~]{3,400}\Z")
HTTPS = re.compile(r"https://[!-;=?-~]{3,400}\Z")
MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(?:; ?[a-z-]+=\"?[\w.-]+\"?)*\Z", re.IGNORECASE)


class Image(NamedTuple):
    """A picture shown inside the HTML, which refers to it as `cid:...`."""

    cid: str
    name: str
    png: bytes


class Attachment(NamedTuple):
    """An attached file; its type has parameters, such as `text/calendar; method=PUBLISH`."""

    name: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One mail to one recipient. Message-IDs come without their angle brackets."""

    message_id: str
    sender_name: str
    sender: str
    envelope_from: str
    recipient: str
    reply_to: str | None = None
    subject: str
    in_reply_to: str | None = None
    references: Sequence[str] = ()
    unsubscribe: str | None = None
    """A mailto URI for unsubscribing by mail (RFC 2369, 3.2; RFC 6068)."""
    one_click: str | None = None
    """An https URI where a POST does the same (RFC 8058)."""
    date: datetime
    text: str
    html: str | None = None
    images: Sequence[Image] = ()
    attachments: Sequence[Attachment] = ()


def compose(mail: Outgoing) -> bytes:
    """Write the mail as bytes. Raises ValueError if an address, id or type is invalid."""
    if not MESSAGE_ID.match(mail.message_id) or "@" not in mail.message_id:
        raise ValueError(f"{mail.message_id!r} is no Message-ID")
    head = [
        ("From", _field(named_address(mail.sender_name, _address(mail.sender)))),
        ("To", _address(mail.recipient)),
        ("Subject", _subject(mail.subject)),
        ("Date", format_datetime(mail.date)),
        ("Message-ID", f"<{mail.message_id}>"),
    ]
    if mail.reply_to:
        head.append(("Reply-To", _field(named_address(mail.sender_name, _address(mail.reply_to)))))
    if mail.in_reply_to and MESSAGE_ID.match(mail.in_reply_to):
        head.append(("In-Reply-To", f"<{mail.in_reply_to}>"))
    if references := [f"<{one}>" for one in mail.references if MESSAGE_ID.match(one)]:
        head.append(("References", "\n ".join(references)))
    head += [
        *_ways_out(mail),
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "DR, RN, NRN, AutoReply"),
        ("MIME-Version", "1.0"),
    ]
    return _with_head(head) + _body(mail)


def _ways_out(mail: Outgoing) -> Iterator[tuple[str, str]]:
    """RFC 8058, 3.1: with one click, the https URI stands beside the way by mail."""
    for uri, form in ((mail.unsubscribe, MAILTO), (mail.one_click, HTTPS)):
        if uri and not form.match(uri):
            raise ValueError(f"{uri!r} is no URI to unsubscribe by")
    if mail.unsubscribe:
        uris = filter(None, (mail.one_click, mail.unsubscribe))
        yield "List-Unsubscribe", ",\n ".join(f"<{uri}>" for uri in uris)
    if mail.unsubscribe and mail.one_click:
        yield "List-Unsubscribe-Post", "List-Unsubscribe=One-Click"


def _body(mail: Outgoing) -> bytes:
    """mixed [ alternative [ plain, related [ html, images ] ], attachments ], no level of one."""
    body = _text(mail.text, "plain")
    if mail.html is not None:
        shown = _text(mail.html, "html")
        if mail.images:
            shown = _joined(mail, "related", [shown, *map(_image, mail.images)])
        body = _joined(mail, "alternative", [body, shown])
    if mail.attachments:
        body = _joined(mail, "mixed", [body, *map(_attachment, mail.attachments)])
    return body


def _joined(mail: Outgoing, kind: str, parts: Sequence[bytes]) -> bytes:
    """Join several parts into one multipart."""
    boundary = f"=_{kind}_{hashlib.sha256(f'{kind} {mail.message_id}'.encode()).hexdigest()[:32]}"
    begin = f"--{boundary}\n".encode()
    told = '; type="text/html"' if kind == "related" else ""
    head = f'Content-Type: multipart/{kind}{told};\n boundary="{boundary}"\n\n'.encode()
    return head + begin + (b"\n" + begin).join(parts) + f"\n--{boundary}--\n".encode()


def _text(text: str, kind: str) -> bytes:
    """Write a text part, readable without decoding if possible."""
    text = "\n".join(text.encode("utf-8", "replace").decode().splitlines()) + "\n"
    plain = text.isascii() and all(len(line) <= LINE + 2 for line in text.split("\n"))
    if plain:
        return _head_of_text(kind, "7bit") + text.encode()
    octets = b"\n".join(text.encode().splitlines()) + b"\n"
    return _head_of_text(kind, "quoted-printable") + body_encode(
        octets.decode("latin-1"), LINE
    ).encode("ascii")


def _head_of_text(kind: str, encoding: str) -> bytes:
    return (
        f'Content-Type: text/{kind}; charset="utf-8"\nContent-Transfer-Encoding: {encoding}\n\n'
    ).encode()


def _image(image: Image) -> bytes:
    if not MESSAGE_ID.match(image.cid):
        raise ValueError(f"{image.cid!r} cannot be the Content-ID of a picture")
    return _head_of_file(image.name, "image/png", image.cid) + encodebytes(image.png)


def _attachment(file: Attachment) -> bytes:
    if not MEDIA_TYPE.match(file.type):
        raise ValueError(f"{file.type!r} is no media type")
    return _head_of_file(file.name, file.type) + encodebytes(file.data)


@lru_cache(maxsize=256)
def _head_of_file(name: str, type: str, cid: str = "") -> bytes:
    """Write the head of a file's part as the library does, since names can have any letters."""
    kind, part = POLICY.header_factory("Content-Type", type), MIMEPart(POLICY)
    given = {"cid": f"<{cid}>", "disposition": "inline"} if cid else {}
    part.set_content(b"", kind.maintype, kind.subtype, **_named(name, **given, **kind.params))
    return part.as_bytes()


def _named(
    text: str, cid: str | None = None, disposition: str = "attachment", **params: str
) -> dict[str, Any]:
    """Return a file's name, without folders, for both places where mail programs look for it."""
    name = _one_line(text).rpartition("/")[2][:100]
    named = {"disposition": disposition, "filename": name, "params": {**params, "name": name}}
    return named | ({"cid": cid} if cid else {})


def _with_head(fields: Sequence[tuple[str, str]]) -> bytes:
    """Write the fields as bytes.

    The library of Python 3.11 cannot be used: it writes long ids and addresses as encoded words,
    which RFC 2047 does not allow in References, In-Reply-To and List-Unsubscribe, puts spaces into
    long names with accents, and decodes what looks encoded in a subject.
    """
    return "".join(f"{name}: {value}\n" for name, value in fields).encode("ascii")


def _subject(text: str) -> str:
    text = _one_line(text)[:SUBJECT_LIMIT]
    charset = "us-ascii" if text.isascii() and "=?" not in text else "utf-8"
    return Header(text, charset, maxlinelen=LINE, header_name="Subject").encode(linesep="\n")


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _field(value: str) -> str:
    """Write a mailbox, with the address on its own line if name and address are too long for
    one."""
    value = value.replace("?= =?", "?=\n =?")
    name, at, address = value.rpartition(" <")
    return f"{name}\n <{address}" if at and len(value) > LINE - 12 else value


def _address(address: str) -> str:
    if normalise(address) is None or not address.isascii() or len(address.split()) != 1:
        raise ValueError(f"{address!r} is no address that mail can be sent to")
    return address
