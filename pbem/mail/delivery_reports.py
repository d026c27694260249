"""Reads reports on our mails from servers, mail programs and providers: bounced, for good or for
now, delayed, opened, or called junk.

The machine-readable part says so (RFC 3464, 3798, 5965); without one, the text does, in the usual
wordings of servers. The mail a report is about is found by its return address, or else by the
Message-ID of the mail that the report contains, or else by the address that was not reached.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pbem.mail import free_form_bounces
from pbem.mail.identity import has_return_address, normalise
from pbem.mail.mime import Head, Mail, content, split_head

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
FAILED = ("", "failed", "failure", "error")
"""What servers write where RFC 3464 has `failed`; those that leave it out give a status instead."""
BLANK_LINE = re.compile(rb"\n[ \t]*\n")
DAEMON = re.compile(r"(?i)mailer[-_.]?daemon|post[-_.]?master|mdaemon@|mail[-_.]?delivery[-_.]?s")
RETURNED_ID = re.compile(rb"(?im)^message-id:\s*<([^<>\s]{1,300})>")


class Report(NamedTuple):
    """A report on one of our mails, and what the server said about it, on one line."""

    kind: Kind = ""
    said: str = ""
    message_id: str = ""
    """That of the mail in the report; empty: there is none."""
    addresses: tuple[str, ...] = ()
    """Whom the mail did not reach, as far as the report says so. Anybody can write that."""


NO_REPORT = Report()


def report(mail: Mail, sender: str, subject: str, recipients: Iterable[str] = ()) -> Report:
    """Read a report on one of our mails; empty if the mail is no report."""
    found = _in_parts(mail)
    if found is None and _from_server(mail, sender, recipients):
        found = _in_words(mail, sender, subject)
    return found._replace(message_id=_returned(mail)) if found and found.kind else NO_REPORT


def _in_parts(mail: Mail) -> Report | None:
    """Read the machine-readable part."""
    for part in mail.leaves:
        said = content(mail.raw, part, READ_LIMIT)
        match part.type:
            case "message/delivery-status":
                return _delivery(said)
            case "message/disposition-notification":
                return Report("opened")
            case "message/feedback-report":
                kind = split_head(said.strip() + b"\n\n")[0].first["feedback-type"].lower()
                return NO_REPORT if kind == "not-spam" else Report("complaint", kind)
    return None


def _delivery(status: bytes) -> Report:
    """RFC 3464, 2.3: a block for each recipient; our mails have only one."""
    delayed = False
    for head in _blocks(status):
        action = head.first["action"].partition("(")[0].strip().lower()
        if action in FAILED and (action or head.first["status"]):
            said = _said(head)
            kind = _for_how_long(head.first["status"] or said, said)
            return Report(kind, said, addresses=tuple(_recipients(head)))
        delayed |= action == "delayed"
    return Report("delayed" if delayed else "" if b"ction:" in status else "bounce")


def _blocks(status: bytes) -> Iterator[Head]:
    for block in BLANK_LINE.split(status.replace(b"\r\n", b"\n")):
        yield split_head(block.strip(b"\n") + b"\n\n")[0]


def _recipients(head: Head) -> Iterator[str]:
    """RFC 3464, 2.3.1 and 2.3.2: the address to which we sent it, and where it was passed on to."""
    for name in ("original-recipient", "final-recipient"):
        if address := normalise(head.first[name].rpartition(";")[2]):
            yield address


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


def _from_server(mail: Mail, sender: str, recipients: Iterable[str]) -> bool:
    """Tell whether a mail without a machine-readable part can be a server's report: people write
    such words, too, when they pass a report on."""
    if mail.head.first["x-failed-recipients"] or DAEMON.match(sender):
        return True
    return has_return_address(recipients)


def _in_words(mail: Mail, sender: str, subject: str) -> Report | None:
    """Read a report that a server wrote only for people, as qmail and Exim do. One that is in no
    known form is a report only if its server wants no answer."""
    if WARNED.match(subject):
        return Report("delayed")
    known = free_form_bounces.bounced(mail)
    if known and known.waits:
        return Report("delayed", known.said, addresses=known.addresses)
    if known is None and not (mail.head.first["x-failed-recipients"] or _is_returned(mail, sender)):
        return None
    said = known.said if known else free_form_bounces.said(mail)
    return Report(_by_words(said), said, addresses=known.addresses if known else ())


def _is_returned(mail: Mail, sender: str) -> bool:
    no_return = "" in (value.strip("<> ") for value in mail.head.every["return-path"])
    return no_return and DAEMON.match(sender) is not None


def _by_words(said: str) -> Kind:
    """Tell from a server's words whether a failure is permanent."""
    if not STATUS.search(said) and free_form_bounces.passes(said):
        return "soft_bounce"
    return _for_how_long("", said)


def _returned(mail: Mail) -> str:
    """Return the Message-ID of the mail in the report, which may be just its header."""
    found = RETURNED_ID.findall(mail.raw, mail.body)
    return found[-1].decode("latin-1") if found else ""
