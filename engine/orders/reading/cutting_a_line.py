"""Cutting a line of orders into pieces, at commas, full stops and `and`, without its bullet."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.orders.words.language import in_all
from engine.orders.words.lexicon import Word, tokens

SEPARATOR = re.compile(
    rf"[;!]|,(?!\d)|:(?!\d)|(?<!\b\w)\.(?!\d)|&|\b(?:{'|'.join(in_all('separators'))})\b", re.I
)
JOINTS = frozenset([*in_all("separators"), "&", ";", "."])
"""Separators between two orders, rather than within one."""


class Piece(NamedTuple):
    """The text between two separators of a line."""

    text: str
    words: list[Word]
    mark: str
    """The separator before it."""


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the pieces between commas, full stops and `and` that contain words."""
    start, before = 0, ""
    for mark in (*SEPARATOR.finditer(text), None):
        piece = text[start : mark.start() if mark else len(text)].strip()
        if words := tokens(piece):
            yield Piece(piece, words, before)
        if mark:
            start, before = mark.end(), mark[0]


def words_of(pieces: Sequence[Piece]) -> list[Word]:
    """Return the words of consecutive pieces."""
    return [word for piece in pieces for word in piece.words]


def between(pieces: Sequence[Piece]) -> str:
    """Return pieces as they were written, with the separators between them."""
    said = "".join(f"{' ' * p.mark.isalpha()}{p.mark} {p.text}" for p in pieces[1:])
    return f"{pieces[0].text}{said}"


def without_bullet(text: str) -> str:
    """Return the line without a leading `1.`, `2)`, `-` or `*`."""
    bare = text.strip()
    first, _, rest = bare.partition(" ")
    if rest and (first in ("-", "*", "\u2022", "\u2013") or first.rstrip(".)").isdecimal()):
        return rest if first[-1] in "-*.)\u2022\u2013" else bare
    return bare


def as_written(said: str) -> dict[Word, str]:
    """Return the words of a text, each as the player wrote it."""
    found: dict[Word, str] = {}
    for written in (each.strip(".,;:!?()\"'") for each in said.split()):
        for word in tokens(written):
            found.setdefault(word, written)
    return found
