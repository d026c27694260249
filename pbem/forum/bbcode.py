"""Writes a document as BBCode, in the dialect of a forum.

BBCode has no escape character. An invisible space after each `[` keeps the text readable and stops
it from working as markup.
"""

from collections.abc import Iterator

from pbem.forum.dialects import BBCODE, Dialect
from pbem.reports.rendering import document as d
from pbem.reports.rendering import plain
from pbem.reports.rendering.folded import folded, in_the_open
from pbem.reports.rendering.inert import GAP, in_brackets, inert


def render(document: d.Document, picture: str | None = None, dialect: Dialect = BBCODE) -> str:
    """Write the post. `picture` is what the dialect's image tag refers to (None: no image)."""
    head = [dialect.bold.format(harmless(document.title, dialect))] if document.title else []
    return "\n\n".join([*head, *_blocks(document, picture, dialect)]) + "\n"


def harmless(text: str, dialect: Dialect = BBCODE) -> str:
    """Make text from anybody safe to put into a post."""
    text = inert(text).replace("[", f"[{GAP}")
    for sign, other in dialect.instead.items():
        text = text.replace(sign, other)
    return text


def _blocks(document: d.Document, picture: str | None, dialect: Dialect) -> Iterator[str]:
    """Write the blocks, with long tables behind a spoiler if the forum has spoilers."""
    for title, block in (folded if dialect.spoiler else in_the_open)(document.blocks):
        said = _block(block, picture, dialect)
        if title is None:
            yield said
            continue
        name = harmless(title.text, dialect).replace('"', "'").replace("]", ")")
        aside = f"{_aside(title, dialect)}\n" if title.aside else ""
        yield dialect.spoiler.format(title=name, inner=f"{aside}{said}")


def _aside(heading: d.Heading, dialect: Dialect) -> str:
    return dialect.italic.format(in_brackets(harmless(heading.aside, dialect)))


def _block(block: d.Block, picture: str | None, dialect: Dialect) -> str:
    def text(words: d.Text) -> str:
        return _inline(words, dialect)

    match block:
        case d.MapPlace(instead, caption):
            image = f"{dialect.image.format(picture)}\n" if picture else ""
            said = caption if picture else instead
            return image + (dialect.italic.format(harmless(said, dialect)) if said else "")
        case d.Heading(title, aside):
            beside = f" {_aside(block, dialect)}" if aside else ""
            return dialect.heading.format(harmless(title, dialect)) + beside
        case d.Lead(words):
            return dialect.quote.format(text(words))
        case d.Quote(lines):
            return dialect.quote.format("\n".join(harmless(line, dialect) for line in lines))
        case d.Paragraph(words) | d.Inset(words):
            return text(words)
        case d.Foot(words):
            return dialect.italic.format(text(words))
        case d.Bullets(items):
            listed = "".join(dialect.item.format(text(item)) for item in items)
            return dialect.list.format(listed)
        case d.Table() if dialect.table:
            return _table(block, dialect)
        case _:
            return dialect.code.format(harmless("\n".join(plain.lines_of(block)), dialect))


def _table(block: d.Table, dialect: Dialect) -> str:
    head = [_row(block.shown(block.head), dialect, dialect.head)] if block.head else []
    rows = [_row(block.shown(row), dialect, dialect.cell) for row in block.rows]
    return dialect.table.format("".join(head + rows))


def _row(cells: list[tuple[str, d.Text]], dialect: Dialect, form: str) -> str:
    """Write a row of a table. An empty cell is never a header cell."""
    said = [_inline(cell, dialect) for _, cell in cells]
    written = ((form if text else dialect.cell).format(text) for text in said)
    return dialect.row.format("".join(written))


def _inline(text: d.Text, dialect: Dialect) -> str:
    return "".join(_span(span, dialect) for span in text)


def _span(span: d.Span, dialect: Dialect) -> str:
    if span.mention:
        return dialect.mention.format(span.text)
    said = harmless(span.text, dialect)
    return dialect.bold.format(said) if span.bold else said
