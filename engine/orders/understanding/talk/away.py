"""Clauses that tell when a player is away or back, not what is ordered: `I'm away next week`."""

import re

from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long


class Away:
    """Finds clauses that tell when a player is away or back."""

    def __init__(self, language: Language, senses: Senses) -> None:
        said = language.absence.said("away", "back", "beside")
        self._said = re.compile(rf"\W*\b(?:{said})\b\W*", re.IGNORECASE)
        self._senses = senses

    def tells(self, clause: str) -> bool:
        """Tell whether a clause only tells this, and names nothing of the game."""
        if is_long(clause) or not self._said.fullmatch(clause.replace("\u2019", "'")):
            return False
        said = (word for word in self._senses.of_text(clause) if not word.word.isdecimal())
        return not any(not (s.cost or word.light) for word in said for s in word.senses)
