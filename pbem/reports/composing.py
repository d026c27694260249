"""From a payload, the plain JSON stored with an outgoing mail's row, to the parts of the mail.

Nothing but the payload is looked at, so that composing can be repeated: the same payload gives
the same mail. The shape of the payloads is in payloads.py. What is said in general is in
`templates/mail/`, a game's part in its own folder, found by the game's name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from engine.orders import Vocabulary
from pbem.reports import html, orderform, plain
from pbem.reports.document import Document, MapPlace, Orders
from pbem.reports.markup import parse, shown
from pbem.reports.parts import Parts
from pbem.reports.payloads import Payload, complete
from pbem.reports.wording import pages, template_of

SUBJECT = 140
"""How long a subject may be, without the tag."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that the mail wants: its Content-ID, and what the map shows."""

    cid: str
    view: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with the mail."""

    name: str
    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Composed:
    """The parts of a mail, for whoever makes MIME of them."""

    subject: str
    text: str
    html: str
    images: tuple[Image, ...] = ()
    attachments: tuple[Attachment, ...] = ()


def compose(payload: Payload, words: Vocabulary | None = None) -> Composed:
    """The mail that a payload stands for.

    `words` is the vocabulary of the payload's game (None where there is none). Raises
    TemplateMissing, PayloadError.
    """
    given = complete(payload)
    document = written(given, words)
    images = _images(given, document)
    picture = f"cid:{images[0].cid}" if images else None
    return Composed(
        document.title,
        plain.render(document),
        _page(document, given, picture),
        images,
        tuple(_attachments(given, words, document.title)),
    )


def written(given: Mapping[str, Any], words: Vocabulary | None, file: str = "") -> Document:
    """The mail as a document, from a completed payload; its title is the subject."""
    path = file or f"mail/{given['kind']}.j2"
    module = template_of(path).make_module(Parts(given, words).context())
    subject = " ".join(shown(str(getattr(module, "subject", given["kind"]))).split())
    tag = f" [{given['tag']}]" if given["tag"] else ""
    return parse(subject[:SUBJECT] + tag, str(module))


def _images(given: Mapping[str, Any], document: Document) -> tuple[Image, ...]:
    """The map, if the document has a place for it."""
    if not given["map"] or not any(isinstance(block, MapPlace) for block in document.blocks):
        return ()
    return (Image("map", given["view"], tuple(given["events"])),)


def _page(document: Document, given: Mapping[str, Any], picture: str | None) -> str:
    sender = given["moderator"].get("name", "")
    body = Markup(html.fragment(document, picture))
    return (
        pages()
        .get_template("mail/page.html.j2")
        .render(title=document.title, sender=sender, body=body)
    )


def order_block(payload: Payload, words: Vocabulary | None = None) -> list[str]:
    """The lines of the order block that the mail of this payload carries, as they were sent."""
    blocks = written(complete(payload), words).blocks
    return [line for block in blocks if isinstance(block, Orders) for line in block.lines]


def moment(about: Payload, words: Vocabulary | None) -> str:
    """Where a game stands, in a few words: `war 2, round 3 of 5`. `about`: game and view."""
    said = Parts(complete({**about, "kind": "status"}), words).part("standings.j2", "moment")
    return shown(" ".join(str(said).split()))


def _attachments(
    given: Mapping[str, Any], words: Vocabulary | None, subject: str
) -> list[Attachment]:
    if words is None:
        return []
    attached = []
    if given["question"] and given["kind"] in ("report", "reminder", "started", "handover"):
        form = orderform.page(given, words, subject).encode()
        attached.append(Attachment("orders.html", "text/html", form))
    return attached + [_entry(given, told, words) for told in given["calendar"]]


def _entry(given: Mapping[str, Any], told: Mapping[str, Any], words: Vocabulary) -> Attachment:
    """A calendar entry as an attachment (RFC 6047, 2.4)."""
    from pbem.reports import calendar  # its library weighs 4 MB, and few commands write a date

    name = "cancelled.ics" if told["method"] == "cancel" else "deadline.ics"
    kind = f"text/calendar; method={told['method'].upper()}; charset=utf-8"
    return Attachment(name, kind, calendar.entry(given, told, words.name(given["seat"])))
