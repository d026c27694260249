"""Reads bounces that servers write only for people, in the many forms that flufl.bounce knows.

flufl.bounce tells whom a mail did not reach, and whether its server still tries; whether a failure
passes is read from the server's words. Of 112 mails that it knows, all in its own tests, we knew 27
without it, and know 103 with it; the rest have senders that may be people. The mail that it gets is
made anew from what our own reader found, cut to a size: it searches lines with patterns that take
quadratic time, and the standard library's parser raises on some mails of strangers.
"""

import re
from collections.abc import Iterator, Sequence
from email.message import Message
from typing import NamedTuple

from flufl.bounce import all_failures

from pbem.mail.identity import normalise
from pbem.mail.mime import Mail, Part, text

READ_LIMIT = 20_000
LINES_LIMIT = 200
LINE_LIMIT = 300
PARTS_LIMIT = 5
ADDRESSES_LIMIT = 5
FIELDS = ("from", "subject", "x-mailer", "x-failed-recipients")
"""The header fields that flufl.bounce looks at."""
CODED = re.compile(r"(?<![\d.-])(?:[45]\d\d(?=[ -](?!\d{3}\b))|[45]\.\d{1,3}\.\d{1,3}(?![\d.]))")
"""A status or reply code; a number of a telephone looks nearly like one."""
PERMANENT = re.compile(
    r"(?i)(?:user|recipient|mailbox|address|account|host|domain)\W+(?:is |was |name )?"
    r"(?:unknown|not (?:found(?!, try)|listed|exist)|does(?: not|n't) exist|disabled|inactive"
    r"|suspended|invalid)"
    r"|(?:unknown|no such|invalid|illegal|bad|unrout[e]?able) (?:local )?"
    r"(?:user|recipient|mailbox|address|host|domain|alias|part)"
    r"|no (?:mailbox|user|account)|doesn't have an? |does not exist"
)
PASSING = re.compile(
    r"(?i)quota|(?:mail)?box (?:is |was )?(?:over)?full|full mail|insufficient|disk space"
    r"|exceed(?:s|ed|ing)? .{0,40}(?:size|limit|storage|space|allow)|too (?:large|big|long|many)"
    r"|temporar|found, try again|again later|timed? ?out|connection refused"
    r"|(?:connect|connection) (?:to|with|failed)|not able to (?:connect|contact)"
    r"|\bspam|\bblocked|blacklist|blocklist|polic(?:y|ies)|\bvirus|hop count|loop"
)
"""What says that a failure concerns one mail, or this day."""
RETURNED = re.compile(
    r"(?i)\s*(?:(?:received|return-path|message-id|mime-version|from|date): "
    r"|[-=*_ ]{0,40}(?:below (?:this|the next) line|(?:this is )?an? copy of|(?:the )?original "
    r"(?:mail|message)|returned (?:mail|message)|message (?:text|header)s? follow))"
)
"""Where the mail that came back begins."""


class Bounced(NamedTuple):
    """What a server wrote: whom it did not reach, in which words, and whether it still tries."""

    addresses: tuple[str, ...]
    said: str
    waits: bool


def bounced(mail: Mail) -> Bounced | None:
    """Read a bounce that has no machine-readable part; None: it is none in a known form."""
    try:
        delayed, failed = all_failures(_made_anew(mail))
    except Exception:  # it takes apart what strangers write
        return None
    found = sorted({each.decode("latin-1") for each in failed or delayed})[:ADDRESSES_LIMIT]
    addresses = tuple(filter(None, map(normalise, found)))
    return Bounced(addresses, said(mail), waits=not failed) if addresses else None


def said(mail: Mail) -> str:
    """Return the line in which a server gives its reason; empty: there is none."""
    lines = list(_before_the_mail(mail))
    for sign in (CODED, PERMANENT, PASSING):
        if found := next((line for line in lines if sign.search(line)), ""):
            return found
    return ""


def passes(words: str) -> bool:
    """Tell whether words without a code name a failure that is not the address's own."""
    return not PERMANENT.search(words) and PASSING.search(words) is not None


def _before_the_mail(mail: Mail) -> Iterator[str]:
    """Yield what the server wrote itself, which stands before the mail that it returns."""
    for part in _texts(mail)[:1]:
        for line in _lines(mail, part):
            if RETURNED.match(line):
                return
            if line.strip():
                yield line.strip()


def _made_anew(mail: Mail) -> Message:
    """Make a mail that has the same kind, names and first words."""
    made = Message()
    for name in FIELDS:
        if value := mail.head.first[name]:
            made[name] = _ascii(value[:LINE_LIMIT])
    if mail.root.parts:
        made["Content-Type"] = f"multipart/{mail.root.type.partition('/')[2]}"
        made.set_payload([_made_part(mail, part) for part in _outer(mail)])
    else:
        made.set_payload("\n".join(line for part in _texts(mail) for line in _lines(mail, part)))
    return made


def _made_part(mail: Mail, part: Part) -> Message:
    """Postfix calls the part with its own words a notification; our reader keeps no such names."""
    made = Message()
    is_text = part.type.startswith("text/")
    made["Content-Type"] = part.type if is_text else "application/octet-stream"
    made["Content-Description"] = "notification"
    made.set_payload("\n".join(_lines(mail, part)) if is_text else "")
    return made


def _outer(mail: Mail) -> Sequence[Part]:
    return mail.leaves[:PARTS_LIMIT]


def _texts(mail: Mail) -> Sequence[Part]:
    return [part for part in _outer(mail) if part.type.startswith("text/")]


def _lines(mail: Mail, part: Part) -> list[str]:
    whole = _ascii(text(mail.raw, part, READ_LIMIT)[0])
    return [line[:LINE_LIMIT] for line in whole.splitlines()[:LINES_LIMIT]]


def _ascii(words: str) -> str:
    """flufl.bounce reads addresses as bytes, and skips those with other characters."""
    return words.encode("ascii", "replace").decode("ascii")
