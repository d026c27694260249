"""Units that are counted but not named: `the two from Kiev go to Poland`, `attack Vienna with 3`.
They are of the sort that the rules allow, if there is only one such sort."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import is_long, tokens, words_in

_MARKS = re.compile(r"[,;:.!?()]")
MOST = 20
"""The highest number that may count units."""


class _Sentence(NamedTuple):
    """A sentence with its words and their places in the text."""

    text: str
    said: Sequence[Token]
    spans: Sequence[tuple[int, int]]

    def is_parted(self, at: int) -> bool:
        """Whether a word is the first, or a mark stands before it."""
        return not at or self.has_mark(at - 1, at + 1)

    def has_mark(self, start: int, end: int) -> bool:
        """Whether there is a mark within the words from `start` up to `end`."""
        return bool(_MARKS.search(self.text[self.spans[start][0] : self.spans[end - 1][1]]))


class _Count(NamedTuple):
    """What is read instead of a part of a text, with room for the name of the units."""

    start: int
    end: int
    put: str
    number: int


class BareCounts:
    """Adds the names of units that are only counted."""

    def __init__(self, senses: Senses) -> None:
        words, language = senses.words, senses.language
        plurals, prepositions = words.grammar.plurals, words.grammar.prepositions
        self._units = [(words.name(key), plurals.get(key, "")) for key in words.counted]
        self._senses = senses
        self._with = frozenset(prepositions.get("with", ()))
        self._where = {*prepositions.get("from", ()), *language.words("within")}
        self._of = {tokens(text)[0] for text in language.out_of}
        self._them, self._everything = language.words("them"), language.words("everything")
        self._whose = words_in(language.told.whose)
        self._numerals, self._joints = frozenset(language.numerals), language.words("joints")
        self._places, self._forces = frozenset(words.places), frozenset(words.forces)
        self._denying, self._acting = language.words("negations"), words.acting

    def named(self, text: str, is_allowed: Callable[[str], bool]) -> str:
        """Return a sentence with the units named after their numbers; unchanged if none are
        counted, or if they may be units of several sorts.

        `is_allowed`: whether a sentence consists only of orders that the rules allow.
        """
        counts = [] if is_long(text) or not self._units else list(self._counts(text))
        if not counts:
            return text
        ways = (_put(text, counts, *unit) for unit in self._units)
        allowed = [way for way in ways if is_allowed(way)]
        return allowed[0] if len(allowed) == 1 else text

    def _counts(self, text: str) -> Iterator[_Count]:
        words, spans = spans_of(text)
        if not words or not self._denying.isdisjoint(words):
            return
        sentence, named = _Sentence(text, self._senses.of(words), spans), 0
        if not self._acts(sentence.said):
            return
        for at in range(len(words)):
            end = self._end_of_name(sentence, at)
            if at >= named and end == at + 1 and (count := self._count(sentence, at)):
                yield count
            named = max(named, end)

    def _acts(self, said: Sequence[Token]) -> bool:
        """Whether words have a verb, or a way from place to place, and name no units: these would
        be the ones that are counted."""
        places = sum(bool(token.names_of(self._places)) for token in said)
        acts = places > 1 or any(token.forms & self._acting for token in said)
        return acts and not any(token.names_of(self._forces) for token in said)

    def _end_of_name(self, sentence: _Sentence, at: int) -> int:
        """Where the name that begins with a word ends, without a mark in it."""
        ends = (sense.end for sense in sentence.said[at].names if isinstance(sense.key, str))
        return max((end for end in ends if not sentence.has_mark(at, end)), default=at + 1)

    def _count(self, sentence: _Sentence, at: int) -> _Count | None:
        """The count that a word is, if it is a number without the name of what it counts."""
        said, spans, number = sentence.said, sentence.spans, sentence.said[at].number
        end = self._behind_them(said, at + 1)
        of_them = end > at + 1
        weak = said[at].weak and not of_them
        if weak or not isinstance(number, int) or not 0 < number <= MOST:
            return None
        start = self._first(sentence, at)
        parted = sentence.is_parted(start)
        with_ = not parted and said[start - 1].word in self._with
        ends = end == len(said) or sentence.is_parted(end) or said[end].word in self._joints
        if self._stands(said, end) or (ends and with_):
            return _Count(spans[at][0], spans[end - 1][1], f"{number} {{}}", number)
        whole = any(token.word in self._everything for token in said[start:at])
        whole = whole or said[at].word in self._numerals
        if start and parted and ends and (of_them or whole):  # `C18 goes to C17, all three`
            put = f" {min(self._with)} {number} {{}}"
            return _Count(spans[start - 1][1], spans[end - 1][1], put, number)
        return None

    def _behind_them(self, said: Sequence[Token], at: int) -> int:
        """Where `of them` after a number ends; `at` if it is not there."""
        of_them = [token.word for token in said[at : at + 2]]
        both = len(of_them) > 1 and of_them[0] in self._of and of_them[1] in self._them
        return at + 2 if both else at

    def _first(self, sentence: _Sentence, at: int) -> int:
        """Where the count begins: `all the` before a number belongs to it."""
        leading = self._whose | self._everything
        while at and sentence.said[at - 1].word in leading and not sentence.is_parted(at):
            at -= 1
        return at

    def _stands(self, said: Sequence[Token], at: int) -> bool:
        """Whether the words after a number tell where the counted units are."""
        if at >= len(said) or said[at].word not in self._where:
            return False
        behind = next((token for token in said[at + 1 :] if token.word not in self._whose), None)
        return behind is not None and bool(behind.names_of(self._places))


def _put(text: str, counts: Sequence[_Count], one: str, many: str) -> str:
    """A text with the units named after their numbers."""
    for count in reversed(counts):
        put = count.put.format(one if count.number == 1 else many)
        text = f"{text[: count.start]}{put}{text[count.end :]}"
    return text
