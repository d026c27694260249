"""Headings that only count the orders behind them: `Two attacks in India: first on France, then on
Spain`."""

import re

from engine.orders.language import Language
from engine.orders.lexicon import Plural, Word, tokens

_HEADING = re.compile(r"^(\W*)(\w+)\s+((\w+)\b[^:,;.!?]{0,40}:\s*\S.*)", re.DOTALL)
MOST = 4
"""Orders that a heading counts."""


class Headings:
    """Takes the number off, so that it does not repeat what stands behind it."""

    def __init__(self, language: Language, acting: frozenset[Word]) -> None:
        """`acting`: verbs of orders."""
        self._numbers = {**dict(zip(language.small_numbers, range(1, MOST + 1), strict=False))}
        self._numbers |= {str(n): n for n in range(2, MOST + 1)}
        self._acting = acting

    def uncounted(self, text: str) -> str:
        """Return a sentence without the number of orders with which it begins; else as it is."""
        found = _HEADING.match(text)
        if not found or self._numbers.get(found[2].lower(), 1) < 2:
            return text
        word = next(iter(tokens(found[4])), None)
        acts = isinstance(word, Plural) and word in self._acting
        return f"{found[1]}{found[3]}" if acts else text
