"""From a payload, the plain JSON stored with an outgoing mail's row, to the parts of the mail.

Nothing but the payload is looked at, so that composing can be repeated: the same payload gives
the same mail. The shape of the payloads is in docs/payloads.md. What is said in general is in
`templates/mail/`, a game's part in its own folder, found by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from pbem.reports import calendar, html, orderform, plain, times
from pbem.reports.document import Document, MapPlace, Orders
from pbem.reports.markup import parse, shown
from pbem.reports.payloads import Payload, PayloadError, complete
from pbem.reports.storytelling import run, story
from pbem.reports.wording import TemplateMissing, Words, folder, pages, template_of

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


def compose(payload: Payload, words: Words | None = None) -> Composed:
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


def written(given: Mapping[str, Any], words: Words | None, file: str = "") -> Document:
    """The mail as a document, from a completed payload; its title is the subject."""
    path = file or f"mail/{given['kind']}.j2"
    module = template_of(path).make_module(_context(given, words))
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


def order_block(payload: Payload, words: Words | None = None) -> list[str]:
    """The lines of the order block that the mail of this payload carries, as they were sent."""
    blocks = written(complete(payload), words).blocks
    return [line for block in blocks if isinstance(block, Orders) for line in block.lines]


def _context(given: Mapping[str, Any], words: Words | None) -> dict[str, Any]:
    parts = _Parts(given, words)
    return {
        **given,
        "name": parts.name,
        "story": parts.story,
        "ask": parts.ask,
        "facts": parts.facts,
        "otherwise": parts.otherwise,
        "part": parts.part,
        "has_part": parts.has_part,
        "say_when": lambda time: times.long(time, given["zone"]),
        "say_briefly": lambda time: times.short(time, given["zone"]),
    }


class _Parts:
    """A game's part of a mail: the macros of its templates, each file read once a mail."""

    def __init__(self, given: Mapping[str, Any], words: Words | None) -> None:
        self.given, self.words = given, words
        self.modules: dict[str, Any] = {}

    def name(self, key: str) -> str:
        """The printed name behind a key."""
        return self.words.name(key) if self.words else key.replace("_", " ").title()

    def story(self, events: list[dict[str, Any]]) -> Markup:
        """The events as told by the game's `events.j2`."""
        parts = {name: self._macro("events.j2", name) for name in ("untold", "who")}
        return story(events, self._tell, parts["untold"], parts["who"])

    def _tell(self, event: dict[str, Any]) -> Markup:
        name = event["what"]
        general = self._find_in("mail/acts.j2", name)
        return (general or self._macro("events.j2", name))(event)

    def ask(self, question: Mapping[str, Any]) -> Markup:
        """What is asked, in a sentence without its subject: `it is your turn: ...`."""
        return _line(self._macro("questions.j2", question["kind"])(question))

    def facts(self, question: Mapping[str, Any]) -> Markup:
        """What there is to know about a question, as blocks; empty if it has no such macro."""
        found = self._find("questions.j2", f"{question['kind']}_facts")
        return found(question) if found else Markup("")

    def otherwise(self, question: Mapping[str, Any]) -> Markup:
        """What happens if nothing comes: `both actions are passed`."""
        return _line(self._macro("questions.j2", f"{question['kind']}_otherwise")(question))

    def part(self, file: str, name: str, *args: Any) -> Markup:
        """What a macro of one of the game's templates prints."""
        return Markup(str(self._macro(file, name)(*args)).strip("\n"))

    def has_part(self, file: str, name: str) -> bool:
        """Whether there is such a macro."""
        return self._find(file, name) is not None

    def _macro(self, file: str, name: str) -> Callable[..., Markup]:
        found = self._find(file, name)
        if found is None:
            path = f"{folder(self._rules)}/{file}"
            raise TemplateMissing(f"templates/{path} has no macro {name!r}")
        return found

    def _find(self, file: str, name: str) -> Callable[..., Markup] | None:
        path = f"{folder(self._rules)}/{file}"
        return self._find_in(path, name)

    def _find_in(self, path: str, name: str) -> Callable[..., Markup] | None:
        """A macro of this template, or of those beside it that its `more` names."""
        if path not in self.modules:
            seen = {**self.given, "name": self.name, "part": self.part, "run": run}
            self.modules[path] = template_of(path).make_module(seen)
        module = self.modules[path]
        found: Callable[..., Markup] | None = getattr(module, name, None)
        for more in getattr(module, "more", ()) if found is None else ():
            found = found or self._find_in(f"{path.rpartition('/')[0]}/{more}", name)
        return found

    @property
    def _rules(self) -> str:
        if self.given["game"] is None:
            raise PayloadError(f"a mail of kind {self.given['kind']!r} needs its game")
        rules: str = self.given["game"]["rules"]
        return rules


def _line(said: Markup) -> Markup:
    return Markup(" ".join(str(said).split()))


def _attachments(given: Mapping[str, Any], words: Words | None, subject: str) -> list[Attachment]:
    question = given["question"]
    if words is None or not question or given["kind"] not in ("report", "reminder", "started"):
        return []
    form = orderform.page(given, words, subject).encode()
    attached = [Attachment("orders.html", "text/html", form)]
    if question["due"] and given["at"]:
        entry = calendar.entry(given, subject)
        attached.append(Attachment("deadline.ics", "text/calendar", entry))
    return attached
