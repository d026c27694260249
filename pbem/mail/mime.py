"""A bounded reader of mail as bytes (RFC 5322, 2045 to 2047, 2231).

Hostile mail takes no longer than other mail: parts are offsets into the only copy of the bytes;
depth, number of parts and length of headers are limited; nothing is read twice. The standard
library's parser is not used for strangers' mail, since it raises on some headers that real mail
programs write, and takes seconds for others.
"""

import binascii
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

HEAD_LIMIT = 256 * 1024
FIELD_LIMIT = 4_000
FIELDS_LIMIT = 2_000
DEPTH_LIMIT = 20
PARTS_LIMIT = 200

ENCODED_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\r\n]{0,1000})\?=")
PARAMETER = re.compile(r';\s*([^\s=;"]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)')
FIELD_NAME = re.compile(r"[!-9;-~]{1,80}[ \t]*:")
TEXT_CHARSET = re.compile(
    r"(?i)(?:x-)?(?:utf|iso|windows-?\d|cp\d|latin|l\d|koi8|gb|big5|euc|shift|sjis|ms|us-ascii|ascii"
    r"|ansi|ks|mac|tis|hz|johab)[-\w.:]{0,30}\Z"
)
WESTERN = {"us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252"}
NOT_BASE64 = bytes(
    set(range(256)) - set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
)


@dataclass(frozen=True, slots=True)
class Part:
    """One node of a mail: `start` and `end` bound its body in the raw bytes."""

    type: str
    params: Mapping[str, str]
    disposition: str
    encoding: str
    start: int
    end: int
    parts: tuple["Part", ...] = ()


class Head(NamedTuple):
    """The header fields of a mail or part, by their names in lower case."""

    every: Mapping[str, Sequence[str]]
    """All values of each field; empty for a missing one."""
    first: Mapping[str, str]
    """The first value of each field; empty for a missing one."""


class Mail(NamedTuple):
    """A mail split into its parts."""

    raw: bytes
    head: Head
    body: int
    """The offset of the body in the raw bytes."""
    root: Part
    leaves: tuple[Part, ...]
    """The parts that contain no further parts, in order."""


@dataclass(slots=True)
class _Budget:
    parts: int = PARTS_LIMIT
    looks: int = 5_000


def parse(raw: bytes) -> Mail:
    """Parse the mail in these bytes, without copying them."""
    raw = tidy_start(raw)
    head, body = split_head(raw)
    root = _part(raw, head, body, len(raw), 0, _Budget())
    return Mail(raw, head, body, root, tuple(_leaves(root)))


def _leaves(part: Part) -> Iterator[Part]:
    if not part.parts:
        yield part
    for each in part.parts:
        yield from _leaves(each)


def tidy_start(raw: bytes) -> bytes:
    """Return the mail without a byte order mark, an mbox "From " line or blank lines before it."""
    raw = raw.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if b"\n" not in raw[:HEAD_LIMIT]:
        raw = raw.replace(b"\r", b"\n")
    if raw.startswith((b"From ", b">From ")):
        raw = raw[raw.find(b"\n") + 1 :]
    return raw


def split_head(raw: bytes, start: int = 0, end: int | None = None) -> tuple[Head, int]:
    """Read the header fields of the mail or part at `start`, and return where its body starts."""
    stop = len(raw) if end is None else end
    if raw.startswith((b"\n", b"\r\n"), start, stop):
        return _head(b""), raw.find(b"\n", start) + 1
    limit = min(stop, start + HEAD_LIMIT)
    blank = [
        (at, at + len(mark))
        for mark in (b"\n\n", b"\n\r\n")
        if (at := raw.find(mark, start, limit)) >= 0
    ]
    head_end, body = min(blank) if blank else (limit, limit)
    return _head(raw[start:head_end]), body


def _head(head: bytes) -> Head:
    """Return the unfolded fields, with values cut to a limit; lines that are no fields are left
    out."""
    found: list[tuple[str, list[str]]] = []
    room = 0
    for line in _decode_head(head).split("\n"):
        if line[:1] in (" ", "\t"):
            if found and room > 0:
                found[-1][1].append(line[:room].rstrip("\r"))
                room -= len(line)
        elif FIELD_NAME.match(line):
            if len(found) == FIELDS_LIMIT:
                break
            name, _, value = line.partition(":")
            found.append((name.strip().lower(), [value[:FIELD_LIMIT].rstrip("\r")]))
            room = FIELD_LIMIT - len(value)
        else:
            room = 0
    every: defaultdict[str, list[str]] = defaultdict(list)
    for name, pieces in found:
        every[name].append("".join(pieces).strip())
    return Head(every, defaultdict(str, {name: values[0] for name, values in every.items()}))


def _decode_head(head: bytes) -> str:
    try:
        return head.decode()
    except UnicodeDecodeError:
        return head.decode("cp1252", "replace")


def with_params(value: str) -> tuple[str, dict[str, str]]:
    """Split a value such as `text/plain; charset=x` into its first word, in lower case, and
    parameters."""
    value = value[:1_000]
    params: dict[str, str] = {}
    for match in PARAMETER.finditer(value):
        name, text = match[1].lower(), match[2].strip()
        if text.startswith('"'):
            text = text.strip('"').replace("\\", "")
        if name.endswith("*"):
            text = text.rpartition("'")[2]
        params.setdefault(name.rstrip("*"), text)
    return value.partition(";")[0].strip().lower(), params


