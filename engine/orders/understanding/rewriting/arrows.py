"""Arrows and plurals of figures, in words: `army Baltic -> Africa`, `the 3s`."""

import re

from engine.orders.words.language import Language

_PLURAL = re.compile(r"\b(\d)s\b")
_ARROW = re.compile(r"\s*(?:->|=>|-->|\u2192)\s*")


class Arrows:
    """Puts words in place of arrows."""

    def __init__(self, language: Language) -> None:
        self._to = f" {language.arrow} "

    def in_words(self, line: str) -> str:
        """Return a line without arrows; more than one in a row show a way, cut by commas."""
        way = any(len(_ARROW.split(part)) > 2 for part in line.split(","))
        return _PLURAL.sub(r"\1", _ARROW.sub(", " if way else self._to, line))
