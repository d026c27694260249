"""Reads the markup in which templates write a document, a block a line.

Lines without a mark continue the block above them; an empty line ends it:

    # Heading | aside                      ! what is asked, set apart
    a paragraph, with **bold** words       : an indented paragraph
    and the address of a page: <{url}>
    - a bullet                             > preformatted, spaces kept
    < what a person has written
    @table lrr                             then rows: |= head | head |  and  | cell | cell |
    @tally At sea                          then: @side name | items | sum | total | remark
                                           and, continued, @result who wins
    @item 1 | order | status | tone        and, any number: @note why, @near an order
    @map text without it | caption         @orders ... @end: the order block, as it stands
    @foot the small print

Values in a template go through `escape`, so that none of them can be markup.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from pbem.reports.rendering import document as d
from pbem.reports.rendering.document import Text

META = "*|#!:->@=<"
PAGES = ("https://", "http://")
"""How the address of a page begins."""
_LINK = re.compile(r"<([^<>\s]+)>")
_HIDDEN = {ord(mark): 0xE000 + place for place, mark in enumerate(META)}
_SHOWN = {code: mark for mark, code in _HIDDEN.items()}


class MarkupError(ValueError):
    """A template wrote invalid markup; the text names the line."""


def escape(value: Any) -> str:
    """Make a string or number safe to put into markup: on one line, and none of it markup.

    Raises TypeError for anything else: a None in a report is a mistake.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"cannot be shown in a report: {value!r}")
    return " ".join(str(value).split("\n")).translate(_HIDDEN)


def shown(text: str) -> str:
    """Return escaped text as it was before."""
    return text if text.isascii() else text.translate(_SHOWN)


def inline(source: str) -> Text:
    """Read running text: `**` begins and ends bold words, and `<` and `>` enclose the address of a
    page. Around anything else, they are ordinary characters."""
    source = " ".join(source.split())
    if "**" not in source:
        if "<" not in source:  # most texts have none
            return (d.Span(shown(source)),) if source else ()
        return tuple(_spans(source, bold=False))
    parts = source.split("**")
    if len(parts) % 2 == 0:
        raise MarkupError(f"bold words begin and do not end: {source!r}")
    marked = enumerate(parts)
    return tuple(span for place, part in marked for span in _spans(part, bold=place % 2 == 1))


def _spans(part: str, *, bold: bool) -> Iterator[d.Span]:
    """Cut words of one weight wherever they contain the address of a page."""
    for place, piece in enumerate(_LINK.split(part) if "<" in part else (part,)):
        said, linked = shown(piece), place % 2 == 1
        if linked and not said.startswith(PAGES):
            said, linked = f"<{said}>", False
        if said:
            yield d.Span(said, bold, link=linked)


def parse(title: str, source: str) -> d.Document:
    """Read a document from markup. Raises MarkupError."""
    return d.Document(title, tuple(_blocks(deque(source.splitlines()))))


def _plain_cells(row: str, count: int) -> list[str]:
    cells = [shown(cell) for cell in row.split("|")] if row else []
    return ([cell.strip() for cell in cells] + [""] * count)[:count]


Lines: TypeAlias = deque[str]
"""The lines that have not been read yet."""
_Reader: TypeAlias = Callable[[Lines, str], d.Block]
"""Reads all lines of a block, given the text after its mark."""


def _blocks(lines: Lines) -> Iterator[d.Block]:
    while lines:
        line = lines[0].rstrip()
        mark, _, rest = line.partition(" ")
        if not line.strip():
            lines.popleft()
        elif mark in _WHOLE:
            yield _WHOLE[mark](lines, rest.strip())
        else:
            lines.popleft()
            yield _READERS.get(mark, _paragraph)(lines, rest.strip() if mark in _READERS else line)


def _continued(lines: Lines, first: str) -> Text:
    """Read running text up to an empty line or one with a mark."""
    parts = [first]
    while lines and lines[0].strip() and not _marked(lines[0]):
        parts.append(lines.popleft())
    return inline(" ".join(parts))


