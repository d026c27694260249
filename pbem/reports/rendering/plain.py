"""Writes a document as plain text of 72 columns."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

from pbem.reports.rendering import document as d
from pbem.reports.rendering.document import words

WIDTH = 72
INDENT = "  "
_SUM_AT = 40
_STATUS_AT = 45


def render(document: d.Document) -> str:
    """Write the text of a mail: no line is longer than 72 columns, except addresses of pages."""
    parts: list[str] = []
    before: d.Block | None = None
    for block in document.blocks:
        said = "\n".join(lines_of(block))
        close = isinstance(block, d.Item | d.Inset) and type(before) is type(block)
        parts.append(("\n" if close else "\n\n") + said if before else said)
        before = block
    return "".join(parts) + "\n"


def lines_of(block: d.Block) -> list[str]:
    """Write one block as lines of at most 72 columns; addresses of pages are kept whole."""
    match block:
        case d.Heading(title, aside):
            return _heading(title.upper(), aside)
        case d.Lead(text) | d.Paragraph(text) | d.Foot(text):
            return _running(text)
        case d.Inset(text):
            return _running(text, INDENT)
        case d.MapPlace(instead):
            return wrap(instead, first=INDENT)
        case d.Bullets(items):
            wrapped = (wrap(words(item), first="  - ", rest=INDENT * 2) for item in items)
            return [line for item_lines in wrapped for line in item_lines]
        case d.Preformatted(lines):
            return [line for kept in lines for line in _cut(INDENT + kept, WIDTH)]
        case d.Quote(lines):  # a bar before each line, which the moderator's lines never have
            return [line.rstrip() for kept in lines for line in wrap(kept, first="| ")]
        case d.Orders(lines):
            return [(INDENT + line).rstrip() for line in lines]
        case d.Table():
            return _table(block)
        case d.Tally():
            return _tally(block)
        case d.Item():
            return _item(block)


def _running(text: d.Text, first: str = "") -> list[str]:
    """Break running text into lines. The address of a page stays whole on a line of its own, so
    that mail programs make a link of all of it."""
    if not any(span.link for span in text):
        return wrap(words(text), first=first)
    parts = ((linked, words(tuple(part))) for linked, part in groupby(text, lambda it: it.link))
    said = ([first + one] if linked else wrap(one, first=first) for linked, one in parts)
    return [line for lines in said for line in lines if line.strip()]


def columns(text: str) -> int:
    """Count the columns of a text: a combining mark takes none, a wide character two."""
    return len(text) if _even(text) else sum(map(_columns, text))


def _even(text: str) -> bool:
    """Tell whether each character takes one column, as in Western Europe."""
    return text.isascii() or not _UNEVEN.search(text)


_UNEVEN = re.compile("[^\\x00-\\xac\\xae-\\u02ff\\u2010-\\u2027]")
"""Characters that may take no column or two, including the soft hyphen."""


def _columns(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def pad(text: str, width: int, align: str = "l") -> str:
    """Fill a text up with spaces to a width in columns."""
    if _even(text):
        return text.rjust(width) if align == "r" else text.ljust(width)
    space = " " * max(0, width - columns(text))
    return space + text if align == "r" else text + space


def wrap(text: str, width: int = WIDTH, first: str = "", rest: str | None = None) -> list[str]:
    """Break a text into lines of at most `width` columns; `first` and `rest` indent them."""
    rest = first if rest is None else rest
    line = first + " ".join(text.split())
    if columns(line) <= width:  # most texts are cells of tables
        return [line.rstrip()]
    if _even(line):
        return list(_cut_even(line, width, len(first), rest))
    lines, line, empty = [], first, True
    full, next_full = columns(first), columns(rest)
    for word in _pieces(text, width - max(full, next_full)):
        wide = columns(word)
        if not empty and full + 1 + wide > width:
            lines.append(line)
            line, full, empty = rest, next_full, True
        line += word if empty else " " + word
        full += wide if empty else 1 + wide
        empty = False
    return [*lines, line.rstrip()] if not empty or not lines else lines


def _cut_even(line: str, width: int, indent: int, rest: str) -> Iterator[str]:
    """Break a line whose characters take one column each.

    The first `indent` characters are indentation; further lines begin with `rest`. If the
    indentation leaves no room, each line gets one character.
    """
    while len(line) > (most := max(width, indent + 1)):
        cut = line.rfind(" ", indent, most + 1)
        fits = cut > indent
        cut = cut if fits else most  # a word too long for a line
        yield line[:cut]
        line, indent = rest + line[cut + fits :], len(rest)
    yield line


def _pieces(text: str, width: int) -> Iterator[str]:
    """Yield words, cutting those that are too long for a line."""
    for word in text.split():
        if columns(word) <= width:
            yield word
            continue
        piece = ""
        for sign in word:
            if columns(piece) + _columns(sign) > width:
                yield piece
                piece = ""
            piece += sign
        yield piece


def _heading(text: str, aside: str) -> list[str]:
    room = WIDTH - columns(text) - columns(aside)
    if not aside:
        return wrap(text)
    if room < 2:
        return [*wrap(text), *wrap(aside, first=INDENT)]
    return [text + " " * room + aside]


def _cut(line: str, width: int) -> list[str]:
    if columns(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line.strip(), width, indent, indent + INDENT)


def _table(block: d.Table) -> list[str]:
    rows = [*([block.head] if block.head else []), *block.rows]
    cells = [[words(cell) for cell in row] for row in rows]
    if not cells:
        return []
    natural = [max(columns(row[place]) for row in cells) for place in range(len(block.aligns))]
    gap = 2 if sum(natural) + 2 * len(natural) <= WIDTH else 1
    longest = [max(_longest_word(row[place]) for row in cells) for place in range(len(natural))]
    room = WIDTH - len(INDENT) - gap * (len(natural) - 1)
    widths = _fitted(natural, longest, block.aligns, room)
    return [line for row in cells for line in _row(row, block.aligns, widths, " " * gap)]


def _longest_word(text: str) -> int:
    return max(map(columns, text.split()), default=0)


def _fitted(natural: list[int], longest: list[int], aligns: str, room: int) -> list[int]:
    """Find column widths: the widest columns of words shrink until all fit, first those whose words
    stay whole."""
    widths = list(natural)
    wide = [place for place, align in enumerate(aligns) if align != "r"] or [len(widths) - 1]
    while sum(widths) > room:
        whole = [place for place in wide if widths[place] > longest[place]]
        widest = max(whole or wide, key=lambda place: widths[place])
        if widths[widest] <= 4:
            break
        widths[widest] -= 1
    return widths


def _row(row: list[str], aligns: str, widths: list[int], gap: str) -> list[str]:
    wrapped = [
        [cell] if columns(cell) <= width else wrap(cell, width)
        for cell, width in zip(row, widths, strict=True)
    ]
    lines = []
    for at in range(max(map(len, wrapped))):
        cells = [lines_[at] if at < len(lines_) else "" for lines_ in wrapped]
        padded = [pad(*cell) for cell in zip(cells, widths, aligns, strict=True)]
        lines.append((INDENT + gap.join(padded)).rstrip())
    return lines


def _tally(block: d.Tally) -> list[str]:
    label = max(columns(block.title), 7) + len(INDENT) + 2
    names = max((columns(words(side.name)) for side in block.sides), default=0)
    title = pad(INDENT + block.title, label)
    lines: list[str] = []
    for side in block.sides:
        lines += _side(side, title if not lines else " " * label, names)
    title = title if not lines else " " * label
    return lines + (wrap(words(block.result), WIDTH, title, " " * label) if block.result else [])


def _side(side: d.Side, start: str, names: int) -> list[str]:
    first = start + pad(words(side.name), names) + INDENT
    lines = wrap(side.items, WIDTH, first, " " * columns(first))
    if not side.sum and not side.total:
        return lines
    total = f"{pad(side.sum, 10, 'r')}  = {pad(side.total, 2, 'r')}"
    said = total + (f"   {side.remark}" if side.remark else "")
    if columns(lines[-1]) + 2 > _SUM_AT or _SUM_AT + columns(said) > WIDTH:
        lines.append("")
    at = min(_SUM_AT, WIDTH - columns(said))
    if at < 0:
        return lines[:-1] + wrap(said, WIDTH, " " * len(first))
    return [*lines[:-1], pad(lines[-1], at) + said]


def _item(block: d.Item) -> list[str]:
    start = f"  {block.mark:<2} "
    lines = wrap(block.text, _STATUS_AT - 2, start, " " * 7)
    status = wrap(block.status, WIDTH - _STATUS_AT)
    lines = [(pad(left, _STATUS_AT) + right).rstrip() for left, right in _pairs(lines, status)]
    for name, note in block.notes:
        indent = " " * (5 if name == "note" else 7)
        lines += wrap(words(note), WIDTH, indent, indent + (INDENT if name == "near" else ""))
    return lines


def _pairs(left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    for at in range(max(len(left), len(right))):
        yield left[at] if at < len(left) else "", right[at] if at < len(right) else ""
