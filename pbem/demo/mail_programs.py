"""Imitates mail programs: what they show of a mail, and how each of them sends the same text."""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import format_datetime, formataddr
from functools import lru_cache
from textwrap import wrap

BLOCK_HEAD = "--- orders "
FLOWED = 72
"""After how many columns a flowed line gets a soft break (RFC 3676)."""
READING = policy.default.clone(header_factory=lru_cache(maxsize=500)(HeaderRegistry()))
"""A header is parsed once; the library does so each time that it looks at one."""
SMTP = policy.SMTP.clone(max_line_length=78)
EIGHT_BIT = policy.SMTP.clone(max_line_length=78, cte_type="8bit")


@dataclass(frozen=True, slots=True)
class Received:
    """A mail that a player got, as far as it is needed to answer it."""

    message_id: str
    references: str
    sender: str
    reply_to: str
    recipient: str
    subject: str
    date: datetime
    text: str

    @property
    def sender_address(self) -> str:
        """The address in From."""
        return _address(self.sender)

    @property
    def has_block(self) -> bool:
        """Whether it contains an order block."""
        return any(line.strip().startswith(BLOCK_HEAD) for line in self.text.splitlines())


@dataclass(frozen=True, slots=True)
class Written:
    """What a player wants to say, before a mail program turns it into a mail."""

    message_id: str
    name: str
    address: str
    to: str
    subject: str
    lines: Sequence[str]
    date: datetime
    answers: Received | None = None


_FILE = re.compile(rb"^Content-Transfer-Encoding: base64\r?$", re.MULTILINE)


def read(raw: bytes) -> Received:
    """Read what a mail program shows of a mail before it loads the pictures. These are most of the
    mail, and come after its texts."""
    files = _FILE.search(raw)
    mail = BytesParser(policy=READING).parsebytes(raw[: files.start()] if files else raw)
    body = mail.get_body(("plain",))
    return Received(
        message_id=str(mail["Message-ID"]),
        references=str(mail["References"] or ""),
        sender=str(mail["From"]),
        reply_to=_address(str(mail["Reply-To"] or mail["From"])),
        recipient=_address(str(mail["To"])),
        subject=str(mail["Subject"]),
        date=mail["Date"].datetime,
        text=body.get_content() if isinstance(body, EmailMessage) else "",
    )


def _address(mailbox: str) -> str:
    return mailbox.rpartition("<")[2].rstrip(">")


def plain_above_quote(mail: Written) -> bytes:
    """Write the text above the quoted report, as most people do; 7 bit or quoted-printable."""
    text = [*mail.lines, "", *_quoted(mail.answers)]
    return _with_text(_head(mail, "AnyMail 4.2"), text, cte="quoted-printable")


def plain_below_quote(mail: Written) -> bytes:
    """Write the text below the quoted report, and then a signature (RFC 3676, 4.3)."""
    text = [*_quoted(mail.answers), "", *mail.lines, "", "-- ", mail.name, mail.address]
    return _with_text(_head(mail, "console mail 1.5"), text, cte="8bit")


def flowed(mail: Written) -> bytes:
    """Write format=flowed: long lines with soft breaks, which the reader joins (RFC 3676)."""
    text = [part for line in mail.lines for part in _soft(line)]
    text += ["", *_quoted(mail.answers)]
    return _with_text(_head(mail, "Bird 115"), text, cte="8bit", flowed=True)


def telephone(mail: Written) -> bytes:
    """Write as a telephone does: base64, with its own signature above the quote."""
    text = [*mail.lines, "", "Sent from my telephone", "", *_quoted(mail.answers)]
    return _with_text(_head(mail, "Pocket Mail (20B101)"), text, cte="base64")


def both_kinds(mail: Written) -> bytes:
    """Write as webmail does: text and HTML, with the quote in a box of its own."""
    message = _head(mail, "")
    text = [*mail.lines, "", *_quoted(mail.answers)]
    message.set_content(_joined(text), cte="quoted-printable")
    quote = _page(_intro(mail.answers) + _original(mail.answers))
    box = f'<div class="gmail_quote"><blockquote>{quote}</blockquote></div>' if quote else ""
    said = "".join(f"<div>{html.escape(line) or '<br>'}</div>" for line in mail.lines)
    page = f'<div dir="ltr">{said}</div><br>{box}'
    message.add_alternative(page, subtype="html", cte="quoted-printable")
    return message.as_bytes()


