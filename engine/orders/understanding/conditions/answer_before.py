"""Standing orders whose answer is the one given right before: `I decline. That is my answer every
time Austria calls.`"""

import re
from collections.abc import Sequence

from engine.orders.understanding.conditions.bodies import END_MARKS
from engine.orders.understanding.reading_types import Reading
from engine.orders.words.language import Language
from engine.orders.words.phrases import any_of


class AnswerBefore:
    """Puts that answer in place of the words that refer to it."""

    def __init__(self, language: Language) -> None:
        joints = any_of(language.joints)
        said = any_of(language.answer_before)
        self._refers = re.compile(rf"^(?:(?:{joints})\s+)?(.*?)\b(?:{said})\b", re.IGNORECASE)

    def refers(self, text: str) -> bool:
        """Tell whether a sentence refers to the answer before it."""
        return self._refers.match(text) is not None

    def said(self, text: str, found: Sequence[Reading]) -> str:
        """Return a sentence with the answer of the last reading put in; unchanged if it refers to
        none, or if that answer is in doubt. The words before the reference say for how long."""
        last = found[-1] if found else None
        match = self._refers.match(text)
        if match is None or last is None or last.sort != "order" or len(last.lines) != 1:
            return text
        counts = any(letter.isdigit() for letter in last.lines[0])  # `all` may be others then
        answer = last.text.strip(END_MARKS) if counts else last.lines[0]
        return f"{match[1]}{answer} {text[match.end() :].strip(END_MARKS)}".strip()
