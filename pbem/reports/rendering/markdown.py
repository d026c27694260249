"""Writes a document as Markdown, with tables as in GitHub's, Discourse's and NodeBB's dialects."""

import re
from collections.abc import Iterator

from pbem.reports.rendering import document as d
from pbem.reports.rendering import plain
from pbem.reports.rendering.folded import folded, in_the_open
from pbem.reports.rendering.inert import GAP, in_brackets, inert

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~^$&#])")
_AT_START = re.compile(r"^(\s*)([-+=]|\d+(?=[.)]))")

NO_SPOILER = ""
DETAILS = '[details="{title}"]\n\n{inner}\n\n[/details]'
"""Discourse's markup for what opens with a click."""


def render(document: d.Document, picture: str | None = None, *, spoiler: str = NO_SPOILER) -> str:
    """Write the post. `picture` is the address of the map (None: no image); long tables with a
    heading of their own are put into `spoiler`."""
    head = [f"# {harmless(document.title)}"] if document.title else []
    return "\n\n".join([*head, *_blocks(document, picture, spoiler)]) + "\n"


def _blocks(document: d.Document, picture: str | None, spoiler: str) -> Iterator[str]:
    for title, block in (folded if spoiler else in_the_open)(document.blocks):
        said = _block(block, picture)
        if title is None:
            yield said
            continue
        name = harmless(title.text).replace('"', "'")
        aside = f"{in_brackets(harmless(title.aside))}\n\n" if title.aside else ""
        yield spoiler.format(title=name, inner=f"{aside}{said}")


def harmless(text: str) -> str:
    """Make words from anybody safe to put into a post, even at the start of a line."""
    text = _SPECIAL.sub(r"\\\1", " ".join(inert(text).split("\n")))
    return _AT_START.sub(_escaped_start, text)


def _escaped_start(found: re.Match[str]) -> str:
    """Escape the start of a line that would become a list; after a number, by a GAP."""
    space, mark = found.groups()
    return f"{space}{mark}{GAP}" if mark.isdigit() else f"{space}\\{mark}"


def _block(block: d.Block, picture: str | None) -> str:
    match block:
        case d.MapPlace(instead, caption):
            image = f"![map](<{picture}>)\n\n" if picture else ""
            said = caption if picture else instead
            return f"{image}*{harmless(said)}*" if said else image
        case d.Heading(title, aside):
            return f"## {harmless(title)}" + (f" {in_brackets(harmless(aside))}" if aside else "")
        case d.Lead(text):
            return f"> {_inline(text)}"
        case d.Quote(lines):  # two spaces keep the line breaks
            return "\n".join(f"> {harmless(line)}  " if line else ">" for line in lines)
        case d.Paragraph(text) | d.Inset(text):
            return _inline(text)
        case d.Foot(text):
            return f"---\n\n{_inline(text)}"
        case d.Bullets(items):
            return "\n".join(f"- {_inline(item)}" for item in items)
        case d.Table():
            return _table(block)
        case _:
            return _fenced(inert("\n".join(plain.lines_of(block))))


def _inline(text: d.Text) -> str:
    """Write running text. Bold marks only work around words without spaces at their ends."""
    parts = []
    for span in text:
        if span.mention:
            parts.append(f"@{span.text}")
            continue
        said = harmless(span.text)
        core = said.strip()
        if span.bold and core:
            before, after = said[: len(said) - len(said.lstrip())], said[len(said.rstrip()) :]
            said = f"{before}**{core}**{after}"
        parts.append(said)
    return "".join(parts)


def _table(block: d.Table) -> str:
    head = block.shown(block.head or tuple(() for _ in block.aligns))
    rule = "|" + "|".join("---:" if align == "r" else ":---" for align, _ in head) + "|"
    return "\n".join([_row(head), rule, *(_row(block.shown(row)) for row in block.rows)])


def _row(cells: list[tuple[str, d.Text]]) -> str:
    return "| " + " | ".join(_inline(cell) for _, cell in cells) + " |"


def _fenced(inner: str) -> str:
    """Put text into a fence, which is longer than any run of backticks in it."""
    longest = max(map(len, re.findall("`+", inner)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{inner}\n{fence}"
