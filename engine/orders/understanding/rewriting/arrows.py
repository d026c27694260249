"""Arrows and plurals of figures, in words: `army Baltic -> Africa`, `the 3s`."""

import re

from engine.orders.words.language import Language

_PLURAL = re.compile(r"\b(\d)s\b")
_SIGN = r"(?:-{1,2}>|=>|\u2192)"
_ARROW = re.compile(rf"(?<!\s)\s*+{_SIGN}\s*")
_SQUARE = r"[A-Z]\d{1,2}"


class Arrows:
    """Puts words in place of arrows."""

    def __init__(self, language: Language) -> None:
        begins, ends, by = language.arrow
        self._to, self._from_to = f" {ends} ", rf"{begins} \1 {ends} \2"
        mark = rf"\s*(?:{_SIGN}|[-\u2013])\s*"
        self._pair = re.compile(
            rf"(?<![\w>\u2192-])(?:{begins}\s+)?({_SQUARE}){mark}({_SQUARE})(?![\w-]|{mark})",
            re.IGNORECASE,
        )
        self._way = re.compile(
            rf"(?<![\w>\u2192-])(?:{begins}\s+)?({_SQUARE})((?:{mark}{_SQUARE})+){mark}({_SQUARE})"
            rf"(?![\w-]|{mark})",
            re.IGNORECASE,
        )
        self._by = rf" {by} "
        self._squares = re.compile(_SQUARE, re.IGNORECASE)

    def _by_way(self, found: re.Match[str]) -> str:
        """A way with the squares between its ends: `from C16 to D17 via D16`."""
        between = self._by.join(self._squares.findall(found[2]))
        ends = self._from_to.replace(r"\1", found[1]).replace(r"\2", found[3])
        return f"{ends}{self._by}{between}"

    def in_words(self, line: str) -> str:
        """Return a line without arrows, and without dashes between squares. Several arrows in a row
        are a way; between places that are no squares, they become commas."""
        line = self._way.sub(self._by_way, self._pair.sub(self._from_to, line))
        way = any(len(_ARROW.split(part)) > 2 for part in line.split(","))
        return _PLURAL.sub(r"\1", _ARROW.sub(", " if way else self._to, line))
