"""Writes a document as HTML for mail, with inline styles; nothing is loaded from the network.

The few classes are only for dark and for narrow screens. In a mail program that drops the style
sheet, the inline styles are enough.
"""

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby

from pbem.reports.rendering import document as d

_MONO = "font-family:ui-monospace,Menlo,Consolas,'Liberation Mono',monospace"
_SERIF = "font-family:Georgia,'Times New Roman',serif"
_CELL = "padding:4px 7px;vertical-align:top;border-bottom:1px solid #e4dfd3"
_TONES = {"good": "#1c6b33", "bad": "#a3261c", "wait": "#82560a", "plain": "#6a655b"}
_HEADING = (
    f"{_SERIF};font-size:17px;line-height:1.3;font-weight:bold;color:#5b2a1e;"
    "margin:26px 0 8px;padding-bottom:4px;border-bottom:1px solid #d9d0bd"
)
_BESIDE = "font-weight:normal;font-size:13px;letter-spacing:0;color:#6a655b"
_LEAD = (
    "margin:0 0 14px;padding:11px 14px;background:#f6efdf;color:#241f18;"
    "border-left:4px solid #a5562f;font-size:16px"
)
_PREFORMATTED = (
    f"{_MONO};font-size:12px;line-height:1.45;margin:0 0 12px;"
    "white-space:pre-wrap;overflow-wrap:anywhere"
)
_ORDERS = (
    f"{_MONO};font-size:12px;line-height:1.5;margin:0 0 12px;padding:10px 12px;"
    "white-space:pre-wrap;overflow-wrap:anywhere;"
    "background:#f4f2ec;color:#241f18;border:1px solid #d9d0bd"
)
_QUOTE = "margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #5b7a99"
_IMAGE = (
    "display:block;width:100%;max-width:900px;height:auto;border:0;background:#ffffff;color:#2b2113"
)
_BELOW = "margin:0 0 14px;font-size:13px;color:#6a655b"
_TABLE = "border-collapse:collapse;font-size:14px;line-height:1.35"
_TALLY = "margin:0 0 14px;padding:2px 0 2px 12px;border-left:3px solid #d9d0bd"
_TITLE = f"{_SERIF};font-style:italic;font-size:14px;color:#6a655b;margin:0 0 2px"
_SHORT = 8
"""Cells with at most this many characters are never broken."""
_TABLES = re.compile(r'<div class="tb".*?</div>', re.DOTALL)
_ITEMS = "border-collapse:collapse;font-size:14px;line-height:1.4;width:100%;margin:0 0 14px"


def fragment(
    document: d.Document,
    picture: str | None = None,
    in_words: str = "",
    divided: Iterable[str] = (),
) -> str:
    """Write the blocks as HTML. `picture` is the address of the map (None: its text is shown
    instead), and `in_words` describes it for readers who cannot see it. `divided` are long words
    with hyphens where they may be broken in tables, which are narrow on a phone."""
    parts = []
    for kind, blocks in groupby(document.blocks, key=type):
        if kind is d.Item:
            rows = "".join(_item(block) for block in blocks if isinstance(block, d.Item))
            parts.append(_rows(_ITEMS, rows))
        else:
            parts += [_block(block, picture, in_words) for block in blocks]
    return _divided("\n".join(parts) + "\n", divided)


def _divided(page: str, words: Iterable[str]) -> str:
    """Let long words be broken in tables."""
    broken = {word.replace("-", ""): word.replace("-", "&shy;") for word in words}
    if not broken:
        return page
    any_of = re.compile(rf"\b({'|'.join(broken)})")
    return _TABLES.sub(
        lambda table: any_of.sub(lambda word: broken[word[0]], table[0]),
        page,
    )


def _block(block: d.Block, picture: str | None, in_words: str) -> str:
    match block:
        case d.Heading(title, aside):
            beside = " " + _element("span", _BESIDE, f"&nbsp; {escape(aside)}", "mu")
            return _element("h2", _HEADING, escape(title) + (beside if aside else ""), "hd ru")
        case d.Lead(text):
            return _element("p", _LEAD, inline(text), "ld")
        case d.Paragraph(text):
            return _element("p", "margin:0 0 12px", inline(text))
        case d.Inset(text):
            return _element("p", "margin:0 0 12px;padding-left:14px", inline(text))
        case d.Foot(text):
            return _element("p", "margin:22px 0 0;font-size:12px;color:#6a655b", inline(text), "mu")
        case d.Bullets(items):
            listed = "".join(_element("li", "margin:2px 0", inline(item)) for item in items)
            return _element("ul", "margin:0 0 12px;padding-left:34px", listed)
        case d.Preformatted(lines):
            return _element("pre", _PREFORMATTED, escape("\n".join(lines)))
        case d.Orders(lines):
            return _element("pre", _ORDERS, escape("\n".join(lines)), "or")
        case d.Quote(lines):
            return _quote(lines)
        case d.Table():
            return _table(block)
        case d.Tally():
            return _tally(block)
        case d.MapPlace():
            return _map(block, picture, in_words)
        case d.Item():
            return _rows(_ITEMS, _item(block))


