"""Sentences that go on with the next turn: `recruit the engineer, and next turn build a fort`."""

import re

from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of

MOST_BEFORE = 4
"""The most small words before those for another turn."""


class NextTurn:
    """Finds words for another turn."""

    def __init__(self, language: Language) -> None:
        self._weightless = language.words("weightless")
        phrases = any_of(language.following)
        before = "|".join((*language.joints, *language.before_following))
        behind = "|".join(language.behind_following)
        words = rf"(?:(?:{before})\s+){{0,{MOST_BEFORE}}}"
        said = rf"(?:(?<![,;\s])[,;\s]*+|)\b{words}(?:{phrases})\b"
        self._phrase = re.compile(rf"{said}(?:\s+(?:{behind}))?[,:]?\s*", re.IGNORECASE)
        self._last = re.compile(rf"{said}\s*([.!]?)\s*$", re.IGNORECASE)

    def comes(self, text: str) -> bool:
        """Tell whether a text has such words."""
        return self._phrase.search(text) is not None

    def parted(self, text: str) -> tuple[str, str] | None:
        """Return what stands before and behind these words; None if there are none, or nothing else
        is behind them: `I attack Cyprus next turn` goes on with no other turn."""
        found = self._phrase.search(text)
        if found is None or self._weightless.issuperset(tokens(text[found.end() :])):
            return None
        return text[: found.start()].strip(), text[found.end() :].strip()

    def without_last(self, text: str) -> str:
        """Return a text without such words at its end: `A second fort as my next action.`"""
        return self._last.sub(r"\1", text)
