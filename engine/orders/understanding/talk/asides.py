"""Sentences without what their words show to be talk beside an order: `I attack France in India,
and may the best man win`."""

import re

from engine.orders.understanding.talk.likely_talk import LikelyTalk
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import any_of

MOST_CUTS = 12
"""How many places of a sentence are looked at."""
_LOOSE_ENDS = " ,;-\u2013\u2014("


class Asides:
    """Leaves out such parts."""

    def __init__(self, language: Language, likely: LikelyTalk) -> None:
        joints = any_of(language.joints)
        self._likely = likely
        self._completing = language.words("completing")
        self._cut = re.compile(
            rf"\s*[,;(]\s*(?:(?:{joints})\s+)?|\s+[-\u2013\u2014]+\s+|\s+(?:{joints})\s+",
            re.IGNORECASE,
        )

    def left_out(self, sentence: str) -> str:
        """Return a sentence without its parts before the first or behind the last cut that are
        likely talk; unchanged if it has none, or nothing else."""
        if is_long(sentence) or "?" in sentence:
            return sentence
        cuts = list(self._cut.finditer(sentence))[:MOST_CUTS]
        ends = (cut for cut in cuts if self._is_talk(sentence[cut.end() :]))
        end = next((cut.start() for cut in ends), len(sentence))
        starts = (
            c for c in reversed(cuts) if c.end() < end and self._is_talk(sentence[: c.start()])
        )
        start = next((cut.end() for cut in starts), 0)
        whole = (start, end) == (0, len(sentence))
        return sentence if whole else sentence[start:end].strip(_LOOSE_ENDS)

    def _is_talk(self, text: str) -> bool:
        completes = not self._completing.isdisjoint(tokens(text)[:1])
        return bool(text.strip()) and not completes and self._likely.is_aside(text)