def _element(tag: str, style: str, inner: str, name: str = "") -> str:
    named = f' class="{name}"' if name else ""
    return f'<{tag}{named} style="{style}">{inner}</{tag}>'


def _rows(style: str, rows: str) -> str:
    return f'<table cellpadding="0" cellspacing="0" style="{style}">{rows}</table>'


def inline(text: d.Text) -> str:
    """Write running text."""
    return "".join(map(_span, text))


def _span(span: d.Span) -> str:
    said = escape(span.text)
    if span.link:
        said = f'<a href="{said}" style="overflow-wrap:anywhere;color:inherit">{said}</a>'
    return f"<strong>{said}</strong>" if span.bold else said


def _quote(lines: tuple[str, ...]) -> str:
    """Write a quotation that mail programs also recognize: in an answer, none of it counts as the
    answer's text."""
    paragraphs = ["<br>".join(map(escape, part)) for said, part in groupby(lines, key=bool) if said]
    inner = "".join(_element("p", "margin:8px 0", text) for text in paragraphs)
    return f'<blockquote type="cite" class="qu" style="{_QUOTE}">{inner}</blockquote>'


def _table(block: d.Table) -> str:
    head = _table_row("th", block.shown(block.head)) if block.head else ""
    rows = "".join(_table_row("td", block.shown(row)) for row in block.rows)
    return _element("div", "overflow-x:auto;margin:0 0 14px", _rows(_TABLE, head + rows), "tb")


def _table_row(tag: str, cells: list[tuple[str, d.Text]]) -> str:
    weight = ";font-weight:normal;font-size:12px;color:#6a655b" if tag == "th" else ""
    name, inner = "ru mu" if tag == "th" else "ru", ""
    for align, cell in cells:
        whole = ";white-space:nowrap" if len(d.words(cell)) <= _SHORT else ""
        style = f"{_CELL};text-align:{'right' if align == 'r' else 'left'}{whole}{weight}"
        inner += _element(tag if cell else "td", style, inline(cell), name)
    return f"<tr>{inner}</tr>"


def _tally(block: d.Tally) -> str:
    title = _element("div", _TITLE, escape(block.title), "mu")
    rows = "".join(map(_side, block.sides))
    table = _rows(f"{_TABLE};width:100%", rows) if rows else ""
    result = _element("div", "margin:4px 0 0", inline(block.result)) if block.result else ""
    return _element("div", _TALLY, title + table + result, "ru")


def _side(side: d.Side) -> str:
    items = _element("span", "color:#6a655b;font-size:13px", escape(side.items), "mu")
    remark = _element("div", "color:#82560a;font-size:12px", escape(side.remark), "wait")
    total = f"= <strong>{escape(side.total)}</strong>" + (remark if side.remark else "")
    cells = (
        ("text-align:left", f"{inline(side.name)} &nbsp;{items}"),
        (f"{_MONO};font-size:12px;text-align:right;white-space:nowrap", escape(side.sum)),
        ("text-align:right;white-space:nowrap;width:4.5em", total),
    )
    shown = cells if side.sum or side.total else cells[:1]
    return "<tr>" + "".join(_element("td", f"{_CELL};{s}", c, "ru") for s, c in shown) + "</tr>"


def _item(item: d.Item) -> str:
    notes = "".join(_note(name, note) for name, note in item.notes)
    order = _element("span", f"{_MONO};font-size:13px", escape(item.text))
    tone = item.tone if item.tone in _TONES else "plain"
    cells = (
        ("color:#6a655b;width:1.6em", escape(item.mark), "ru mu"),
        ("", order + notes, "ru"),
        (f"color:{_TONES[tone]};text-align:right;width:34%", escape(item.status), f"ru {tone}"),
    )
    return "<tr>" + "".join(_element("td", f"{_CELL};{s}", c, n) for s, c, n in cells) + "</tr>"


def _note(name: str, note: d.Text) -> str:
    if name == "near":
        return _element("div", f"{_MONO};font-size:12px;padding-left:14px", inline(note))
    return _element("div", "font-size:13px;color:#6a655b", inline(note), "mu")


def _map(block: d.MapPlace, picture: str | None, in_words: str) -> str:
    said = block.text if picture is None else block.caption
    text = _element("p", _BELOW, escape(said), "mu") if said else ""
    if picture is None:
        return text
    address, alt = escape(picture), escape(in_words or "The map")
    image = f'<img src="{address}" alt="{alt}" width="656" style="{_IMAGE}">'
    return _element("div", "margin:14px 0 6px", image) + text
