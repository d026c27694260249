"""An index of patterns by the words they need, so that only few have to be tried."""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from engine.orders.patterns.forms import Pattern
from engine.orders.words.lexicon import Word

T = TypeVar("T")


class PatternIndex(Generic[T]):
    """Patterns in order, each with what it belongs to."""

    def __init__(self, rows: Iterable[tuple[Pattern, T]]) -> None:
        self.rows = tuple(rows)
        self._without: list[int] = []
        """The patterns that need no word."""
        self._by_word: dict[Word, list[int]] = {}
        for number, (pattern, _) in enumerate(self.rows):
            rarest = min(pattern.needed, key=len, default=None)
            if rarest is None:
                self._without.append(number)
            for word in rarest or ():
                self._by_word.setdefault(word, []).append(number)

    def near(self, said: frozenset[Word]) -> Iterator[tuple[Pattern, T]]:
        """Yield the patterns whose needed words are all among these, in order."""
        numbers = set(self._without)
        for word in said:
            numbers.update(self._by_word.get(word, ()))
        for number in sorted(numbers):
            if self.rows[number][0].may_be_in(said):
                yield self.rows[number]
