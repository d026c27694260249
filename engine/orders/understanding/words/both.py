"""Units counted by a word for both, before or behind them: `both veterans` are `2 veterans`, and so
are `veterans, both of them`, and `veterans, two of them`."""

import re

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import any_of

TWO = 2
MOST_OF_NAME = 3
"""The most words of a name of units that are looked at."""


def words_for_both(language: Language) -> tuple[str, ...]:
    """Return the forms of a language's word for both."""
    two = (word for word, number in language.numerals.items() if number == TWO)
    return tuple(word for word in two if word.startswith(language.both))


class Both:
    """Puts the number before the units, in a game that has no word for both among its own
    numbers."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._senses, self._forces = senses, frozenset(senses.words.forces)
        self._one_of = {phrase[-1] for phrase in language.phrases("out_of")}
        count = senses.words.grammar.count
        unknown = (word for word in words_for_both(language) if count(word) is None)
        said = any_of(unknown)
        self._both = re.compile(rf"\b(?:{said})\b(?=\s+(.*))", re.IGNORECASE | re.DOTALL)
        self._them = language.words("them")
        self._in_a_row = language.words("in_a_row")
        both = any_of(words_for_both(language))
        some = "|".join(("[1-9]", *language.small_numbers))
        them = any_of(language.of_them)
        self._behind = re.compile(
            rf"(?:^|(?<=[,;.:!?]))(?P<space>\s*)(?P<units>[^,;.:!?]+),\s*"
            rf"(?P<both>(?:{both})\b|(?:{some})\b(?=\s+(?:{them})\b))"
            rf"(?P<of_them>[^,;.:!?]*)(?=[,;.!]|$)",
            re.IGNORECASE,
        )

    def counted(self, text: str) -> str:
        """Return a sentence with `2` for a word for both that stands before units."""
        return text if is_long(text) else self._both.sub(self._number, text)

    def before(self, text: str) -> str:
        """Return a line with the word for both moved before its units."""
        return self._behind.sub(self._put_before, text)

    def _put_before(self, found: re.Match[str]) -> str:
        """The clause with the word for both in front, if it has only units, and where they stand
        among others, and no number yet; else the text unchanged."""
        said = self._senses.of_text(found["units"])
        behind = self._senses.of_text(found["of_them"])
        place = [token.light or token.ordinal or token.word in self._in_a_row for token in said]
        heavy = [token for token, small in zip(said, place, strict=True) if not small]
        alone = bool(heavy) and all(self._is_of_units(token) for token in heavy)
        counted = any(token.number is not None for token in said)
        same = all(token.light or token.word in self._them for token in behind)
        if not (alone and same) or counted:
            return found[0]
        return f"{found['space']}{found['both']} {found['units']}"

    def _is_of_units(self, token: Token) -> bool:
        """Whether a word is a name of units, or a word of such a name."""
        names = map(self._senses.words.grammar.names.__getitem__, self._forces)
        whole = any(sense.category in self._forces for sense in token.senses)
        return whole or any(any(each.containing(token.word)) for each in names)

    def _number(self, found: re.Match[str]) -> str:
        before = tokens(found.string[: found.start()])[-1:]
        one_of = not self._one_of.isdisjoint(before)
        return found[0] if one_of or not self._counts_units(found[1]) else str(TWO)

    def _counts_units(self, behind: str) -> bool:
        """Whether a text begins with units."""
        said = self._senses.of(tuple(tokens(behind)[:MOST_OF_NAME]))
        return bool(said) and bool(said[0].names_of(self._forces))