def _marked(line: str) -> bool:
    first = line.split(" ")[0].rstrip()
    return first in _READERS or first in _WHOLE or first in _PARTS or first.startswith("|")


def _running(block: Callable[[Text], d.Block]) -> _Reader:
    return lambda lines, rest: block(_continued(lines, rest))


def _paragraph(lines: Lines, line: str) -> d.Block:
    if line.startswith("@") or _marked(line):
        raise MarkupError(f"no markup, or out of place: {shown(line)!r}")
    return d.Paragraph(_continued(lines, line))


def _bullets(lines: Lines, _rest: str) -> d.Block:
    items: list[Text] = []
    while lines and (lines[0].startswith("- ") or lines[0].rstrip() == "-"):
        items.append(_continued(lines, lines.popleft()[2:]))
    return d.Bullets(tuple(items))


def _each(mark: str, block: Callable[[tuple[str, ...]], d.Block]) -> _Reader:
    """Read lines with the same mark, each as it is."""

    def read(lines: Lines, _rest: str) -> d.Block:
        found: list[str] = []
        while lines and lines[0].split(" ")[0].rstrip() == mark:
            found.append(shown(lines.popleft()[2:].rstrip()))
        return block(tuple(found))

    return read


def _table(lines: Lines, aligns: str) -> d.Block:
    head: tuple[Text, ...] = ()
    rows: list[tuple[Text, ...]] = []
    while lines and lines[0].startswith("|"):
        line = lines.popleft()
        said = line[2:].rstrip().removesuffix("|").split("|")
        cells = tuple(inline(cell.strip()) for cell in said)
        if len(cells) != len(aligns):
            raise MarkupError(f"{len(aligns)} columns, but {len(cells)} cells: {line!r}")
        if line.startswith("|="):
            head = cells
        else:
            rows.append(cells)
    return d.Table(aligns, head, tuple(rows))


def _tally(lines: Lines, title: str) -> d.Block:
    sides: list[d.Side] = []
    result: Text = ()
    while lines and lines[0].startswith(("@side ", "@result ")):
        mark, _, rest = lines.popleft().partition(" ")
        if mark == "@side":
            sides.append(d.Side(inline(rest.split("|")[0]), *_plain_cells(rest, 5)[1:]))
        else:
            result = _continued(lines, rest)
    return d.Tally(shown(title), tuple(sides), result)


def _item(lines: Lines, rest: str) -> d.Block:
    mark, text, status, tone = _plain_cells(rest, 4)
    notes: list[tuple[str, Text]] = []
    while lines and lines[0].startswith(("@note ", "@near ")):
        name, _, note = lines.popleft().partition(" ")
        notes.append((name[1:], _continued(lines, note)))
    return d.Item(mark, text, status, tone or "plain", tuple(notes))


def _orders(lines: Lines, _rest: str) -> d.Block:
    found: list[str] = []
    while lines and lines[0].rstrip() != "@end":
        found.append(shown(lines.popleft().rstrip()))
    if not lines:
        raise MarkupError("an order block without its @end")
    lines.popleft()
    return d.Orders(tuple(found))


_READERS: dict[str, _Reader] = {
    "#": lambda _lines, rest: d.Heading(*_plain_cells(rest, 2)),
    "!": _running(d.Lead),
    ":": _running(d.Inset),
    "@table": _table,
    "@tally": _tally,
    "@item": _item,
    "@map": lambda _lines, rest: d.MapPlace(*_plain_cells(rest, 2)),
    "@orders": _orders,
    "@foot": _running(d.Foot),
}
_WHOLE: dict[str, _Reader] = {
    "-": _bullets,
    ">": _each(">", d.Preformatted),
    "<": _each("<", d.Quote),
}
"""Marks that are before every line of a block."""
_PARTS = frozenset({"@side", "@result", "@note", "@near", "@end", "|", "|="})