def html_only(mail: Written) -> bytes:
    """Write as an office program does: HTML only, with header lines instead of quote marks."""
    message = _head(mail, "Office Mail 16.0")
    said = "".join(f"<p class=MsoNormal>{html.escape(line)}</p>" for line in mail.lines)
    answered = mail.answers
    below = ""
    if answered is not None:
        fields = [
            ("From", answered.sender),
            ("Sent", f"{answered.date:%A, %d %B %Y %H:%M}"),
            ("To", answered.recipient),
            ("Subject", answered.subject),
        ]
        head = "<br>".join(f"<b>{name}:</b> {html.escape(value)}" for name, value in fields)
        below = f"<div><p class=MsoNormal>{head}</p></div>{_page(_original(answered))}"
    page = f"<html><body lang=EN-GB><div>{said}<p class=MsoNormal>&nbsp;</p>{below}</div></body>"
    message.set_content(f"{page}</html>", subtype="html", charset="windows-1252", cte="base64")
    return message.as_bytes()


def edited_block(mail: Written) -> bytes:
    """Write the orders into the quoted order block, and nothing above the quote. If there is no
    block, write above the quote."""
    if not any(line.strip().startswith(BLOCK_HEAD) for line in _original(mail.answers)):
        return plain_above_quote(mail)
    text = [_intro_line(mail.answers)]
    inside = False
    for line in _original(mail.answers):
        bare = line.strip()
        if bare.startswith("--- end"):
            text += [f">   {order}" for order in mail.lines]
            inside = False
        if not inside or bare.startswith("#"):
            text.append(f"> {line}")
        inside = inside or bare.startswith("--- orders ")
    return _with_text(_head(mail, "console mail 1.5"), text, cte="quoted-printable")


def bare(mail: Written) -> bytes:
    """Write nothing but the orders, as the order form does."""
    return _with_text(_head(mail, ""), mail.lines, cte="7bit")


BLOCK, FORM = "orders written into the block", "the order form"
Program = Callable[[Written], bytes]
PROGRAMS: dict[str, Program] = {
    "plain text above the quoted report": plain_above_quote,
    "plain text below the quoted report": plain_below_quote,
    "flowed text (format=flowed)": flowed,
    "base64 from a telephone": telephone,
    "text and HTML": both_kinds,
    "HTML only": html_only,
    BLOCK: edited_block,
    FORM: bare,
}


def _head(mail: Written, program: str) -> EmailMessage:
    """Make the mail's header. The policy's line length folds the subject."""
    message = EmailMessage(policy=SMTP)
    message["From"] = formataddr((mail.name, mail.address))
    message["To"] = mail.to
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.date)
    message["Message-ID"] = mail.message_id
    if mail.answers is not None:
        message["In-Reply-To"] = mail.answers.message_id
        message["References"] = f"{mail.answers.references} {mail.answers.message_id}".strip()
    if program:
        message["X-Mailer"] = program
    return message


def _with_text(
    message: EmailMessage, lines: Sequence[str], *, cte: str, flowed: bool = False
) -> bytes:
    text = _joined(lines)
    if not text.isascii() and cte == "7bit":
        cte = "quoted-printable"
    params = {"format": "flowed", "delsp": "no"} if flowed else {}
    message.set_content(text, cte="7bit" if text.isascii() and cte == "8bit" else cte)
    for name, value in params.items():
        message.set_param(name, value)
    return message.as_bytes(policy=EIGHT_BIT)


def _joined(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _soft(line: str) -> list[str]:
    parts = wrap(line, FLOWED) or [""]
    return [f"{part} " for part in parts[:-1]] + parts[-1:]


def _quoted(answered: Received | None) -> list[str]:
    """Return the attribution line and the report, with a quote mark on each line."""
    if answered is None:
        return []
    marked = (f"> {line}" if line else ">" for line in _original(answered))
    return [*_intro(answered), *marked]


def _intro(answered: Received | None) -> list[str]:
    return [_intro_line(answered)] if answered else []


def _intro_line(answered: Received | None) -> str:
    if answered is None:
        return ""
    return f"On {answered.date:%d %b %Y at %H:%M}, {answered.sender} wrote:"


def _original(answered: Received | None) -> list[str]:
    return answered.text.splitlines() if answered else []


def _page(lines: Sequence[str]) -> str:
    return "".join(f"<p>{html.escape(line) or '&nbsp;'}</p>" for line in lines)
