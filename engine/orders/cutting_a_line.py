"""A line of orders cut into pieces: at commas, stops and `and`, without its bullet."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.orders.language import in_all
from engine.orders.lexicon import Word, tokens

SEPARATOR = re.compile(
    rf"[;!]|,(?!\d)|:(?!\d)|(?<!\b\w)\.(?!\d)|&|\b(?:{'|'.join(in_all('separators'))})\b", re.I
)
JOINTS = frozenset([*in_all("separators"), "&", ";", "."])
"""What stands between two orders rather than within one."""


class Piece(NamedTuple):
    """What stands between two separators of a line."""

    text: str
    words: list[Word]
    mark: str
    """The separator before it."""


def pieces_of(text: str) -> Iterator[Piece]:
    """What lies between commas, stops and `and`, as far as there are words in it."""
    start, before = 0, ""
    for mark in (*SEPARATOR.finditer(text), None):
        piece = text[start : mark.start() if mark else len(text)].strip()
        if words := tokens(piece):
            yield Piece(piece, words, before)
        if mark:
            start, before = mark.end(), mark[0]


def words_of(pieces: Sequence[Piece]) -> list[Word]:
    """The words of pieces that stand one behind the other."""
    return [word for piece in pieces for word in piece.words]


def between(pieces: Sequence[Piece]) -> str:
    """Pieces as they were written, with what stands between them."""
    said = "".join(f"{' ' * p.mark.isalpha()}{p.mark} {p.text}" for p in pieces[1:])
    return f"{pieces[0].text}{said}"


def without_bullet(text: str) -> str:
    """The line without `1.`, `2)`, `-` or `*` before it."""
    bare = text.strip()
    first, _, rest = bare.partition(" ")
    if rest and (first in ("-", "*", "\u2022", "\u2013") or first.rstrip(".)").isdecimal()):
        return rest if first[-1] in "-*.)\u2022\u2013" else bare
    return bare


def as_written(word: Word, said: str) -> str:
    """A word as the player wrote it."""
    written = (each.strip(".,;:!?()\"'") for each in said.split())
    return next((each for each in written if word in tokens(each)), word)
