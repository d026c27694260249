"""A decision after alternatives: `Galatia or Bithynia... go on then, Galatia` is Galatia."""

import re

from engine.orders.understanding.talk.telling import Telling
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.phrases import any_of


class Decisions:
    """Leaves out the alternatives, and the words for choosing one of them."""

    def __init__(self, language: Language, senses: Senses, telling: Telling) -> None:
        self._senses, self._telling = senses, telling
        words, deciding = senses.words, language.deciding
        self._sorts = frozenset((*words.places, *words.things, *words.forces, *words.signed))
        self._or = words_in(deciding.alternatives)
        self._open = (language.words("structure") | language.words("negations")) - self._or
        self._acting: frozenset[Word] = words.acting
        settled = any_of(deciding.settled)
        said = settled or "(?!)"
        self._settled = re.compile(rf"^\W*(?:{said})\s*[,:.\u2026-]+\s*", re.IGNORECASE)

    def decided(self, text: str) -> str:
        """Return a sentence with only the decision in it."""
        if is_long(text) or "?" in text:
            return text
        clauses = list(self._telling.clauses(text))
        rest = " ".join(clauses[1:])
        if rest and self._is_open(clauses[0]) and self._chooses(clauses[0], rest):
            text = rest
        return self._settled.sub("", text) or text

    def _is_open(self, clause: str) -> bool:
        """Whether a clause only names several things to choose from."""
        said = self._senses.of_text(clause)
        names = any(token.word in self._or for token in said) and len(self._named(clause)) > 1
        return names and not any(t.forms & self._acting and not t.senses for t in said)

    def _chooses(self, clause: str, rest: str) -> bool:
        """Whether the text after a clause takes one of the things that the clause names."""
        said, named = frozenset(tokens(rest)), self._named(rest)
        return len(named & self._named(clause)) == 1 and said.isdisjoint(self._or | self._open)

    def _named(self, text: str) -> frozenset[object]:
        return self._senses.keys_in(text, self._sorts)
