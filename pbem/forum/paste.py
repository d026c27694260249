"""The public report, ready to be pasted into a forum, and the map beside it.

What is public is decided where the payload is made: its view and events are nobody's, it has no
seat, no tag and no address to answer to. A payload that has is refused here.
"""

from collections.abc import Callable
from pathlib import Path

from markupsafe import Markup

from engine.orders.vocabulary import Vocabulary
from pbem.reports import bbcode, composing, html, markdown, plain
from pbem.reports.document import Document
from pbem.reports.payloads import Payload, complete
from pbem.reports.wording import pages


def _text(document: Document, _picture: str | None) -> str:
    return f"{document.title}\n\n{plain.render(document)}"


def _html(document: Document, picture: str | None) -> str:
    """A fragment of a page: no head, no body, nothing fetched but the map beside it."""
    body = Markup(html.fragment(document, picture))
    template = pages().get_template("forum/post.html.j2")
    return template.render(title=document.title, body=body)


FORMATS: dict[str, tuple[str, Callable[[Document, str | None], str]]] = {
    "text": (".txt", _text),
    "html": (".html", _html),
    "bbcode": (".bbcode", bbcode.render),
    "markdown": (".md", markdown.render),
}
"""By name: how its files end, and what makes it of a document and the map's address."""


class NotPublic(ValueError):
    """The payload is somebody's: what it holds must not be posted."""


def post(
    payload: Payload,
    words: Vocabulary,
    format: str,
    picture: str | None = None,
    *,
    attached: bool = False,
) -> str:
    """A public report as `text`, `html`, `bbcode` or `markdown`; `picture` is the map's address.

    `attached`: the map has no address, but goes with the post as a file. Raises NotPublic.
    """
    private = [key for key in ("seat", "tag", "reply_to", "held", "question") if payload.get(key)]
    if private or payload.get("view", {}).get("you"):
        raise NotPublic(f"this is no public report, it has {', '.join(private) or 'a view'}")
    given = complete({**payload, "map": attached or picture is not None})
    return FORMATS[format][1](composing.written(given, words), picture)


def write(
    payload: Payload, words: Vocabulary, folder: Path, format: str, png: bytes | None = None
) -> Path:
    """Write the post into a folder, the map beside it; returns the post's file.

    Files are named by the game and the last line of the record that the report tells.
    """
    line = payload.get("line")
    name: str = payload["game"]["name"] + (f"-{line['n']:05}" if line else "")
    folder.mkdir(parents=True, exist_ok=True)
    picture = folder / f"{name}.png"
    if png is not None:
        picture.write_bytes(png)
    file = folder / (name + FORMATS[format][0])
    file.write_text(post(payload, words, format, picture.name if png is not None else None))
    return file


def text_of(payload: Payload, words: Vocabulary, *, with_map: bool) -> str:
    """The text of a mail that is a forum's post, its map attached or missing; empty for others."""
    format = payload.get("about", {}).get("format", "")
    if format not in FORMATS:
        return ""
    return post({**payload, "unsubscribe": ""}, words, format, attached=with_map)
