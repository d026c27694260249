"""The positions of words in a text, so that it can be put together again."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.words.lexicon import Word, tokens

_MARK = re.compile(r"[,;:.!?()\u2013\u2014]|\s-+\s")
_WRITTEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?|\d+")


class Spans(NamedTuple):
    """Words, and the beginning and end of each in the text."""

    words: tuple[Word, ...]
    spans: tuple[tuple[int, int], ...]

    def before(self, text: str) -> list[str]:
        """Return the mark before each word in its text."""
        between = (text[one[1] : other[0]] for one, other in pairwise(self.spans))
        marks = (_MARK.search(each) for each in between)
        return ["", *(mark[0] if mark else "" for mark in marks)]


def begins(marks: Sequence[str], at: int) -> int:
    """Return the position of the first word in the same part of a text. `marks`: those before the
    words."""
    return next((n for n in range(at, 0, -1) if marks[n]), 0)


def spans_of(text: str) -> Spans:
    """Return the words of a text with their positions; empty if a word is written so that these
    cannot be found, or if there are too many words."""
    words, spans = tuple(tokens(text)), tuple(each.span() for each in _WRITTEN.finditer(text))
    return Spans(words, spans) if len(spans) == len(words) <= MOST_WORDS else Spans((), ())
