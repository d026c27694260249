"""Where the words of a text stand in it, so that it can be put together anew."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.orders.understanding.words.senses import MOST_WORDS
from engine.orders.words.lexicon import Word, tokens

_MARK = re.compile(r"[,;:.!?()\u2013\u2014]|\s-+\s")
_WRITTEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)?|\d+")


class Spans(NamedTuple):
    """Words, and for each where it begins and ends in the text."""

    words: tuple[Word, ...]
    spans: tuple[tuple[int, int], ...]

    def before(self, text: str) -> list[str]:
        """Return the mark that stands before each word, in the text of which they are."""
        between = (text[one[1] : other[0]] for one, other in pairwise(self.spans))
        marks = (_MARK.search(each) for each in between)
        return ["", *(mark[0] if mark else "" for mark in marks)]


def begins(marks: Sequence[str], at: int) -> int:
    """Return the first word of the part of a text in which a word stands, by the marks before each
    word."""
    return next((n for n in range(at, 0, -1) if marks[n]), 0)


def spans_of(text: str) -> Spans:
    """Return the words of a text with their places; none, if a word is written in such a way that
    this cannot be told, or if there are more than are looked at."""
    words, spans = tuple(tokens(text)), tuple(each.span() for each in _WRITTEN.finditer(text))
    return Spans(words, spans) if len(spans) == len(words) <= MOST_WORDS else Spans((), ())
