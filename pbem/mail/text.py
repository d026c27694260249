"""Reads the text of a mail as lines, each with the depth at which it is quoted.

In plain text, `>` marks give the depth, even with format=flowed (RFC 3676); in HTML, the quoting
elements do. The results look the same, so that later steps need not know which it was.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

NESTING_LIMIT = 400
DEPTH_LIMIT = 50
LINE_LIMIT = 2_000
LINES_LIMIT = 10_000
TAGS_LIMIT = 50_000

PLAIN_CHARACTERS = {
    **dict.fromkeys("\u00a0\u1680\u2007\u202f\u205f\u3000\t\v\f", " "),
    **dict.fromkeys(map(chr, range(0x2000, 0x200B)), " "),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2014\u2015", "--"),
    **dict.fromkeys("\u2192\u21d2\u27a1\u2794", "->"),
    **dict.fromkeys("\u2028\u2029\u0085\r", "\n"),
    "\u2026": "...",
    "\uff03": "#",
    "\uff1a": ":",
}
INVISIBLE = [
    *(code for code in (*range(32), *range(127, 160)) if code not in (9, 10, 11, 12, 13, 0x85)),
    0xAD, 0x180E, 0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
]  # fmt: skip
CHARACTERS = str.maketrans({**PLAIN_CHARACTERS, **{chr(code): None for code in INVISIBLE}})

TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,30})")
# Left open, these are reopened in every paragraph that follows: a small mail would fill memory.
REOPENING = re.compile(r"(?i)<(/?)(?:a|b|big|code|em|font|i|nobr|small|strong|tt|u)(?=[\s/>])")
STRIKING = re.compile(r"(?i)<(/?)(?:s|strike)(?=[\s/>])")
STRUCK = re.compile(r"(?i)<(?:del|s|strike)(?=[\s/>])")
STRUCK_BY_STYLE = re.compile(r"(?i)<[^<>]{1,2000}line-through")
STRUCK_TAG = re.compile(r"(?i)(</?del(?=[\s/>])[^<>]*>)")
STRUCK_PLAIN = re.compile(r"(?<!~)~~(?=[^\s~])(?:[^~\n]|\n(?![ >]*\n))*~~(?!~)")
ELEMENTS = {
    "unread": "head style script title noscript template object svg select textarea del",
    "breaking": "address article aside blockquote body center dd div dl dt figure footer form h1 h2"
    " h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul",
    "self-closing": "p li td tr th dt dd option tbody thead tfoot br img hr meta link input col wbr"
    " base area o v w",
}
UNREAD, BREAKING, SELF_CLOSING = (frozenset(names.split()) for names in ELEMENTS.values())
UNREAD_STYLES = ("line-through", "display:none")
KEPT_LINES = "white-space:pre"
ATTRIBUTES_MATTER = re.compile(
    r"(?i)line-through|display\s*:\s*none|white-space\s*:\s*pre|signature"
)
QUOTING_CLASSES = ("yahoo_quoted", "protonmail_quote", "zmail_extra", "tutanota_quote")
SIGNATURE_CLASSES = ("gmail_signature", "moz-signature", "protonmail_signature_block")
SIGNATURE_IDS = ("signature", "applemailsignature", "ms-outlook-mobile-signature")


class Quoted(NamedTuple):
    """One line: how deeply it is quoted, its text, and its width with quote marks; a width of 0
    means that no mail program broke it."""

    depth: int
    text: str
    width: int


def plain_characters(text: str) -> str:
    """Return text with blanks, quotes, dashes and line ends as keyboards have them, and nothing
    hidden."""
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").translate(CHARACTERS))


def plain_lines(text: str, *, flowed: bool = False, delsp: bool = False) -> list[Quoted]:
    """Read the lines of a text/plain part without ~~struck~~ text; at most one over the limit."""
    text = STRUCK_PLAIN.sub(lambda struck: "\n" * struck[0].count("\n"), plain_characters(text))
    lines = (line[:LINE_LIMIT] for line in text.split("\n", LINES_LIMIT))
    return list(_unflowed(lines, delsp) if flowed else (_unmarked(line) for line in lines))


def _unmarked(line: str) -> Quoted:
    depth = end = 0
    if line.lstrip(" ")[:1] == ">":
        for at, char in enumerate(line):
            if char == ">" and depth < DEPTH_LIMIT:
                depth, end = depth + 1, at + 1
            elif char != " ":
                break
    return Quoted(depth, line[end:].strip(), len(line.rstrip()))


def _unflowed(lines: Iterable[str], delsp: bool) -> Iterator[Quoted]:
    """RFC 3676, 4: a line that ends with a space continues in the next one of the same depth."""
    depth, pieces = 0, list[str]()
    for line in lines:
        text = line.lstrip(">")
        now = min(len(line) - len(text), DEPTH_LIMIT)
        text = text.removeprefix(" ")
        if pieces and (now != depth or text == "-- "):
            yield _joined(depth, pieces)
            pieces = []
        depth = now
        open_ended = text.endswith(" ") and text != "-- "
        pieces.append(text[:-1] if open_ended and delsp else text)
        if not open_ended:
            yield _joined(depth, pieces)
            pieces = []
    if pieces:
        yield _joined(depth, pieces)


def _joined(depth: int, pieces: list[str]) -> Quoted:
    if len(pieces) == 1:
        inner = _unmarked(pieces[0])  # an unflowed reply may be quoted within flowed text
        depth += inner.depth
        return Quoted(depth, inner.text, inner.width + depth if depth else 0)
    text = "".join(pieces)[:LINE_LIMIT].strip()
    return Quoted(depth, text, 0)


def html_lines(html: str) -> list[Quoted]:
    """Read the lines of a text/html part; `blockquote` and similar elements give the depth. Text
    that is struck through or hidden is left out. At most one line over the limit."""
    if html.count("<") > TAGS_LIMIT:
        return _untagged(html)
    html = STRIKING.sub(r"<\1del", REOPENING.sub(r"<\1span", html))
    if _nests_too_deep(html):
        return _untagged(_unstruck(html))
    body = LexborHTMLParser(html).body
    styled = ATTRIBUTES_MATTER.search(html) is not None
    return list(_Setter(styled).lines(body)) if body else []


def strikes(html: str) -> bool:
    """Tell whether a text/html part strikes something through that its plain counterpart shows."""
    by_style = "line-through" in html.lower() and STRUCK_BY_STYLE.search(html)
    return bool(by_style or STRUCK.search(html))


def _untagged(html: str) -> list[Quoted]:
    """Return the lines of HTML too large to parse, with each element on its own."""
    return plain_lines(unescape(re.sub(r"<[^<>]*>", "\n", html)))


def _unstruck(html: str) -> str:
    """Return the source without its `del` elements."""
    depth, kept = 0, list[str]()
    for piece in STRUCK_TAG.split(html):
        if STRUCK_TAG.fullmatch(piece):
            depth = max(depth - 1, 0) if piece[1] == "/" else depth + 1
        elif not depth:
            kept.append(piece)
    return "\n".join(kept)


def _nests_too_deep(html: str) -> bool:
    """Tell whether parsing would take long: parsers are quadratic in the depth of open elements."""
    depth = 0
    for match in TAG.finditer(html):
        if match[2].lower() not in SELF_CLOSING:
            depth += -1 if match[1] else 1
            if depth > NESTING_LIMIT:
                return True
            depth = max(depth, 0)
    return False


class _Setter:
    """Writes the text of a tree of elements as lines, without recursion. `styled`: whether to look
    at their attributes, since some may change how an element is read."""

    def __init__(self, styled: bool) -> None:
        self.styled = styled
        self.done: list[Quoted] = []
        self.line: list[str] = []

    def lines(self, body: LexborNode) -> list[Quoted]:
        depth, pre = 0, False
        outer: list[tuple[LexborNode, int, bool]] = []
        node: LexborNode | None = body
        while node is not None and len(self.done) <= LINES_LIMIT:
            child = self._enter(node, depth, pre)
            if child is not None:
                outer.append((node, depth, pre))
                kind = node.tag or ""
                depth, pre = depth + _quotes(kind, node), pre or self._keeps_lines(kind, node)
                node = child
                continue
            following = node.next
            while following is None and outer:
                closed, around, pre = outer.pop()
                if closed.tag in BREAKING:
                    self._break(depth)
                depth = around
                following = closed.next if outer else None
            node = following
        self._break(depth)
        return self.done

    def _keeps_lines(self, kind: str, node: LexborNode) -> bool:
        return kind == "pre" or (self.styled and KEPT_LINES in _style(node.attributes))

    def _enter(self, node: LexborNode, depth: int, pre: bool) -> LexborNode | None:
        """Write what the node itself says, and return the first node within it that is to be
        read."""
        kind = node.tag or ""
        if kind == "-text":
            self._text(node.text_content or "", depth, pre)
            return None
        if kind in BREAKING or kind == "br":
            self._break(depth, blank=kind == "br")
        elif kind in ("td", "th"):
            self.line.append("  ")
        return None if kind in UNREAD or (self.styled and _is_unread(node)) else node.child

    def _text(self, text: str, depth: int, pre: bool) -> None:
        text = plain_characters(text)
        if not pre:
            lead, trail = text[:1].isspace(), text[-1:].isspace()
            self.line.append(" " * lead + " ".join(text.split()) + " " * trail)
            return
        first, *more = text.split("\n")
        self.line.append(first)
        for line in more:
            self._break(depth, blank=True)
            self.line.append(line)

    def _break(self, depth: int, blank: bool = False) -> None:
        text = STRUCK_PLAIN.sub("", "".join(self.line)[:LINE_LIMIT]).strip()
        self.line.clear()
        if text or blank:
            marked = _unmarked(text)
            self.done.append(Quoted(depth + marked.depth, marked.text, 0))


def _quotes(kind: str, node: LexborNode) -> int:
    if kind == "blockquote":
        given = node.attributes
        style = _style(given)
        indented_only = "border:none" in style and not given.get("class") and not given.get("type")
        return 0 if indented_only else 1
    if kind == "div":
        words = (node.attributes.get("class") or "").split()
        return int(any(word in QUOTING_CLASSES for word in words))
    return 0


def _style(attributes: Mapping[str, str | None]) -> str:
    return (attributes.get("style") or "").replace(" ", "").lower()


def _is_unread(node: LexborNode) -> bool:
    """Tell whether the node's contents are a signature, struck through or hidden."""
    given = node.attributes
    if not given:
        return False
    style = _style(given)
    if any(unread in style for unread in UNREAD_STYLES):
        return True
    if (given.get("id") or "").lower() in SIGNATURE_IDS:
        return True
    return any(word in SIGNATURE_CLASSES for word in (given.get("class") or "").split())
