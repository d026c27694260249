"""Words of a sentence, and the names and lists that may begin with them."""

from collections.abc import Container
from typing import Any, NamedTuple

from engine.orders.words.lexicon import Word


class Sense(NamedTuple):
    """A name that stands here, up to `end`. `cost` 0: as it is written in the lists."""

    category: str
    key: Any
    """The key of a name; what a list stands for in a choice."""
    end: int
    cost: int = 0
    plural: bool = False
    loose: bool = False
    """It is less than a name, which several things may have."""


class Token(NamedTuple):
    """A word of a sentence, and what it may be."""

    word: Word
    forms: frozenset[Word]
    """The words of frames that it may stand for, as it is written."""
    slips: dict[Word, int]
    """Those that it may be a slip of, and the cost."""
    senses: tuple[Sense, ...]
    number: int | str | None
    weak: bool
    """It is a number only before what is counted, such as an article."""
    light: bool
    """It carries no meaning of its own."""
    between: bool
    """It may stand before a name."""
    ordinal: int = 0
    """The place in a row for which it stands; -1: the last; 0: it is none."""

    @property
    def names(self) -> tuple[Sense, ...]:
        """The names that begin with it as they are written."""
        return tuple(sense for sense in self.senses if not sense.cost)

    def names_of(self, categories: Container[str]) -> tuple[Sense, ...]:
        """Return those of its names that are of these categories."""
        return tuple(sense for sense in self.names if sense.category in categories)

    @property
    def is_named(self) -> bool:
        """Whether it is a name as it is written, or a number."""
        return self.number is not None or bool(self.names)
