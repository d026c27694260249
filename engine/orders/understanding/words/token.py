"""Words of a sentence, and the names and lists that may begin with them."""

from collections.abc import Container
from typing import Any, NamedTuple

from engine.orders.words.lexicon import Word


class Sense(NamedTuple):
    """A name or a list that a word may begin, up to `end`. `cost` 0: it is written as in the
    lists."""

    category: str
    key: Any
    """The key of a name, or what a list stands for in a choice."""
    end: int
    cost: int = 0
    plural: bool = False
    loose: bool = False
    """Whether it is less than a name, and several things may be called so."""


class Token(NamedTuple):
    """A word of a sentence, and what it may be."""

    word: Word
    forms: frozenset[Word]
    """The words of frames that it may stand for, as written."""
    slips: dict[Word, int]
    """The words of which it may be a slip, with their costs."""
    senses: tuple[Sense, ...]
    number: int | str | None
    weak: bool
    """Whether it is a number only before what is counted, as an article is."""
    light: bool
    """Whether it has no meaning of its own."""
    between: bool
    """Whether it may stand before a name."""
    ordinal: int = 0
    """The position in a row for which it stands; -1: the last; 0: none."""

    @property
    def names(self) -> tuple[Sense, ...]:
        """The names that begin with it and are written as in the lists."""
        return tuple(sense for sense in self.senses if not sense.cost)

    def names_of(self, categories: Container[str]) -> tuple[Sense, ...]:
        """Return its names of these categories."""
        return tuple(sense for sense in self.names if sense.category in categories)

    @property
    def is_named(self) -> bool:
        """Whether it is a number, or begins a name that is written as in the lists."""
        return self.number is not None or bool(self.names)
