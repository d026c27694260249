"""A document as HTML: for mail, styles inline; nothing in it is fetched from the net.

The few classes are there for dark screens and narrow ones only: where a mail program throws the
style sheet away, the inline styles stand alone.
"""

from collections.abc import Callable
from functools import partial
from html import escape
from itertools import groupby
from typing import Any

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
    Table,
    Tally,
    Text,
)

_MONO = "font-family:ui-monospace,Menlo,Consolas,'Liberation Mono',monospace"
_SERIF = "font-family:Georgia,'Times New Roman',serif"
_CELL = "padding:4px 7px;vertical-align:top;border-bottom:1px solid #e4dfd3"
_TONES = {"good": "#1c6b33", "bad": "#a3261c", "wait": "#82560a", "plain": "#6a655b"}


def fragment(document: Document, picture: str | None = None) -> str:
    """The blocks as HTML; `picture` is the address of the map (None: its words stand for it)."""
    parts = []
    for kind, blocks in groupby(document.blocks, key=type):
        if kind is Item:
            parts.append(_items([block for block in blocks if isinstance(block, Item)]))
        else:
            parts += [_block(block, picture) for block in blocks]
    return "\n".join(parts) + "\n"


def _block(block: Block, picture: str | None) -> str:
    if isinstance(block, MapPlace):
        return _map(block, picture)
    return _RENDERERS[type(block)](block)


def _element(tag: str, style: str, inner: str, name: str = "") -> str:
    named = f' class="{name}"' if name else ""
    return f'<{tag}{named} style="{style}">{inner}</{tag}>'


def _inline(text: Text) -> str:
    return "".join(
        f"<strong>{escape(span.text)}</strong>" if span.bold else escape(span.text) for span in text
    )


def _heading(block: Heading) -> str:
    aside = ""
    if block.aside:
        style = "font-weight:normal;font-size:13px;letter-spacing:0;color:#6a655b"
        aside = " " + _element("span", style, "&nbsp; " + escape(block.aside), "mu")
    style = (
        f"{_SERIF};font-size:17px;line-height:1.3;font-weight:bold;color:#5b2a1e;"
        "margin:26px 0 8px;padding-bottom:4px;border-bottom:1px solid #d9d0bd"
    )
    return _element("h2", style, escape(block.text) + aside, "hd ru")


def _lead(block: Lead) -> str:
    style = (
        "margin:0 0 14px;padding:11px 14px;background:#f6efdf;color:#241f18;"
        "border-left:4px solid #a5562f;font-size:16px"
    )
    return _element("p", style, _inline(block.text), "ld")


def _running(style: str, name: str, block: Paragraph | Inset | Foot) -> str:
    return _element("p", style, _inline(block.text), name)


def _bullets(block: Bullets) -> str:
    items = "".join(_element("li", "margin:2px 0", _inline(item)) for item in block.items)
    return _element("ul", "margin:0 0 12px;padding-left:34px", items)


def _preformatted(block: Preformatted) -> str:
    style = f"{_MONO};font-size:12px;line-height:1.45;margin:0 0 12px;overflow-x:auto"
    return _element("pre", style, escape("\n".join(block.lines)))


def _quote(block: Quote) -> str:
    """A quotation to mail programs too: in an answer, no line of it is the answer's."""
    paragraphs = [
        "<br>".join(map(escape, lines)) for said, lines in groupby(block.lines, key=bool) if said
    ]
    style = "margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #5b7a99"
    inner = "".join(_element("p", "margin:8px 0", text) for text in paragraphs)
    return f'<blockquote type="cite" class="qu" style="{style}">{inner}</blockquote>'


def _orders(block: Orders) -> str:
    style = (
        f"{_MONO};font-size:12px;line-height:1.5;margin:0 0 12px;padding:10px 12px;"
        "overflow-x:auto;background:#f4f2ec;color:#241f18;border:1px solid #d9d0bd"
    )
    return _element("pre", style, escape("\n".join(block.lines)), "or")


def _table(block: Table) -> str:
    head = _table_row("th", block.shown(block.head)) if block.head else ""
    rows = "".join(_table_row("td", block.shown(row)) for row in block.rows)
    style = "border-collapse:collapse;font-size:14px;line-height:1.35"
    table = f'<table cellpadding="0" cellspacing="0" style="{style}">{head}{rows}</table>'
    return _element("div", "overflow-x:auto;margin:0 0 14px", table, "tb")


