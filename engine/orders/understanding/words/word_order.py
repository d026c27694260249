"""The order of words in which orders are known."""

import re

from engine.orders.words.language import Language
from engine.orders.words.phrases import any_of


class InOrder:
    """Puts who acts in front, in a language in which the verb may stand there: `danach passe ich`
    is `ich passe`."""

    def __init__(self, language: Language) -> None:
        then, subjects = any_of(language.lead_words), any_of(language.subject)
        inverted = rf"(?P<verb>\w+)\s+(?P<who>{subjects})\b" if language.verbs.inverted else "(?!)"
        self._inverted = re.compile(rf"^(?:(?:{then})\b[,\s]*)?{inverted}", re.IGNORECASE)

    def of(self, text: str) -> str:
        """Return a text in that order, or as it is."""
        return self._inverted.sub(lambda found: f"{found['who']} {found['verb']}", text, count=1)
