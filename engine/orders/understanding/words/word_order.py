"""The word order in which orders are read."""

import re

from engine.orders.words.language import Language
from engine.orders.words.phrases import any_of


class InOrder:
    """Puts the subject first, in a language where the verb may stand there: `danach passe ich` is
    `ich passe`."""

    def __init__(self, language: Language) -> None:
        then, subjects = any_of(language.lead_words), any_of(language.subject)
        inverted = rf"(?P<verb>\w+)\s+(?P<who>{subjects})\b" if language.verbs.inverted else "(?!)"
        self._inverted = re.compile(rf"^(?:(?:{then})\b[,\s]*)?{inverted}", re.IGNORECASE)

    def of(self, text: str) -> str:
        """Return a text in that order, or unchanged."""
        return self._inverted.sub(lambda found: f"{found['who']} {found['verb']}", text, count=1)
