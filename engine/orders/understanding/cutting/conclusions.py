"""Sentences with a reason and its conclusion: `money rules the world, so I take Banking`."""

import re
from typing import NamedTuple

from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import any_of

LEAST = 2
"""The fewest words of a reason."""


class Concluded(NamedTuple):
    """A line in parts: what stands before its reason, the reason, and the conclusion."""

    before: str
    reason: str
    conclusion: str


class Conclusions:
    """Parts lines at words such as `so` behind a comma."""

    def __init__(self, language: Language) -> None:
        said = "|".join(
            rf"{re.escape(word)}\b" + (rf"(?!\s+(?:{any_of(but)})\b)" if but else "")
            for word, but in language.conclusions.items()
        )
        and_ = any_of(language.and_words)
        self._parted = re.compile(
            rf"^(?P<before>.*[.!?;:]\s+)?(?P<reason>[^.!?;:]+?)\s*,\s*(?:(?:{and_})\s+)?"
            rf"(?:{said})[\s,:]+(?P<conclusion>\S.*)$",
            re.IGNORECASE,
        )
        self._open = language.words("openers")

    def parted(self, line: str) -> Concluded | None:
        """Return the parts of a line; None if it has no reason with a conclusion."""
        found = None if is_long(line) else self._parted.match(line)
        if found is None:
            return None
        said = tokens(found["reason"])
        if len(said) < LEAST or not self._open.isdisjoint(said):
            return None
        return Concluded(found["before"] or "", found["reason"], found["conclusion"])