def _part(raw: bytes, head: Head, start: int, end: int, depth: int, budget: _Budget) -> Part:
    kind, params = with_params(head.first["content-type"])
    disposition, _ = with_params(head.first["content-disposition"])
    encoding = head.first["content-transfer-encoding"].lower().strip(" ;\"'")
    parts: tuple[Part, ...] = ()
    if kind.startswith("multipart/"):
        if depth < DEPTH_LIMIT:
            parts = tuple(_children(raw, params.get("boundary", ""), start, end, depth, budget))
        if not parts:
            kind = "text/plain" if depth < DEPTH_LIMIT else "application/octet-stream"
    return Part(kind or "text/plain", params, disposition, encoding, start, end, parts)


def _children(
    raw: bytes, boundary: str, start: int, end: int, depth: int, budget: _Budget
) -> Iterator[Part]:
    """Yield the parts between the delimiter lines of RFC 2046; an unclosed last part counts."""
    marks = list(_delimiters(raw, boundary, start, end, budget))
    if not marks:
        marks = list(_delimiters(raw, _guessed(raw, start, end), start, end, budget))
    for at, (_, begin, closing) in enumerate(marks):
        if closing:
            return
        stop = marks[at + 1][0] if at + 1 < len(marks) else end
        head, body = split_head(raw, begin, stop)
        yield _part(raw, head, min(body, stop), stop, depth + 1, budget)


def _delimiters(
    raw: bytes, boundary: str, start: int, end: int, budget: _Budget
) -> Iterator[tuple[int, int, bool]]:
    """Yield for each delimiter where it starts, where its part begins, and whether it closes."""
    mark = b"--" + boundary.encode("utf-8", "replace")
    at = raw.find(mark, start, end) if boundary else -1
    while at >= 0 and budget.looks:
        budget.looks -= 1
        line_end = raw.find(b"\n", at, min(end, at + len(mark) + 200))
        tail = raw[at + len(mark) : line_end if line_end >= 0 else min(end, at + len(mark) + 200)]
        if (at == start or raw[at - 1] == 10) and tail.strip() in (b"", b"--"):
            if not budget.parts:
                return
            budget.parts -= 1
            yield at, (line_end + 1 if line_end >= 0 else end), tail.startswith(b"--")
        at = raw.find(mark, at + len(mark), end)


def _guessed(raw: bytes, start: int, end: int) -> str:
    """Guess the boundary from the body if the header names none, or a wrong one."""
    for line in raw[start : min(end, start + 4_000)].split(b"\n", 10)[:10]:
        if line.startswith(b"--") and len(line.strip()) > 8 and b" " not in line.strip():
            return line.strip()[2:].decode("latin-1")
    return ""


def content(raw: bytes, part: Part, limit: int) -> bytes:
    """Return the part's bytes without their transfer encoding; about the first `limit` of them."""
    if part.encoding == "base64":
        data = raw[part.start : min(part.end, part.start + limit * 3 // 2)]
        data = data.translate(None, NOT_BASE64)
        data = data[: len(data) - (len(data) % 4 == 1)]
        return binascii.a2b_base64(data + b"=" * (-len(data) % 4))
    if part.encoding == "quoted-printable":
        return binascii.a2b_qp(raw[part.start : min(part.end, part.start + limit * 3)])[:limit]
    return raw[part.start : min(part.end, part.start + limit)]


def text(raw: bytes, part: Part, limit: int) -> tuple[str, int]:
    """Return the part's text, up to about `limit` bytes, and how many bytes that was."""
    data = content(raw, part, limit)
    return decode(data, part.params.get("charset", "")), len(data)


def decode(data: bytes, charset: str) -> str:
    """Decode a text: by the charset declared, else UTF-8, else Windows-1252. Never raises."""
    declared = charset.strip("\"' ").lower()
    chain = ["utf-8"] if declared in WESTERN or not TEXT_CHARSET.match(declared) else [declared]
    for name in [*chain, "utf-8"]:
        try:
            return data.decode(name)
        except (LookupError, ValueError):
            continue
    return data.decode("cp1252", "replace")


def decode_words(value: str) -> str:
    """Decode the encoded words of a header (RFC 2047), on one line."""
    out: list[str] = []
    pending: tuple[str, bytes] = ("", b"")
    at = 0
    for match in ENCODED_WORD.finditer(value):
        between = value[at : match.start()]
        charset, data = match[1].partition("*")[0].lower(), _word(match[2], match[3])
        if not (pending[0] and not between.strip()):
            out += [decode(pending[1], pending[0]), between]
            pending = (charset, data)
        elif pending[0] == charset:  # a character may be cut in two between adjacent words
            pending = (charset, pending[1] + data)
        else:
            out.append(decode(pending[1], pending[0]))
            pending = (charset, data)
        at = match.end()
    out += [decode(pending[1], pending[0]), value[at:]]
    return " ".join("".join(out).split())


def _word(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return binascii.a2b_qp(data, header=True)
    data = data.translate(None, NOT_BASE64)
    data = data[: len(data) - (len(data) % 4 == 1)]
    return binascii.a2b_base64(data + b"=" * (-len(data) % 4))
