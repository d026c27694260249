"""A document as BBCode, for the forums that use it.

BBCode has no way to escape: an invisible space behind `[`, and within what a forum would make a
link of, leaves the words readable and takes their power away.
"""

from collections.abc import Callable
from typing import Any

from pbem.reports import plain
from pbem.reports.document import (
    Block,
    Bullets,
    Document,
    Foot,
    Heading,
    Inset,
    Item,
    Lead,
    MapPlace,
    Orders,
    Paragraph,
    Preformatted,
    Quote,
    Table,
    Tally,
    Text,
)

_GAP = "\u200b"


def render(document: Document, picture: str | None = None) -> str:
    """The post; `picture` is what stands in the image tag (None: no image)."""
    head = f"[b]{harmless(document.title)}[/b]"
    return "\n\n".join([head, *(_block(block, picture) for block in document.blocks)]) + "\n"


def harmless(text: str) -> str:
    """Words from anybody as they may stand in a post."""
    for mark in ("[", "://", "www.", "@"):
        text = text.replace(mark, mark[:1] + _GAP + mark[1:])
    return text


def _block(block: Block, picture: str | None) -> str:
    if isinstance(block, MapPlace):
        image = f"[img]{picture}[/img]\n" if picture else ""
        said = block.caption if picture else block.text
        return f"{image}[i]{harmless(said)}[/i]" if said else image
    return _RENDERERS[type(block)](block)


def _inline(text: Text) -> str:
    return "".join(
        f"[b]{harmless(span.text)}[/b]" if span.bold else harmless(span.text) for span in text
    )


def _running(block: Paragraph | Inset) -> str:
    return _inline(block.text)


def _heading(block: Heading) -> str:
    aside = f" [i]({harmless(block.aside)})[/i]" if block.aside else ""
    return f"[b][u]{harmless(block.text)}[/u][/b]{aside}"


def _lead(block: Lead) -> str:
    return f"[quote]{_inline(block.text)}[/quote]"


def _quote(block: Quote) -> str:
    return "[quote]" + "\n".join(map(harmless, block.lines)) + "[/quote]"


def _foot(block: Foot) -> str:
    return f"[i]{_inline(block.text)}[/i]"


def _bullets(block: Bullets) -> str:
    return "[list]\n" + "".join(f"[*] {_inline(item)}\n" for item in block.items) + "[/list]"


def _columns(block: Block) -> str:
    return "[code]\n" + harmless("\n".join(plain.lines_of(block))) + "\n[/code]"


_RENDERERS: dict[type, Callable[[Any], str]] = {
    Heading: _heading,
    Lead: _lead,
    Quote: _quote,
    Paragraph: _running,
    Inset: _running,
    Foot: _foot,
    Bullets: _bullets,
    **dict.fromkeys((Preformatted, Table, Tally, Item, Orders), _columns),
}
