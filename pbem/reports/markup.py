"""The markup in which templates write a document, a block a line.

What stands behind a block's first line without a mark of its own continues it; an empty line ends
it:

    # Heading | aside                      ! what is asked, set apart
    a paragraph, with **bold** words       : an indented paragraph
    - a bullet                             > preformatted, spaces kept
    < what a person has written
    @table lrr                             then rows: |= head | head |  and  | cell | cell |
    @tally At sea                          then: @side name | items | sum | total | remark
                                           and, continued, @result who wins
    @item 1 | order | status | tone        and, any number: @note why, @near an order
    @map text without it | caption         @orders ... @end: the order block, as it stands
    @foot the small print

Values put into a template go through `escape`, so that none of them can be markup.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

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
    Side,
    Span,
    Table,
    Tally,
    Text,
)

META = "*|#!:->@=<"
_HIDDEN = {ord(mark): 0xE000 + place for place, mark in enumerate(META)}
_SHOWN = {code: mark for mark, code in _HIDDEN.items()}


class MarkupError(ValueError):
    """A template wrote what is no markup; the text names the line."""


def escape(value: Any) -> str:
    """A string or number as it may stand in markup: on one line, and none of it markup.

    Raises TypeError for anything else: a None in a report is a mistake.
    """
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"cannot be shown in a report: {value!r}")
    return " ".join(str(value).split("\n")).translate(_HIDDEN)


def shown(text: str) -> str:
    """Escaped text as it was."""
    return text.translate(_SHOWN)


def inline(source: str) -> Text:
    """Running text: `**` begins and ends bold words."""
    parts = " ".join(source.split()).split("**")
    if len(parts) % 2 == 0:
        raise MarkupError(f"bold words begin and do not end: {source!r}")
    return tuple(Span(shown(part), place % 2 == 1) for place, part in enumerate(parts) if part)


def parse(title: str, source: str) -> Document:
    """The document that the markup stands for. Raises MarkupError."""
    return Document(title, tuple(_blocks(source.splitlines())))


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.rstrip().removesuffix("|").split("|")]


def _plain_cells(row: str, count: int) -> list[str]:
    cells = [shown(cell) for cell in row.split("|")] if row else []
    return ([cell.strip() for cell in cells] + [""] * count)[:count]


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at].rstrip()
        if not line.strip():
            at += 1
            continue
        mark, _, rest = line.partition(" ")
        block, at = _READERS.get(mark, _paragraph)(lines, at, rest.strip())
        yield block


_Read: TypeAlias = tuple[Block, int]
_Reader: TypeAlias = Callable[[list[str], int, str], _Read]


def _continued(lines: list[str], at: int, first: str) -> tuple[Text, int]:
    """Running text up to an empty line or one with a mark."""
    parts = [first]
    while at < len(lines) and lines[at].strip() and not _marked(lines[at]):
        parts.append(lines[at])
        at += 1
    return inline(" ".join(parts)), at


def _marked(line: str) -> bool:
    first = line.split(" ")[0].rstrip()
    return first in _READERS or first in _PARTS or first.startswith("|")


def _running(block: Callable[[Text], Block]) -> _Reader:
    def read(lines: list[str], at: int, rest: str) -> _Read:
        text, after = _continued(lines, at + 1, rest)
        return block(text), after

    return read


def _paragraph(lines: list[str], at: int, _rest: str) -> _Read:
    if lines[at].startswith("@") or _marked(lines[at]):
        raise MarkupError(f"no markup, or out of place: {shown(lines[at])!r}")
    text, after = _continued(lines, at + 1, lines[at])
    return Paragraph(text), after


def _heading(_lines: list[str], at: int, rest: str) -> _Read:
    text, aside = _plain_cells(rest, 2)
    return Heading(text, aside), at + 1


def _bullets(lines: list[str], at: int, _rest: str) -> _Read:
    items: list[Text] = []
    while at < len(lines) and lines[at].startswith("- "):
        text, at = _continued(lines, at + 1, lines[at][2:])
        items.append(text)
    return Bullets(tuple(items)), at


def _kept(mark: str, block: Callable[[tuple[str, ...]], Block]) -> _Reader:
    """Lines with the same mark, each as it is."""

    def read(lines: list[str], at: int, _rest: str) -> _Read:
        kept: list[str] = []
        while at < len(lines) and lines[at].split(" ")[0].rstrip() == mark:
            kept.append(shown(lines[at][2:].rstrip()))
            at += 1
        return block(tuple(kept)), at

    return read


def _table(lines: list[str], at: int, rest: str) -> _Read:
    head: tuple[Text, ...] = ()
    rows: list[tuple[Text, ...]] = []
    at += 1
    while at < len(lines) and lines[at].startswith("|"):
        is_head = lines[at].startswith("|=")
        cells = tuple(inline(cell) for cell in _cells(lines[at][2:]))
        if len(cells) != len(rest):
            raise MarkupError(f"{len(rest)} columns, but {len(cells)} cells: {lines[at]!r}")
        if is_head:
            head = cells
        else:
            rows.append(cells)
        at += 1
    return Table(rest, head, tuple(rows)), at


def _tally(lines: list[str], at: int, rest: str) -> _Read:
    sides: list[Side] = []
    result: Text = ()
    at += 1
    while at < len(lines) and lines[at].startswith(("@side ", "@result ")):
        mark, _, tail = lines[at].partition(" ")
        if mark == "@side":
            name, *_ = tail.split("|")
            sides.append(Side(inline(name), *_plain_cells(tail, 5)[1:]))
            at += 1
        else:
            result, at = _continued(lines, at + 1, tail)
    return Tally(shown(rest), tuple(sides), result), at


def _item(lines: list[str], at: int, rest: str) -> _Read:
    mark, text, status, tone = _plain_cells(rest, 4)
    notes: list[tuple[str, Text]] = []
    at += 1
    while at < len(lines) and lines[at].startswith(("@note ", "@near ")):
        name, _, tail = lines[at].partition(" ")
        note, at = _continued(lines, at + 1, tail)
        notes.append((name[1:], note))
    return Item(mark, text, status, tone or "plain", tuple(notes)), at


def _map(_lines: list[str], at: int, rest: str) -> _Read:
    return MapPlace(*_plain_cells(rest, 2)), at + 1


def _orders(lines: list[str], at: int, _rest: str) -> _Read:
    kept: list[str] = []
    at += 1
    while at < len(lines) and lines[at].rstrip() != "@end":
        kept.append(shown(lines[at].rstrip()))
        at += 1
    if at == len(lines):
        raise MarkupError("an order block without its @end")
    return Orders(tuple(kept)), at + 1


_READERS: dict[str, _Reader] = {
    "#": _heading,
    "!": _running(Lead),
    ":": _running(Inset),
    "-": _bullets,
    ">": _kept(">", Preformatted),
    "<": _kept("<", Quote),
    "@table": _table,
    "@tally": _tally,
    "@item": _item,
    "@map": _map,
    "@orders": _orders,
    "@foot": _running(Foot),
}
_PARTS = frozenset({"@side", "@result", "@note", "@near", "@end", "|", "|="})
