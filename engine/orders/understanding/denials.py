"""Sentences that deny something other than what is ordered beside them: `Don't take the spear. Take
the pike.`"""

from collections.abc import Iterable

from engine.orders.reading.remarks import wonders
from engine.orders.understanding.questions_and_remarks import Talk
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.lexicon import tokens


class Denials:
    """Finds sentences that deny something other than what is ordered."""

    def __init__(self, senses: Senses, talk: Talk) -> None:
        self._senses, self._talk = senses, talk
        words = senses.words
        self._acting = words.acting
        self._named = frozenset((*words.places, *words.signed, *words.things, *words.forces))

    def leaves_alone(self, text: str, lines: Iterable[str]) -> bool:
        """Tell whether a sentence denies only what none of these lines orders."""
        said = tuple(tokens(text))
        if not self._talk.denies(said) or wonders(text):
            return False
        names, verbs = self._names(text), self._verbs(text)
        return bool(names and verbs) and all(self._is_other(names, verbs, line) for line in lines)

    def _is_other(self, names: frozenset[str], verbs: frozenset[str], line: str) -> bool:
        others = self._names(line)
        same = bool(verbs & self._verbs(line))
        return names.isdisjoint(others) and bool(others or not same)

    def _names(self, text: str) -> frozenset[str]:
        return self._senses.keys_in(text, self._named)

    def _verbs(self, text: str) -> frozenset[str]:
        said = self._senses.of_text(text)
        return frozenset(str(word) for t in said for word in t.forms & self._acting)
