"""A report as blocks, the common source for text, HTML mail, BBCode and Markdown."""

import unicodedata
from typing import Any, TypeAlias

from msgspec import Struct

_DROPPED = {"Cc", "Cf", "Co", "Cs"}
_JOINERS = "\u200c\u200d"


class Span(Struct, frozen=True):
    """Words, bold or not; or the name of a forum member who is to be notified; or the address of a
    page."""

    text: str
    bold: bool = False
    mention: bool = False
    link: bool = False


Text: TypeAlias = tuple[Span, ...]


class Heading(Struct, frozen=True):
    """The heading of a part, with an optional remark beside it."""

    text: str
    aside: str = ""


class Lead(Struct, frozen=True):
    """What the reader must know first."""

    text: Text


class Paragraph(Struct, frozen=True):
    """Running text."""

    text: Text


class Inset(Struct, frozen=True):
    """Running text, indented."""

    text: Text


class Bullets(Struct, frozen=True):
    """A list."""

    items: tuple[Text, ...]


class Preformatted(Struct, frozen=True):
    """Lines in which every space counts."""

    lines: tuple[str, ...]


class Quote(Struct, frozen=True):
    """What a person has written, line by line; it must never look like the moderator's words."""

    lines: tuple[str, ...]


class Table(Struct, frozen=True):
    """Columns aligned `l` or `r`; `t` is aligned left and shown in plain text only. The head may be
    empty."""

    aligns: str
    head: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]

    def shown(self, cells: tuple[Text, ...]) -> list[tuple[str, Text]]:
        """Return alignment and text of the cells for formats with weight and colour."""
        pairs = zip(self.aligns, cells, strict=True)
        return [(align, cell) for align, cell in pairs if align != "t"]


class Side(Struct, frozen=True):
    """One side of a tally: what counts, how it adds up, and a remark."""

    name: Text
    items: str
    sum: str
    total: str
    remark: str


class Tally(Struct, frozen=True):
    """Sums that are compared, and the result."""

    title: str
    sides: tuple[Side, ...]
    result: Text


class Item(Struct, frozen=True):
    """An order line and what became of it. Tone: good, bad, wait or plain."""

    mark: str
    text: str
    status: str
    tone: str
    notes: tuple[tuple[str, Text], ...] = ()
    """Remarks (`note`) and orders that would be possible (`near`)."""


class MapPlace(Struct, frozen=True):
    """Where the map goes: the text if it cannot be shown, and the caption if it can."""

    text: str
    caption: str = ""


class Orders(Struct, frozen=True):
    """The order block, line by line."""

    lines: tuple[str, ...]


class Foot(Struct, frozen=True):
    """The small print."""

    text: Text


Block: TypeAlias = (
    Heading | Lead | Paragraph | Inset | Bullets | Preformatted | Quote | Table | Tally | Item
    | MapPlace | Orders | Foot
)  # fmt: skip


class Document(Struct, frozen=True):
    """A report or another mail: its title and its blocks."""

    title: str
    blocks: tuple[Block, ...]


def clean(value: Any) -> Any:
    """Return a payload without characters that could pass for markup, hide, or reverse text.

    Control characters, direction marks, private and invisible characters are removed; line breaks
    and the joiners that some scripts need stay.
    """
    if isinstance(value, str):
        if value.isascii() and value.isprintable():
            return value
        value = unicodedata.normalize("NFC", value).replace("\r\n", "\n")
        value = value.translate({0x85: "\n", 0x2028: "\n", 0x2029: "\n", 9: " ", 13: "\n"})
        return "".join(
            sign
            for sign in value
            if sign == "\n" or sign in _JOINERS or unicodedata.category(sign) not in _DROPPED
        )
    if isinstance(value, dict):
        return {clean(key): clean(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    return value


def words(text: Text) -> str:
    """Return the words without their weight."""
    return "".join(span.text for span in text)
