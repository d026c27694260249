"""Writes the public report, ready to be pasted into a forum, with the map beside it.

What is public is decided where the report is made: its view and events belong to no seat, and it
has no seat, tag or reply address. A mail that has any of these is rejected here.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from markupsafe import Markup
from msgspec.structs import replace

from engine.orders.vocabulary import Vocabulary
from pbem.forum import bbcode, dialects
from pbem.reports import compose_mail
from pbem.reports.drawing import map_svg
from pbem.reports.jinja_environment import pages
from pbem.reports.mails import Mail, PlayMail, PressMail
from pbem.reports.rendering import html, markdown, plain
from pbem.reports.rendering.document import Document


def _text(document: Document, _picture: str | None) -> str:
    return f"{document.title}\n\n{plain.render(document)}"


def _html(document: Document, picture: str | None, in_words: str = "") -> str:
    """Write a fragment of a page: no head or body element, and nothing to load but the map beside
    it, which is also described in words."""
    body = Markup(html.fragment(document, picture, in_words))
    template = pages().get_template("forum/post.html.j2")
    return template.render(title=document.title, body=body)


Render = Callable[[Document, str | None], str]
FORMATS: dict[str, tuple[str, Render]] = {
    "text": (".txt", _text),
    "html": (".html", _html),
    "bbcode": (".bbcode", bbcode.render),
    "phpbb": (".bbcode", partial(bbcode.render, dialect=dialects.PHPBB)),
    "xenforo": (".bbcode", partial(bbcode.render, dialect=dialects.XENFORO)),
    "vbulletin": (".bbcode", partial(bbcode.render, dialect=dialects.VBULLETIN)),
    "bgg": (".bgg", partial(bbcode.render, dialect=dialects.BGG)),
    "markdown": (".md", markdown.render),
    "discourse": (".md", partial(markdown.render, spoiler=markdown.DETAILS)),
}
"""By name: the suffix of its files, and the function that writes a document with the map's address
(for BGG, the number of an uploaded picture)."""
FOR_FORUMS = tuple(name for name in FORMATS if name not in ("text", "html"))
"""The formats for forums only. They are refused for a report that only one seat may see."""


PRIVATE = ("seat", "tag", "reply_to", "held", "question")
"""The fields that no public report has."""


class NotPublic(ValueError):
    """The mail belongs to a player: its contents must not be posted."""


def post(
    mail: Mail,
    words: Vocabulary,
    format: str,
    picture: str | None = None,
    *,
    attached: bool = False,
) -> str:
    """Write a public report in one of FORMATS; `picture` is the map's address.

    `attached`: the map has no address but goes with the post as a file. Raises NotPublic.
    """
    document = document_of(mail, words, with_map=attached or picture is not None)
    if format == "html" and picture and isinstance(mail, PlayMail) and mail.game:
        view, language = mail.position.view or {}, mail.language
        return _html(document, picture, map_svg.in_words(mail.game.rules, view, language))
    return FORMATS[format][1](document, picture)


def document_of(mail: Mail, words: Vocabulary, *, with_map: bool) -> Document:
    """Make a document from a mail that may be posted. Raises NotPublic."""
    private = [key for key in PRIVATE if getattr(mail, key, None)]
    if isinstance(mail, PlayMail):
        private += ["a view"] if (mail.position.view or {}).get("you") else []
        mail = replace(mail, map=with_map)
    if private:
        raise NotPublic(f"this is no public report, it has {', '.join(private)}")
    return compose_mail.written(mail, words)


def write(
    mail: PlayMail, words: Vocabulary, folder: Path, format: str, png: bytes | None = None
) -> Path:
    """Write the post into a folder, with the map beside it. Returns the post's file.

    Files are named after the game and the last line of the record that the report covers.
    """
    line, game = mail.position.line, mail.game
    name = (game.name if game else "") + (f"-{line.n:05}" if line else "")
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"{name}.png"
    if png is not None:
        picture.write_bytes(png)
    file = folder / (name + FORMATS[format][0])
    file.write_text(post(mail, words, format, picture.name if png is not None else None))
    return file


def text_of(mail: Mail, words: Vocabulary, *, with_map: bool) -> str:
    """Return the text of a mail that is a forum post, with its map attached or not. Empty for other
    mails."""
    if not isinstance(mail, PlayMail | PressMail) or mail.format not in FORMATS:
        return ""
    bare = replace(mail, unsubscribe="") if isinstance(mail, PlayMail) else mail
    return post(bare, words, mail.format, attached=with_map)
