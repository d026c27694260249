"""Polite words behind an order: `build an army in India, would you?` asks nothing, and `a marker on
the sea, if that's allowed` depends on nothing."""

import re

from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens
from engine.orders.words.phrases import any_of


class Tags:
    """Leaves out polite words behind an order."""

    def __init__(self, language: Language) -> None:
        tags = any_of(language.tags).replace("'", "['\u2019]?")
        polite = any_of(language.polite)
        self._tag = re.compile(
            rf"(?P<order>[^.!?;:]*\w)(?P<mark>,?\s+)(?:(?:and|{polite})\s+)?(?P<tag>{tags})"
            rf"(?:,?\s+(?P<polite>{polite}))?\s*(?P<end>[.!?]+|$)",
            re.IGNORECASE,
        )
        self._asking = language.words("questions")
        self._denying = language.words("negations")
        self._persons = language.words("other_persons") | language.words("you")
        self._opens = language.words("structure")

    def left_out(self, line: str) -> str:
        """Return a line without such words, if they follow no question, denial or condition."""
        return self._tag.sub(self._without, line)

    def _without(self, found: re.Match[str]) -> str:
        """An order without the polite words behind it."""
        said = tokens(found["order"])
        opened = not said or said[0] in self._asking | self._persons | self._opens
        if opened or not self._denying.isdisjoint(said):
            return found[0]
        asks = "?" in found["end"] or "," in found["mark"]
        return f"{found['order']}." if asks or found["tag"][:2].lower() == "if" else found[0]
