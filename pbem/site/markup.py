"""Writes blocks of a document as HTML for a page: no inline styles, headings of a given rank."""

from collections.abc import Iterable
from html import escape
from itertools import groupby

from pbem.reports.rendering import document as d
from pbem.reports.rendering.html import inline

HEADING = 'th scope="row"'


def blocks(said: Iterable[d.Block], rank: int = 3) -> str:
    """Write blocks, with headings of this rank."""
    return "".join(_block(block, rank) for block in said)


def quote(lines: Iterable[str]) -> str:
    """Write what a person has written."""
    parts = ("<br>".join(map(escape, part)) for said, part in groupby(lines, key=bool) if said)
    return f"<blockquote>{''.join(f'<p>{part}</p>' for part in parts)}</blockquote>"


def _block(block: d.Block, rank: int) -> str:
    match block:
        case d.Heading(title, aside):
            beside = f" <small>{escape(aside)}</small>" if aside else ""
            return f"<h{rank}>{escape(title)}{beside}</h{rank}>"
        case d.Lead(text) | d.Paragraph(text):
            return f"<p>{inline(text)}</p>"
        case d.Inset(text) | d.Foot(text):
            return f'<p class="soft">{inline(text)}</p>'
        case d.Bullets(items):
            return f"<ul>{''.join(f'<li>{inline(item)}</li>' for item in items)}</ul>"
        case d.Preformatted(lines) | d.Orders(lines):
            return f'<pre tabindex="0">{escape(chr(10).join(lines))}</pre>'
        case d.Quote(lines):
            return quote(lines)
        case d.Table():
            return _table(block)
        case d.Tally():
            return _tally(block)
        case d.Item():
            return f"<p><code>{escape(block.text)}</code> {escape(block.status)}</p>"
        case d.MapPlace():
            return ""


def _table(block: d.Table) -> str:
    head = f"<thead>{_row('th', block.shown(block.head))}</thead>" if block.head else ""
    rows = "".join(_row("td", block.shown(row), headed=not block.head) for row in block.rows)
    return f'<div class="wide" tabindex="0"><table>{head}<tbody>{rows}</tbody></table></div>'


def _row(tag: str, cells: list[tuple[str, d.Text]], *, headed: bool = False) -> str:
    """Write a row; `headed`: with its first cell as its heading."""
    tags = (HEADING if headed and not place else tag for place in range(len(cells)))
    said = (_cell(each, *cell) for each, cell in zip(tags, cells, strict=True))
    return f"<tr>{''.join(said)}</tr>"


def _cell(tag: str, align: str, cell: d.Text) -> str:
    """Write a cell; an empty one is never a header cell."""
    said = inline(cell)
    tag = tag if said else "td"
    mark = ' class="r"' if align == "r" else ""
    return f"<{tag}{mark}>{said}</{tag.partition(' ')[0]}>"


def _tally(block: d.Tally) -> str:
    rows = "".join(map(_side, block.sides))
    title = f'<p class="soft">{escape(block.title)}</p>'
    result = f"<p>{inline(block.result)}</p>" if block.result else ""
    table = f"<table><tbody>{rows}</tbody></table>" if rows else ""
    return f'<div class="tally">{title}{table}{result}</div>'


def _side(side: d.Side) -> str:
    remark = f" <small>{escape(side.remark)}</small>" if side.remark else ""
    name = f"<{HEADING}>{inline(side.name)} <small>{escape(side.items)}</small></th>"
    if not (side.sum or side.total):
        return f"<tr>{name}</tr>"
    total = f"<strong>{escape(side.total)}</strong>{remark}"
    return f'<tr>{name}<td class="r">{escape(side.sum)}</td><td class="r">= {total}</td></tr>'