def _table_row(tag: str, cells: list[tuple[str, Text]]) -> str:
    weight = ";font-weight:normal;font-size:12px;color:#6a655b" if tag == "th" else ""
    name = "ru mu" if tag == "th" else "ru"
    inner = "".join(
        _element(
            tag,
            f"{_CELL};text-align:{'right' if align == 'r' else 'left'}{weight}",
            _inline(cell),
            name,
        )
        for align, cell in cells
    )
    return f"<tr>{inner}</tr>"


def _tally(block: Tally) -> str:
    title = _element(
        "div",
        f"{_SERIF};font-style:italic;font-size:14px;color:#6a655b;margin:0 0 2px",
        escape(block.title),
        "mu",
    )
    style = "border-collapse:collapse;font-size:14px;line-height:1.35;width:100%"
    rows = "".join(map(_side, block.sides))
    table = f'<table cellpadding="0" cellspacing="0" style="{style}">{rows}</table>'
    result = _element("div", "margin:4px 0 0", _inline(block.result)) if block.result else ""
    style = "margin:0 0 14px;padding:2px 0 2px 12px;border-left:3px solid #d9d0bd"
    return _element("div", style, title + (table if rows else "") + result, "ru")


def _side(side: Side) -> str:
    items = _element("span", "color:#6a655b;font-size:13px", escape(side.items), "mu")
    remark = _element("div", "color:#82560a;font-size:12px", escape(side.remark), "wait")
    cells = (
        ("text-align:left", f"{_inline(side.name)} &nbsp;{items}"),
        (f"{_MONO};font-size:12px;text-align:right;white-space:nowrap", escape(side.sum)),
        (
            "text-align:right;white-space:nowrap;width:4.5em",
            f"= <strong>{escape(side.total)}</strong>" + (remark if side.remark else ""),
        ),
    )
    shown = cells if side.sum or side.total else cells[:1]
    return "<tr>" + "".join(_element("td", f"{_CELL};{s}", c, "ru") for s, c in shown) + "</tr>"


def _items(items: list[Item]) -> str:
    rows = "".join(map(_item, items))
    style = "border-collapse:collapse;font-size:14px;line-height:1.4;width:100%;margin:0 0 14px"
    return f'<table cellpadding="0" cellspacing="0" style="{style}">{rows}</table>'


def _item(item: Item) -> str:
    notes = "".join(_note(name, note) for name, note in item.notes)
    order = _element("span", f"{_MONO};font-size:13px", escape(item.text))
    tone = item.tone if item.tone in _TONES else "plain"
    cells = (
        ("color:#6a655b;width:1.6em", escape(item.mark), "ru mu"),
        ("", order + notes, "ru"),
        (f"color:{_TONES[tone]};text-align:right;width:34%", escape(item.status), f"ru {tone}"),
    )
    return "<tr>" + "".join(_element("td", f"{_CELL};{s}", c, n) for s, c, n in cells) + "</tr>"


def _note(name: str, note: Text) -> str:
    if name == "near":
        return _element("div", f"{_MONO};font-size:12px;padding-left:14px", _inline(note))
    return _element("div", "font-size:13px;color:#6a655b", _inline(note), "mu")


def _map(block: MapPlace, picture: str | None) -> str:
    said = block.text if picture is None else block.caption
    style = "margin:0 0 14px;font-size:13px;color:#6a655b"
    text = _element("p", style, escape(said), "mu") if said else ""
    if picture is None:
        return text
    style = "display:block;width:100%;max-width:900px;height:auto;border:0;background:#ffffff"
    image = f'<img src="{escape(picture)}" alt="The map" width="656" style="{style}">'
    return _element("div", "margin:14px 0 6px", image) + text


_RENDERERS: dict[type, Callable[[Any], str]] = {
    Heading: _heading,
    Lead: _lead,
    Paragraph: partial(_running, "margin:0 0 12px", ""),
    Inset: partial(_running, "margin:0 0 12px;padding-left:14px", ""),
    Foot: partial(_running, "margin:22px 0 0;font-size:12px;color:#6a655b", "mu"),
    Bullets: _bullets,
    Preformatted: _preformatted,
    Quote: _quote,
    Table: _table,
    Tally: _tally,
    Orders: _orders,
}
