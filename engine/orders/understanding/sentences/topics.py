"""What a sentence is about, told before an order: `Quebec looks empty, my army attacks it`."""

import re
from typing import NamedTuple

from engine.orders.language import Language
from engine.orders.lexicon import is_long, tokens
from engine.orders.understanding.sentences.telling import Telling
from engine.orders.understanding.words.senses import Senses, words_of
from engine.orders.understanding.words.token import Token

MOST_NAMED = 7
"""Words of what is described."""


class Topic(NamedTuple):
    """A sentence, cut behind what it only describes."""

    topic: str
    place: str
    """The place that is described, if it is one."""
    rest: str
    """The order, with the name of what is described in it; "": the sentence only describes."""


class Topics:
    """Finds them."""

    def __init__(self, language: Language, senses: Senses, telling: Telling) -> None:
        self._senses, self._telling = senses, telling
        words = senses.words
        self._places = frozenset(words.places)
        self._sorts = self._places | frozenset((*words.forces, *words.things))
        self._acting, self._small = words.acting, language.words("weightless")
        self._structure = language.words("structure") | language.words("negations")
        tells = "|".join(sorted(language.describing, key=len, reverse=True))
        self._tells = re.compile(rf"\s+(?:{tells})\s+", re.IGNORECASE)
        them = "|".join(language.pronouns) or "(?!)"
        self._them = re.compile(rf"\b(?:{them})\b", re.IGNORECASE)

    def parted(self, text: str) -> Topic | None:
        """Return a sentence without its first clause, where that only describes; else None."""
        if is_long(text) or "?" in text or not self._structure.isdisjoint(tokens(text)):
            return None
        clauses = list(self._telling.clauses(text))
        found = self._tells.search(clauses[0]) if clauses else None
        if found is None:
            return None
        name, rest = clauses[0][: found.start()], " ".join(clauses[1:])
        if rest and not any(t.forms & self._acting for t in self._senses.of(words_of(rest))):
            return None
        said, like = (self._senses.of(words_of(t)) for t in (name, clauses[0][found.end() :]))
        if len(said) > MOST_NAMED or not self._is_name(said) or not any(map(self._is_like, like)):
            return None
        places = [
            s.key for t in said for s in t.senses if s.category in self._places and not s.cost
        ]
        return Topic(
            clauses[0], (places or [""])[-1], self._them.sub(lambda _: name, rest, count=1)
        )

    def _is_name(self, said: tuple[Token, ...]) -> bool:
        """Whether words name a place, a force or a thing, and do nothing."""
        named = any(s.category in self._sorts and not s.cost for t in said for s in t.senses)
        return named and not any(t.forms & self._acting and not t.senses for t in said)

    def _is_like(self, token: Token) -> bool:
        """Whether it is a word for what something is like."""
        return token.word not in self._small and not token.senses and token.number is None
