"""Reads reports on our mails from servers, mail programs and providers: bounced, for good or for
now, delayed, opened, or called junk.

The machine-readable part says so (RFC 3464, 3798, 5965); without one, the text does, in the usual
wordings of servers. The mail a report is about is found by its return address, or else by the
Message-ID of the mail that the report contains.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from pbem.mail.mime import Head, Mail, content, split_head, text

Kind = Literal["", "bounce", "soft_bounce", "delayed", "opened", "complaint"]
"""What is reported; empty: it is no report. A `bounce` is permanent, such as an unknown address; a
`soft_bounce` may pass, such as a full mailbox."""

READ_LIMIT = 20_000
PASSING = ("5.2.2", "5.2.3", "5.3.", "5.4.6", "5.6.", "5.7.")
"""Permanent failures that concern one mail only: full mailbox, size, loop, contents, policy (RFC
3463)."""
STATUS = re.compile(r"(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.])")
REPLY = re.compile(r"(?<![\d.])([45])\d\d(?=[ -])")
TOO_MANY = re.compile(
    r"(?i)(?<![\d.])4\.7\.\d{1,3}(?![\d.])|\brate limit|too many (?:messages|mails|connections)"
    r"|unusual rate"
)
FULL = re.compile(r"(?i)quota|mailbox (?:is )?full|insufficient (?:disk|system) (?:space|storage)")
WARNED = re.compile(
    r"(?i)^(?:warning: )?(?:(?:message|mail|delivery) delayed|could not send message for"
    r"|delayed mail|delivery status notification \(delay\))"
)
DAEMON = re.compile(r"(?i)mailer[-_.]?daemon|post[-_.]?master")
RETURNED_ID = re.compile(rb"(?im)^message-id:\s*<([^<>\s]{1,300})>")


class Report(NamedTuple):
    """A report on one of our mails, and what the server said about it, on one line."""

    kind: Kind = ""
    said: str = ""
    message_id: str = ""
    """That of the mail in the report; empty: there is none."""


NO_REPORT = Report()


def report(mail: Mail, sender: str, subject: str) -> Report:
    """Read a report on one of our mails; empty if the mail is no report."""
    kind, said = _in_parts(mail) or _in_words(mail, sender, subject) or ("", "")
    return Report(kind, said, _returned(mail)) if kind else NO_REPORT


def _in_parts(mail: Mail) -> tuple[Kind, str] | None:
    """Read the machine-readable part."""
    for part in mail.leaves:
        said = content(mail.raw, part, READ_LIMIT)
        match part.type:
            case "message/delivery-status":
                return _delivery(said)
            case "message/disposition-notification":
                return "opened", ""
            case "message/feedback-report":
                kind = split_head(said.strip() + b"\n\n")[0].first["feedback-type"].lower()
                return ("", "") if kind == "not-spam" else ("complaint", kind)
    return None


def _delivery(status: bytes) -> tuple[Kind, str]:
    """RFC 3464, 2.3: a block for each recipient; our mails have only one."""
    delayed = False
    for head in _blocks(status):
        action = head.first["action"].partition("(")[0].strip().lower()
        if action in ("", "failed") and (action or head.first["status"]):
            said = _said(head)
            return _for_how_long(head.first["status"] or said, said), said
        delayed |= action == "delayed"
    return ("delayed" if delayed else "" if b"ction:" in status else "bounce"), ""


def _blocks(status: bytes) -> Iterator[Head]:
    for block in status.replace(b"\r\n", b"\n").split(b"\n\n"):
        yield split_head(block.strip(b"\n") + b"\n\n")[0]


def _said(head: Head) -> str:
    """RFC 3464, 2.3.4 and 2.3.6, unchanged."""
    status = head.first["status"].partition("(")[0].strip()
    kind, semicolon, text = head.first["diagnostic-code"].partition(";")
    text = (text if semicolon else kind).strip()
    return text if status in text else f"{status} {text}".strip()


def _for_how_long(code: str, said: str) -> Kind:
    """Tell whether a failure is the address's own and permanent; an unclear code counts as
    permanent."""
    found = STATUS.search(code) or STATUS.search(said)
    status = found[0] if found else ""
    reply = "" if found else (REPLY.search(said) or [""])[0]
    passes = status.startswith(("4", *PASSING)) or reply.startswith("4") or FULL.search(said)
    return "soft_bounce" if passes else "bounce"


def lasts(said: str) -> bool:
    """Tell whether a server's words name a failure that is the address's own and permanent."""
    coded = STATUS.search(said) or REPLY.search(said)
    return coded is not None and _for_how_long(said, said) == "bounce"


def for_good(said: str) -> bool:
    """Tell whether a server's reply refuses a mail for good, whatever is at fault (RFC 5321)."""
    reply = REPLY.search(said)
    return reply is not None and reply[0].startswith("5")


def too_many(said: str) -> bool:
    """Tell whether a server refuses a mail for now because it gets too many from here: RFC 3463
    4.7.x, and 421 as large providers use it."""
    return TOO_MANY.search(said) is not None


def _in_words(mail: Mail, sender: str, subject: str) -> tuple[Kind, str] | None:
    """Read a report that a server wrote only for people, as qmail and Exim do."""
    no_return = "" in (value.strip("<> ") for value in mail.head.every["return-path"])
    failed = bool(mail.head.first["x-failed-recipients"])
    if not (failed or (no_return and DAEMON.match(sender))):
        return None
    if WARNED.match(subject):
        return "delayed", ""
    plain = next((part for part in mail.leaves if part.type == "text/plain"), None)
    lines = text(mail.raw, plain, READ_LIMIT)[0].splitlines() if plain else []
    told = (line.strip() for line in lines if STATUS.search(line) or FULL.search(line))
    said = next(told, "")
    return _for_how_long(said, said), said


def _returned(mail: Mail) -> str:
    """Return the Message-ID of the mail in the report, which may be just its header."""
    found = RETURNED_ID.findall(mail.raw, mail.body)
    return found[-1].decode("latin-1") if found else ""
