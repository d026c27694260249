"""From a payload, the plain JSON stored with an outgoing mail's row, to the parts of the mail.

Nothing but the payload is looked at, so that composing can be repeated: the same payload gives
the same mail. The shape of the payloads is in payloads.py. What is said in general is in
`templates/mail/`, a game's part in its own folder, found by the game's name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from engine.orders.vocabulary import Vocabulary
from pbem.reports import digest, html, orderform, plain
from pbem.reports.digest import Chapter
from pbem.reports.document import Document, MapPlace, Orders
from pbem.reports.markup import parse, shown
from pbem.reports.parts import Parts
from pbem.reports.payloads import Payload, complete
from pbem.reports.wording import pages, template_of

SUBJECT = 140
"""How long a subject may be, without the tag."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that the mail wants: its Content-ID, its name as a file, and what the map of which
    rules shows."""

    cid: str
    name: str
    rules: str
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


def compose(
    payload: Payload, words: Vocabulary | None = None, others: Sequence[Vocabulary | None] = ()
) -> Composed:
    """The mail that a payload stands for.

    `words` is the vocabulary of the payload's game (None where there is none), `others` those of
    the games that a digest tells of, in order. Raises TemplateMissing, PayloadError.
    """
    given = complete(payload)
    if given["kind"] == "digest":
        chapters = digest.chapters(given, words, others)
    else:
        chapters = [Chapter(given, words, f"mail/{given['kind']}.j2")]
    documents = [written(each.given, each.words, each.file) for each in chapters]
    images = list(_images(chapters, documents))
    title = documents[0].title
    return Composed(
        title,
        plain.render(Document(title, tuple(b for each in documents for b in each.blocks))),
        _page(documents, given, images),
        tuple(image for image in images if image),
        tuple(_attachments(given, words, title)),
    )


def written(given: Mapping[str, Any], words: Vocabulary | None, file: str = "") -> Document:
    """The mail as a document, from a completed payload; its title is the subject."""
    path = file or f"mail/{given['kind']}.j2"
    module = template_of(path).make_module(Parts(given, words).context())
    subject = " ".join(shown(str(getattr(module, "subject", given["kind"]))).split())
    tag = f" [{given['tag']}]" if given["tag"] else ""
    return parse(subject[:SUBJECT] + tag, str(module))


def _images(chapters: Sequence[Chapter], documents: Sequence[Document]) -> Iterator[Image | None]:
    """The map of each chapter, if it has a place for it."""
    count = 0
    for chapter, document in zip(chapters, documents, strict=True):
        given = chapter.given
        wanted = given["map"] and any(isinstance(block, MapPlace) for block in document.blocks)
        count += bool(wanted)
        cid, game = f"map{count}" if count > 1 else "map", given["game"] or {}
        name = f"{game['name']}.png" if given["about"].get("several") else "map.png"
        shown = given["view"], tuple(given["events"])
        yield Image(cid, name, game.get("rules", ""), *shown) if wanted else None


def _page(
    documents: Sequence[Document], given: Mapping[str, Any], images: Sequence[Image | None]
) -> str:
    sender = given["moderator"].get("name", "")
    parts = (
        html.fragment(document, f"cid:{image.cid}" if image else None)
        for document, image in zip(documents, images, strict=True)
    )
    return (
        pages()
        .get_template("mail/page.html.j2")
        .render(title=documents[0].title, sender=sender, body=Markup("".join(parts)))
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
