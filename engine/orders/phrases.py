"""Phrases: words that mean something together, found by the word with which they begin."""

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.orders.lexicon import Word


class Phrases:
    """Some of them."""

    def __init__(self, phrases: Iterable[tuple[Word, ...]]) -> None:
        self._by_first: dict[Word, list[tuple[Word, ...]]] = {}
        for phrase in filter(None, phrases):
            self._by_first.setdefault(phrase[0], []).append(phrase)

    def found(self, said: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """Yield where they stand in what is said, and where each ends."""
        words = tuple(said)
        for start, word in enumerate(words):
            for phrase in self._by_first.get(word, ()):
                end = start + len(phrase)
                if words[start:end] == phrase:
                    yield start, end

    def stand_in(self, said: Sequence[Word]) -> bool:
        """Tell whether one of them stands in what is said."""
        return any(True for _ in self.found(said))


def any_of(phrases: Iterable[str]) -> str:
    """Return a pattern of any of these phrases, the longest first; one that finds nothing where
    there are none."""
    return "|".join(map(re.escape, sorted(phrases, key=len, reverse=True))) or "(?!)"
