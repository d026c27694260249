"""A mail to be sent, as data, and its bytes (RFC 5322, 2045 to 2047, 2231, 2387, 3834).

The same `Outgoing` gives the same bytes: boundaries come from the Message-ID, the date from the
data. Lines end with LF, as files do; the SMTP transport makes CRLF of it. Nothing in a text, name
or subject can add a header or end a part.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.quoprimime import body_encode
from email.utils import format_datetime
from typing import NamedTuple
from urllib.parse import quote

from pbem.mail.identity import named_address, normalise

LINE = 76
SUBJECT_LIMIT = 300
MESSAGE_ID = re.compile(r"[^\s<>\x00-\x20\x7f-\U0010ffff]{3,250}\Z")
MAILTO = re.compile(r"mailto:[!-;=?-~]{3,400}\Z")
MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(?:; ?[a-z-]+=\"?[\w.-]+\"?)*\Z", re.IGNORECASE)


class Image(NamedTuple):
    """A picture shown inside the HTML, which names it `cid:...`."""

    cid: str
    name: str
    png: bytes


class Attachment(NamedTuple):
    """A file sent along; its type with parameters, such as `text/calendar; method=PUBLISH`."""

    name: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One mail to one recipient. Message-IDs stand without their angle brackets."""

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
    """A mailto URI at which a mail ends what is sent (RFC 2369, 3.2; RFC 6068)."""
    date: datetime
    text: str
    html: str | None = None
    images: Sequence[Image] = ()
    attachments: Sequence[Attachment] = ()


def compose(mail: Outgoing) -> bytes:
    """The mail as bytes. Raises ValueError where an address, id or type is not one."""
    head = [
        ("From", _field(named_address(mail.sender_name, _address(mail.sender)))),
        ("To", _address(mail.recipient)),
        ("Subject", _subject(mail.subject)),
        ("Date", format_datetime(mail.date)),
        ("Message-ID", f"<{_message_id(mail.message_id)}>"),
    ]
    if mail.reply_to:
        head.append(("Reply-To", _field(named_address(mail.sender_name, _address(mail.reply_to)))))
    if mail.in_reply_to and MESSAGE_ID.match(mail.in_reply_to):
        head.append(("In-Reply-To", f"<{mail.in_reply_to}>"))
    if references := [f"<{one}>" for one in mail.references if MESSAGE_ID.match(one)]:
        head.append(("References", "\n ".join(references)))
    if mail.unsubscribe:
        head.append(("List-Unsubscribe", f"<{_mailto(mail.unsubscribe)}>"))
    head += [
        ("Auto-Submitted", "auto-generated"),
        ("X-Auto-Response-Suppress", "DR, RN, NRN, AutoReply"),
        ("MIME-Version", "1.0"),
    ]
    return _with_head(head) + _body(mail)


def _body(mail: Outgoing) -> bytes:
    """mixed [ alternative [ plain, related [ html, images ] ], attachments ], no level of one."""
    text = _text(mail.text, "plain")
    if mail.html is not None:
        shown = _many("related", mail, [_text(mail.html, "html"), *map(_image, mail.images)])
        text = _many("alternative", mail, [text, shown])
    return _many("mixed", mail, [text, *map(_attachment, mail.attachments)])


def _many(kind: str, mail: Outgoing, parts: list[bytes]) -> bytes:
    if len(parts) == 1:
        return parts[0]
    seed = hashlib.sha256(f"{kind} {mail.message_id}".encode()).hexdigest()
    boundary = f"=_{kind}_{seed[:32]}"
    root = '; type="text/html"' if kind == "related" else ""
    mark = f"\n--{boundary}".encode()
    head = f'Content-Type: multipart/{kind}{root};\n boundary="{boundary}"\n'
    return head.encode() + b"".join(mark + b"\n" + part for part in parts) + mark + b"--\n"


def _text(text: str, kind: str) -> bytes:
    """A text part, readable as it is where it can be."""
    text = "\n".join(text.splitlines()) + "\n"
    plain = text.isascii() and all(len(line) <= LINE + 2 for line in text.split("\n"))
    data = text.encode("utf-8", "replace")
    encoded = text if plain else body_encode(data.decode("latin-1"), LINE)
    return _with_head([
        ("Content-Type", f'text/{kind}; charset="utf-8"'),
        ("Content-Transfer-Encoding", "7bit" if plain else "quoted-printable"),
    ]) + b"\n" + encoded.encode("ascii")  # fmt: skip


def _image(image: Image) -> bytes:
    if not MESSAGE_ID.match(image.cid):
        raise ValueError(f"{image.cid!r} cannot be the Content-ID of a picture")
    cid = ("Content-ID", f"<{image.cid}>")
    return _file(Attachment(image.name, "image/png", image.png), "inline", cid)


def _attachment(attachment: Attachment) -> bytes:
    return _file(attachment, "attachment")


def _file(file: Attachment, disposition: str, *more: tuple[str, str]) -> bytes:
    if not MEDIA_TYPE.match(file.type):
        raise ValueError(f"{file.type!r} is no media type")
    head = [
        ("Content-Type", f"{file.type}{_parameter('name', file.name)}"),
        ("Content-Transfer-Encoding", "base64"),
        ("Content-Disposition", f"{disposition}{_parameter('filename', file.name)}"),
        *more,
    ]
    return _with_head(head) + b"\n" + base64.encodebytes(file.data)


def _parameter(name: str, value: str) -> str:
    """A file's name as a parameter (RFC 2231), without folders."""
    value = _one_line(value).rpartition("/")[2][:100]
    if re.fullmatch(r"[\w .+-]+", value, re.ASCII):
        return f';\n {name}="{value}"'
    return f";\n {name}*=utf-8''{quote(value, safe='')}"


def _with_head(fields: Sequence[tuple[str, str]]) -> bytes:
    return "".join(f"{name}: {value}\n" for name, value in fields).encode("ascii")


def _subject(text: str) -> str:
    text = _one_line(text)[:SUBJECT_LIMIT]
    charset = "us-ascii" if text.isascii() and "=?" not in text else "utf-8"
    return Header(text, charset, maxlinelen=LINE, header_name="Subject").encode(linesep="\n")


def _one_line(text: str) -> str:
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _field(value: str) -> str:
    """A mailbox, its address on a line of its own where both would be too long for one."""
    value = value.replace("?= =?", "?=\n =?")
    name, at, address = value.rpartition(" <")
    return f"{name}\n <{address}" if at and len(value) > LINE - 12 else value


def _address(address: str) -> str:
    if normalise(address) is None or not address.isascii() or len(address.split()) != 1:
        raise ValueError(f"{address!r} is no address that mail can be sent to")
    return address


def _mailto(uri: str) -> str:
    if not MAILTO.match(uri):
        raise ValueError(f"{uri!r} is no mailto URI")
    return uri


def _message_id(text: str) -> str:
    if not MESSAGE_ID.match(text) or "@" not in text:
        raise ValueError(f"{text!r} is no Message-ID")
    return text
