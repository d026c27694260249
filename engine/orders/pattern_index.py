"""Patterns found by the words that they cannot do without, so that few of many are tried."""

from collections.abc import Collection, Iterable, Iterator
from typing import Generic, TypeVar

from engine.orders.forms import Pattern
from engine.orders.lexicon import Word

T = TypeVar("T")


class PatternIndex(Generic[T]):
    """Patterns in their order, each with what it belongs to."""

    def __init__(self, rows: Iterable[tuple[Pattern, T]]) -> None:
        self.rows = tuple(rows)
        self._without: list[int] = []
        """Those that need no word."""
        self._by_word: dict[Word, list[int]] = {}
        for number, (pattern, _) in enumerate(self.rows):
            rarest = min(pattern.needed, key=len, default=None)
            if rarest is None:
                self._without.append(number)
            for word in rarest or ():
                self._by_word.setdefault(word, []).append(number)

    def near(self, said: Collection[Word]) -> Iterator[tuple[Pattern, T]]:
        """The patterns of which these words hold all that are needed, in their order."""
        numbers = set(self._without)
        for word in set(said):
            numbers.update(self._by_word.get(word, ()))
        for number in sorted(numbers):
            if not any(one_of.isdisjoint(said) for one_of in self.rows[number][0].needed):
                yield self.rows[number]
