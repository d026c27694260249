"""A document as Markdown, with the tables of GitHub's and Discourse's dialect."""

import re
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

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~^$&#])")
_AT_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")
_GAP = "\u200b"


def render(document: Document, picture: str | None = None) -> str:
    """The post; `picture` is the address of the map (None: no image)."""
    head = f"# {harmless(document.title)}"
    return "\n\n".join([head, *(_block(block, picture) for block in document.blocks)]) + "\n"


def harmless(text: str) -> str:
    """Words from anybody as they may stand in a post, at a line's start too."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))
    text = _AT_START.sub(_escaped_start, text)
    for mark in ("://", "www.", "@"):
        text = text.replace(mark, mark[:1] + _GAP + mark[1:])
    return text


def _escaped_start(found: re.Match[str]) -> str:
    """A number at a line's start is followed by what makes it a list: that is escaped."""
    space, mark = found.groups()
    return f"{space}{mark}{_GAP}" if mark.isdigit() else f"{space}\\{mark}"


def _block(block: Block, picture: str | None) -> str:
    if isinstance(block, MapPlace):
        image = f"![map](<{picture}>)\n\n" if picture else ""
        said = block.caption if picture else block.text
        return f"{image}*{harmless(said)}*" if said else image
    return _RENDERERS[type(block)](block)


def _inline(text: Text) -> str:
    """Bold marks hold only if the words within begin and end without a space."""
    parts = []
    for span in text:
        said = harmless(span.text)
        core = said.strip()
        if span.bold and core:
            before, after = said[: len(said) - len(said.lstrip())], said[len(said.rstrip()) :]
            said = f"{before}**{core}**{after}"
        parts.append(said)
    return "".join(parts)


def _running(block: Paragraph | Inset) -> str:
    return _inline(block.text)


def _heading(block: Heading) -> str:
    aside = f" ({harmless(block.aside)})" if block.aside else ""
    return f"## {harmless(block.text)}{aside}"


def _lead(block: Lead) -> str:
    return f"> {_inline(block.text)}"


def _quote(block: Quote) -> str:
    """Two spaces keep the ends of its lines."""
    return "\n".join(f"> {harmless(line)}  " if line else ">" for line in block.lines)


def _foot(block: Foot) -> str:
    return f"---\n\n{_inline(block.text)}"


def _bullets(block: Bullets) -> str:
    return "\n".join(f"- {_inline(item)}" for item in block.items)


def _table(block: Table) -> str:
    head = block.shown(block.head or tuple(() for _ in block.aligns))
    rule = "|" + "|".join("---:" if align == "r" else ":---" for align, _ in head) + "|"
    return "\n".join([_row(head), rule, *(_row(block.shown(row)) for row in block.rows)])


def _row(cells: list[tuple[str, Text]]) -> str:
    return "| " + " | ".join(_inline(cell) for _, cell in cells) + " |"


def _columns(block: Block) -> str:
    """A fence longer than any run of backticks within."""
    inner = "\n".join(plain.lines_of(block))
    longest = max(map(len, re.findall("`+", inner)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{inner}\n{fence}"


_RENDERERS: dict[type, Callable[[Any], str]] = {
    Heading: _heading,
    Lead: _lead,
    Quote: _quote,
    Paragraph: _running,
    Inset: _running,
    Foot: _foot,
    Bullets: _bullets,
    Table: _table,
    **dict.fromkeys((Preformatted, Tally, Item, Orders), _columns),
}
