"""Reads what a post says to the moderator: the orders below a line `orders:`, or a word for a seat.

All else is talk among the players. Quotes are dropped, since a reply that quotes would bring
somebody else's orders along. Text in code or bold markup is kept.
"""

import re
from typing import NamedTuple

from pbem.reports.rendering.document import clean

_QUOTE = re.compile(r"\[/?(?:quote|q)\b[^\]]*\]", re.IGNORECASE)
_MARKUP = re.compile(
    r"\[/?(?:b|i|u|c|code|size|color|spoiler|o)(?:=[^\]]*)?\]|\*\*|__|^```\w*$|^~~~\w*$",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = re.compile(
    r"\s*(?:#+ |[-*] |@[\w.-]+[,:]? )?(?:here (?:are|come) |hier (?:sind|kommen) )?(?:my |meine )?"
    r"(?:orders?|befehle?)"
    r"(?: (?:for|für) (?:the |die )?(?P<game>[\w-]+)(?: [\w-]+){0,3}| (?P<named>[\w-]+))?"
    r"\s*:(?P<rest>.*)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\s*(?:#+ )?(?:my |meine )?(?:orders|befehle)\s*", re.IGNORECASE)
"""A head that is the whole line, and needs no colon."""
_END = re.compile(r"\s*(?:end|ende)(?: (?:of |der )?(?:orders?|befehle))?[.!]?\s*", re.IGNORECASE)
WORD = re.compile(r"\bword-[a-z2-7]{10}\b", re.IGNORECASE)
"""The word that a player gets by mail, as it stands in a post."""


_SEAL = re.compile(
    r"(?P<word>seal ?word|siegel-?wort)\s*[:=].*"
    r"|(?:my orders?(?: are)? |befehle )?(?:sealed|versiegelt)\s*[:=].*"
    r"|unseal|siegel zur(?:ü|ue)ck",
    re.IGNORECASE,
)
"""A line about sealed orders. Their text follows below the line with their word."""


class Said(NamedTuple):
    """What a post says to the moderator."""

    orders: tuple[str, ...] = ()
    game: str = ""
    """The game that the post names; any word may stand there."""
    word: str = ""
    sealed: bool = False
    """Whether the post has a seal, or the text of one."""


def read(text: str) -> Said:
    """Read what a post says. Never raises, whatever the text."""
    lines = own_lines(text)
    found, game, within, sealed = list[str](), "", False, False
    for line in lines:
        head = _HEAD.fullmatch(line)
        if head:
            within, game = True, game or (head["game"] or head["named"] or "").lower()
            found += [head["rest"].strip()] if head["rest"].strip() else []
        elif _TITLE.fullmatch(line):
            within = True
        elif seal := _SEAL.fullmatch(line.strip()):
            sealed, within = True, within or bool(seal["word"])
            found.append(line.strip())
        elif within and _END.fullmatch(line):
            within = False
        elif within:
            found.append(line)
    word = WORD.search("\n".join(lines))
    return Said(tuple(_trimmed(found)), game, word[0].lower() if word else "", sealed)


def own_lines(text: str) -> list[str]:
    """Return the lines that are not quoted, without markup."""
    bare = _MARKUP.sub("", _unquoted(clean(text)))
    return [
        line.rstrip() for line in bare.split("\n") if not line.lstrip().startswith((">", "&gt;"))
    ]


def _unquoted(text: str) -> str:
    """Remove what is between quote tags, however deeply nested. A quote that is not closed goes on
    to the end."""
    kept, depth, at = list[str](), 0, 0
    for mark in _QUOTE.finditer(text):
        if depth == 0:
            kept.append(text[at : mark.start()])
        depth = max(0, depth - 1) if mark[0].startswith("[/") else depth + 1
        at = mark.end()
    return "".join([*kept, *([text[at:]] if depth == 0 else [])])


def _trimmed(lines: list[str]) -> list[str]:
    """Remove the blank lines above and below."""
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines
