"""Turns a stored mail into the parts that are sent.

It uses only the mail, so that the same mail always gives the same bytes. What mails tell is in
`mails/`, the text of each kind in `composers/`. A game's part comes from its telling, found by the
game's name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from engine.orders.vocabulary import Vocabulary
from pbem.reports import orderform
from pbem.reports.composers import digests
from pbem.reports.composers.all_composers import COMPOSERS
from pbem.reports.composers.digests import Chapter
from pbem.reports.composers.words import Composer, Words
from pbem.reports.drawing import map_svg
from pbem.reports.game_parts import Parts
from pbem.reports.jinja_environment import pages
from pbem.reports.languages.language import capital, texts_of
from pbem.reports.languages.order_lines import form_in_language, in_language
from pbem.reports.mail_parts import CalendarEntry, Free, GameTold, Position, Question
from pbem.reports.mails import DigestMail, Mail, OrderFormMail, PlayMail, StatusMail
from pbem.reports.rendering import html, plain
from pbem.reports.rendering.document import Document, MapPlace, Orders
from pbem.reports.rendering.markup import shown
from pbem.reports.stored_mails import cleaned

SUBJECT = 140
"""How long a subject may be, without the tag."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture in the mail: its Content-ID, its file name, and the game, view and events of its
    map."""

    cid: str
    name: str
    rules: str
    view: Free
    events: Sequence[Free]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file attached to the mail."""

    name: str
    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Composed:
    """The parts of a mail, from which a MIME message is made."""

    sender: str
    """Who sends it: the moderator's name, or the word for a moderator without a name."""
    subject: str
    text: str
    html: str
    images: tuple[Image, ...] = ()
    attachments: tuple[Attachment, ...] = ()


def compose(
    mail: Mail, words: Vocabulary | None = None, others: Sequence[Vocabulary | None] = ()
) -> Composed:
    """Compose the parts of a mail.

    `words` is the vocabulary of the mail's game (None if it has none), `others` those of the games
    in a digest, in order. Raises TemplateMissing, NotAMail.
    """
    mail = in_language(cleaned(mail), words)
    say, composer = Words(mail, words), COMPOSERS[mail.kind]
    if isinstance(mail, DigestMail):
        chapters = digests.chapters(mail, words, others)
    else:
        chapters = [Chapter(mail, words, iter(composer.blocks(mail, say)))]
    title = _title(mail, say, composer)
    documents = [Document(title, tuple(chapter.blocks)) for chapter in chapters]
    images = list(_images(chapters, documents))
    sender = say.plain("mail.sender") if mail.moderator.name else ""
    return Composed(
        sender,
        title,
        plain.render(Document(title, tuple(b for each in documents for b in each.blocks))),
        _page(documents, mail, images, sender),
        tuple(image for image in images if image),
        tuple(_attachments(mail, words, title, say)),
    )


def written(mail: Mail, words: Vocabulary | None) -> Document:
    """Write the mail as a document; its title is the subject."""
    mail = in_language(cleaned(mail), words)
    say, composer = Words(mail, words), COMPOSERS[mail.kind]
    return Document(_title(mail, say, composer), tuple(composer.blocks(mail, say)))


def _title(mail: Mail, say: Words, composer: Composer) -> str:
    subject = " ".join(composer.subject(mail, say).split())
    return subject[:SUBJECT] + (f" [{mail.tag}]" if mail.tag else "")


def wanted_maps(mail: Mail) -> list[Image]:
    """List the maps that a mail may show, before it is composed: one, or one for each game of a
    digest."""
    if not isinstance(mail, DigestMail):
        return [*_mapped([mail])]
    return [*_mapped(game for game in mail.games if mail.map and game.events)]


def _images(chapters: Sequence[Chapter], documents: Sequence[Document]) -> Iterator[Image | None]:
    """Yield the map of each chapter that has a place for one, else None."""
    count = 0
    for (mail, _, _), document in zip(chapters, documents, strict=True):
        placed = any(isinstance(block, MapPlace) for block in document.blocks)
        image = next(_mapped([mail] if placed else [], count + 1), None)
        count += image is not None
        yield image


def _mapped(mails: Iterable[Mail], first: int = 1) -> Iterator[Image]:
    """Yield the maps of these mails, numbered from `first` on."""
    for mail in mails:
        if isinstance(mail, PlayMail) and mail.map and mail.game:
            cid, game = f"map{first}" if first > 1 else "map", mail.game
            name = f"{game.name}.png" if getattr(mail, "several", False) else "map.png"
            yield Image(cid, name, game.rules, mail.position.view or {}, mail.events)
            first += 1


def _page(
    documents: Sequence[Document], mail: Mail, images: Sequence[Image | None], sender: str
) -> str:
    language = mail.language
    divided = texts_of(language).how.get("divided", ())
    parts = (
        html.fragment(
            document,
            f"cid:{image.cid}" if image else None,
            map_svg.in_words(image.rules, image.view, language) if image else "",
            divided,
        )
        for document, image in zip(documents, images, strict=True)
    )
    return (
        pages()
        .get_template("mail/page.html.j2")
        .render(
            title=documents[0].title,
            sender=sender,
            language=mail.language,
            body=Markup("".join(parts)),
        )
    )


def order_block(mail: Mail, words: Vocabulary | None = None) -> list[str]:
    """Return the lines of a mail's order block, as they were sent."""
    blocks = written(mail, words).blocks
    return [line for block in blocks if isinstance(block, Orders) for line in block.lines]


def moment(game: GameTold, view: Free, words: Vocabulary | None) -> str:
    """Say where a game stands, in a few words: `war 2, round 3 of 5`."""
    mail = cleaned(StatusMail(game=game, position=Position(view=view)))
    return shown(Parts(mail, words).moment())


def _attachments(
    mail: Mail, words: Vocabulary | None, subject: str, say: Words
) -> list[Attachment]:
    if words is None or not isinstance(mail, PlayMail):
        return []
    attached = []
    if mail.question and mail.kind == "order_form":
        form = _form(mail, mail.question, words, subject, say).encode()
        attached.append(Attachment("orders.html", "text/html", form))
    return attached + [_entry(mail, told, say) for told in mail.calendar]


def order_page(mail: OrderFormMail, words: Vocabulary) -> str:
    """Write the page of an order form mail; if there is no question, the page says so."""
    mail = in_language(cleaned(mail), words)
    say = Words(mail, words)
    if mail.question is None:
        page = pages().get_template("mail/no_orders.html.j2")
        return page.render(say=say.plain, game=mail.game, language=mail.language)
    return _form(mail, mail.question, words, _title(mail, say, COMPOSERS[mail.kind]), say)


def _form(mail: Mail, asked: Question, words: Vocabulary, subject: str, say: Words) -> str:
    told = capital(shown(say.game.ask(asked)))
    question = form_in_language(asked, words, mail.language)
    return orderform.page(mail, question, words.spoken(mail.language), subject, told, say)


def _entry(mail: Mail, told: CalendarEntry, say: Words) -> Attachment:
    """Attach a calendar entry (RFC 6047, 2.4)."""
    from pbem.reports import calendar  # its library takes 4 MB, and few commands write a date

    name = "cancelled.ics" if told.method == "cancel" else "deadline.ics"
    kind = f"text/calendar; method={told.method.upper()}; charset=utf-8"
    return Attachment(
        name,
        kind,
        calendar.entry(mail, told, *map(say.plain, ("calendar.summary", "calendar.description"))),
    )
