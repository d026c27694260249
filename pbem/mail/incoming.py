"""Turns the raw bytes of a mail into an `InboundMail`: who wrote what, and whether to answer it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import getaddresses

from pbem.mail import mime
from pbem.mail.authentication import FIELDS_LIMIT
from pbem.mail.automatic_replies import why_automatic
from pbem.mail.delivery_reports import NO_REPORT, Report, report
from pbem.mail.form_fields import joined
from pbem.mail.forwards import is_forwarded
from pbem.mail.identity import Tag, find_tags, normalise, shown_name, strip_tags
from pbem.mail.mime import Head, Mail, Part
from pbem.mail.paragraphs import as_written
from pbem.mail.quotes import Sifted, sift
from pbem.mail.text import LINES_LIMIT, Quoted, html_lines, plain_characters, plain_lines, strikes

TEXT_LIMIT = 200_000
HTML_LIMIT = 500_000
LIMITS = {"text/plain": TEXT_LIMIT, "text/html": HTML_LIMIT}
SUBJECT_LIMIT = 300
SAID_LIMIT = 300
RECIPIENTS_LIMIT = 100
REFERENCES_LIMIT = 20

RECIPIENT_FIELDS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
NO_TEXT = {
    "application/ms-tnef": "the mail holds only a winmail.dat: send it as plain text",
    "application/pkcs7-mime": "the mail is encrypted: send it as plain text",
    "application/pgp-encrypted": "the mail is encrypted: send it as plain text",
    "message/rfc822": "the mail holds only another mail as an attachment: answer instead",
}
MESSAGE_ID = re.compile(r"<([^<>\s]{1,300})>")
CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
MOST_CONTROLS = 50
"""A text in which more than one character in this many is a control character is no text."""
PARTED = re.compile(r"[\s<>,;\"()]+")


@dataclass(frozen=True, slots=True)
class InboundMail:
    """A mail as far as the moderator reads it. Message-IDs come without their angle brackets.

    `automatic` says why it must never be answered; `report` what it reports on one of our mails.
    `lines` is what the person wrote, without blank lines; `prose` the same with them. `wrapped` has
    those lines that may be the tail of a quoted line that the mail program broke, to be ignored if
    they are no order; `broken` pairs of adjacent lines that may be one line it broke. `block` is
    the order block as it came back, `block_head` the words of its heading, and `block_at` how many
    lines of the prose come before it, if it stands among them. `problem` says why the mail is of no
    use.
    """

    message_id: str | None = None
    sender: str | None = None
    sender_name: str = ""
    recipients: tuple[str, ...] = ()
    subject: str = ""
    tags: tuple[Tag, ...] = ()
    date_header: str = ""
    in_reply_to: str | None = None
    references: tuple[str, ...] = ()
    automatic: str | None = None
    forwarded: bool = False
    """Whether it passes on another mail."""
    report: Report = NO_REPORT
    body_hash: str = ""
    lines: tuple[str, ...] = ()
    prose: tuple[str, ...] = ()
    wrapped: frozenset[str] = frozenset()
    broken: frozenset[tuple[str, str]] = frozenset()
    block: tuple[str, ...] | None = None
    block_head: str | None = None
    block_at: int | None = None
    problem: str | None = None
    authentication: tuple[str, ...] = ()
    """The values of Authentication-Results, whoever wrote them."""


def read(raw: bytes) -> InboundMail:
    """Read the mail in these bytes. Never raises, whatever they are, and takes bounded time."""
    try:
        return _read(mime.parse(raw))
    except Exception as error:  # nothing that a stranger can send may stop the moderator
        problem = f"the mail could not be read ({type(error).__name__})"
        return InboundMail(body_hash=hashlib.sha256(raw).hexdigest(), problem=problem)


def read_head(raw: bytes) -> InboundMail:
    """Read who sent a mail, to whom, its subject and the tags in them. Never raises."""
    try:
        head, _ = mime.split_head(mime.tidy_start(raw))
        recipients, subject = _recipients(head), _subject(head)
        return InboundMail(
            sender=_sender(head)[1],
            recipients=recipients,
            subject=subject,
            tags=find_tags(recipients, subject),
        )
    except Exception:  # as above
        return InboundMail()


def _read(mail: Mail) -> InboundMail:
    head = mail.head
    name, sender, doubt = _sender(head)
    subject = _subject(head)
    lines, rich, problem = _text(mail)
    said = joined(as_written(lines, rich))
    sifted = sift(said) if not problem else Sifted()
    if not (problem or any(line.text for line in said)):
        problem = "the mail holds no text"
    references = tuple(MESSAGE_ID.findall(" ".join(head.every["references"])))
    recipients = _recipients(head)
    tags = find_tags(recipients, subject)
    about = report(mail, sender or "", subject, recipients)
    return InboundMail(
        message_id=_id(head.first["message-id"]),
        sender=sender,
        sender_name=name,
        recipients=recipients,
        subject=subject,
        tags=tags,
        date_header=head.first["date"][:100],
        in_reply_to=_id(head.first["in-reply-to"]),
        references=references[-REFERENCES_LIMIT:],
        automatic=why_automatic(mail, sender or "", subject),
        forwarded=is_forwarded(head, subject),
        report=about._replace(said=_quotable(about.said)) if about.kind else about,
        body_hash=_hash(mail, lines),
        lines=sifted.own,
        prose=sifted.prose,
        wrapped=sifted.wrapped,
        broken=sifted.broken,
        block=sifted.block,
        block_head=sifted.head,
        block_at=sifted.block_at,
        problem=doubt or problem,
        authentication=tuple(head.every["authentication-results"][:FIELDS_LIMIT]),
    )


def _sender(head: Head) -> tuple[str, str | None, str | None]:
    """Return name and address of the only author, or what is wrong: RFC 5322 allows several, we do
    not."""
    given = head.every["from"]
    if len(given) != 1:
        return "", None, f"the mail has {len(given)} From fields instead of one"
    try:
        pairs = getaddresses([given[0][:1_000]])
    except Exception:  # the standard library can raise anything on broken addresses
        pairs = []
    if len(pairs) != 1 or (address := normalise(pairs[0][1])) is None:
        return "", None, "the From field does not hold exactly one address"
    return shown_name(_one_line(pairs[0][0])), address, None


def _subject(head: Head) -> str:
    return _one_line(head.first["subject"])[:SUBJECT_LIMIT]


def _recipients(head: Head) -> tuple[str, ...]:
    values = (value for name in RECIPIENT_FIELDS for value in head.every[name])
    words = dict.fromkeys(word for value in values for word in PARTED.split(value) if "@" in word)
    found = dict.fromkeys(filter(None, map(normalise, words)))
    return tuple(found)[:RECIPIENTS_LIMIT]


def _one_line(value: str) -> str:
    return " ".join(plain_characters(mime.decode_words(value)).split())


def _quotable(said: str) -> str:
    """Make a server's words fit to be quoted in our mails."""
    return strip_tags(_one_line(said))[:SAID_LIMIT]


