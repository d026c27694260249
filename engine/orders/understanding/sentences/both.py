"""Units that are counted with a word for both of them: `both veterans` are `2 veterans`."""

import re

from engine.orders.language import Language
from engine.orders.lexicon import is_long, tokens
from engine.orders.understanding.words.senses import Senses

TWO = 2
MOST_OF_NAME = 3
"""Words of what units are called."""


def words_for_both(language: Language) -> tuple[str, ...]:
    """Return the forms of a language's word for both."""
    two = (word for word, number in language.numerals.items() if number == TWO)
    return tuple(word for word in two if word.startswith(language.both))


class Both:
    """Puts the number in its place, in a game that has no such word among its own numbers."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._forces = senses, frozenset(senses.words.forces)
        self._one_of = {phrase[-1] for phrase in language.phrases("out_of")}
        count = senses.words.grammar.count
        unknown = (word for word in words_for_both(language) if count(word) is None)
        said = "|".join(map(re.escape, unknown)) or "(?!)"
        self._both = re.compile(rf"\b(?:{said})\b(?=\s+(.*))", re.IGNORECASE | re.DOTALL)

    def counted(self, text: str) -> str:
        """Return a sentence with the number before units of which both are meant."""
        return text if is_long(text) else self._both.sub(self._number, text)

    def _number(self, found: re.Match[str]) -> str:
        before = tokens(found.string[: found.start()])[-1:]
        one_of = not self._one_of.isdisjoint(before)
        return found[0] if one_of or not self._counts_units(found[1]) else str(TWO)

    def _counts_units(self, behind: str) -> bool:
        """Whether a text begins with units."""
        said = self._senses.of(tuple(tokens(behind)[:MOST_OF_NAME]))
        return bool(said) and any(s.category in self._forces and not s.cost for s in said[0].senses)
