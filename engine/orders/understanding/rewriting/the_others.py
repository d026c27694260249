"""Units that are called `the others`, if all units of one sort are named before them and only one
sort is left: `all veterans to D16, the other three to D17`."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long
from engine.orders.words.phrases import any_of


class TheOthers:
    """Replaces `the others` by the name of the sort that is left."""

    def __init__(self, language: Language, senses: Senses) -> None:
        words = senses.words
        self._senses, self._forces = senses, frozenset(words.forces)
        self._places = frozenset(words.places)
        names = (words.grammar.names[sort] for sort in words.forces if sort in words.grammar.names)
        self._known = frozenset(key for each in names for key, _ in each.written())
        numbers = {*language.numerals, *words.grammar.numbers}
        number = rf"(?:\d+|{any_of(numbers)})"
        the, others = any_of(language.articles), any_of(language.the_others)
        self._others = re.compile(
            rf"\b(?:(?:{the})\s+)?(?:(?P<before>{number})\s+)?(?:{others})\b"
            rf"(?:\s+(?P<behind>{number})\b)?(?P<unit>\s+\w+)?",
            re.IGNORECASE,
        )

    def named(self, text: str, there: Situation) -> tuple[str, bool]:
        """Return a sentence with the name of the others, and whether it is in doubt who they
        are."""
        found = None if is_long(text) else self._others.search(text)
        unit = (found["unit"] or "") if found else ""
        if not found or self._sorts_in(unit) or not self._go_somewhere(text[found.end() :]):
            return text, False
        left = dict(_counted(there.asked.facts if there.asked else {}, self._known))
        named = self._sorts_in(text[: found.start()])
        if not left or not named or not named <= left.keys():
            return text, False
        others, number = left.keys() - named, found["before"] or found["behind"]
        before = self._number(text[: found.start()])
        if before == 1 and self._senses.words.grammar.count(Word((number or "1").lower())) == 1:
            return text, False  # `one army ..., the other one ...`
        if len(others) != 1 or before not in (None, sum(left[sort] for sort in named)):
            return text, True
        (other,) = others
        units = f"{number or left[other]} {self._senses.words.name(other)}"
        return f"{text[: found.start()]}{units}{unit}{text[found.end() :]}", False

    def _sorts_in(self, text: str) -> frozenset[str]:
        """The sorts of units that a text names."""
        return self._senses.keys_in(text, self._forces)

    def _number(self, text: str) -> int | None:
        """How many units a text counts; 0 if it leaves open how many, None if it means all of
        them."""
        said = self._senses.of_text(text)
        if any(token.word in self._senses.everything for token in said):
            return None
        names = ((n, s.end) for n, t in enumerate(said) for s in t.names_of(self._places))
        squares = {n for start, end in names for n in range(start, end)}
        counts = [t.number for n, t in enumerate(said) if n not in squares]
        numbers = [number for number in counts if isinstance(number, int)]
        several = any(s.plural for token in said for s in token.names_of(self._forces))
        return sum(numbers) if numbers or not several else None

    def _go_somewhere(self, text: str) -> bool:
        """Whether a text names a place."""
        return bool(self._senses.keys_in(text, self._places))


def _counted(facts: Any, known: Collection[str]) -> Iterator[tuple[str, int]]:
    """The units counted in facts, by their sorts."""
    if isinstance(facts, Mapping):
        for key, value in facts.items():
            if key in known and isinstance(value, int):
                yield key, value
            else:
                yield from _counted(value, known)
    elif isinstance(facts, list | tuple):
        for value in facts:
            yield from _counted(value, known)