def _id(value: str) -> str | None:
    """Return a Message-ID without its brackets, even an odd one (`<[a@b]-c@d>`), or None."""
    match = MESSAGE_ID.search(value)
    bare = match[1] if match else value.strip("<> \t")
    return bare if bare and len(bare) <= 300 and not re.search(r"\s", bare) else None


def _text(mail: Mail) -> tuple[list[Quoted], list[Quoted], str | None]:
    """Return the lines of all texts shown when the mail is opened, those of the HTML parts that say
    the same, and why the mail cannot be read."""
    shown = _shown(mail.raw, mail.root)
    shown = shown or [part for part in mail.leaves if part.type == "text/plain"]
    texts, room = list[str](), 1.0
    for part in shown:
        limit = LIMITS.get(part.type, TEXT_LIMIT)
        text, length = mime.text(mail.raw, part, limit + 1)
        room -= length / limit
        if room < 0:
            return [], [], f"the text is longer than {limit:,} bytes"
        texts.append(text)
    pairs = zip(shown, texts, strict=True)
    lines = [line for part, text in pairs for line in _lines(part, text)]
    if len(lines) > LINES_LIMIT:
        return [], [], f"the text has more than {LINES_LIMIT:,} lines"
    if not lines:
        leaves = {part.type for part in mail.leaves}
        return [], [], next((why for kind, why in NO_TEXT.items() if kind in leaves), None)
    return lines, _rich(mail, shown), None


def _rich(mail: Mail, shown: Sequence[Part]) -> list[Quoted]:
    """Return the lines of the first HTML part that is not shown because a plain one says the
    same."""
    if all(part.type == "text/html" for part in shown):
        return []
    for part in mail.leaves:
        if _is_text(part) and part.type == "text/html" and part not in shown:
            return html_lines(_told(mail.raw, part))
    return []


def _shown(raw: bytes, part: Part) -> list[Part]:
    """Return the text parts to read; of alternatives the plain one, unless it is empty."""
    if not part.parts:
        return [part] if _is_text(part) and mime.content(raw, part, 10_000).strip() else []
    branches = [_shown(raw, child) for child in part.parts]
    if part.type == "multipart/alternative":
        return _chosen(raw, [branch for branch in branches if branch])
    if part.type in ("multipart/related", "multipart/signed"):
        return next((branch for branch in branches if branch), [])
    return [leaf for branch in branches for leaf in branch]


def _chosen(raw: bytes, branches: Sequence[list[Part]]) -> list[Part]:
    """Return the plain alternative, or an HTML one if it strikes out what the plain one cannot."""
    plain = [branch for branch in branches if any(leaf.type == "text/plain" for leaf in branch)]
    html = [branch for branch in branches if all(leaf.type == "text/html" for leaf in branch)]
    struck = plain and html and any(strikes(_told(raw, leaf)) for leaf in html[0])
    return next(iter(html if struck else plain or branches), [])


def _is_text(part: Part) -> bool:
    return part.type in LIMITS and part.disposition != "attachment"


def _told(raw: bytes, part: Part) -> str:
    """Return the text of an HTML part, up to the limit."""
    return mime.text(raw, part, HTML_LIMIT)[0]


def _lines(part: Part, text: str) -> list[Quoted]:
    if part.type == "text/html":
        lines = html_lines(text)
    elif len(CONTROLS.findall(text)) * MOST_CONTROLS > len(text):
        lines = []
    else:
        given = {name: value.lower() for name, value in part.params.items()}
        flowed = given.get("format") == "flowed"
        lines = plain_lines(text, flowed=flowed, delsp=given.get("delsp") == "yes")
    return lines if any(line.text for line in lines) else []


def _hash(mail: Mail, lines: list[Quoted]) -> str:
    """Hash the text so that encoding, folding and quoting make no difference; without text, the
    bytes."""
    text = "\n".join(" ".join(line.text.split()) for line in lines if line.text)
    data = (
        text.encode("utf-8", "replace") if text else mail.raw[mail.body :].replace(b"\r\n", b"\n")
    )
    return hashlib.sha256(data).hexdigest()
