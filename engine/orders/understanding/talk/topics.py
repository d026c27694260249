"""What a sentence is about, described before the order: `Quebec looks empty, my army attacks
it`."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.orders.understanding.talk.telling import Telling
from engine.orders.understanding.words.senses import Senses, words_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens

MOST_NAMED = 7
"""How many words the name of what is described may have."""


class Topic(NamedTuple):
    """A sentence, cut after a clause that only describes something."""

    topic: str
    name: str
    place: str
    """The place that is described; empty if it is no place."""
    rest: str
    """The order, with the name of what is described; empty if the sentence only describes."""


class Topics:
    """Separates what a sentence is about from the order after it."""

    def __init__(self, language: Language, senses: Senses, telling: Telling) -> None:
        self._senses, self._telling = senses, telling
        words = senses.words
        self._places = frozenset(words.places)
        self._forces = frozenset(words.forces)
        self._sorts = self._places | frozenset((*words.forces, *words.things))
        self._acting, self._small = words.acting, language.words("weightless")
        self._structure = language.words("structure") | language.words("negations")
        tells = "|".join(sorted(language.describing, key=len, reverse=True))
        self._tells = re.compile(rf"\s+(?:{tells})\s+", re.IGNORECASE)
        self._own = language.pronouns
        self._them = re.compile(rf"\b(?:{'|'.join(self._own)})\b", re.IGNORECASE)

    def parted(self, text: str) -> Topic | None:
        """Return a sentence, cut after a first clause that only describes something; None if there
        is none."""
        if (
            not self._own
            or is_long(text)
            or "?" in text
            or not self._structure.isdisjoint(tokens(text))
        ):
            return None
        clauses = list(self._telling.clauses(text))
        found = self._tells.search(clauses[0]) if clauses else None
        if found is None:
            return None
        name, rest = clauses[0][: found.start()], " ".join(clauses[1:])
        if rest and not any(t.forms & self._acting for t in self._senses.of_text(rest)):
            return None
        said, like = (self._senses.of_text(t) for t in (name, clauses[0][found.end() :]))
        if len(said) > MOST_NAMED or not self._is_name(said) or not any(map(self._is_like, like)):
            return None
        if any(isinstance(token.number, int) and not token.weak for token in like):
            return None  # it may tell how much of something is meant
        senses = [sense for token in said for sense in token.names]
        places = [str(sense.key) for sense in senses if sense.category in self._places]
        named = self._them.sub(lambda _: name, rest, count=1)
        return Topic(clauses[0], name, places[-1] if places else "", named)

    def together(self, sentences: Sequence[str], keep: Callable[[str, str], str]) -> list[str]:
        """Return the sentences; one that tells where one of several goes is joined to the name of
        all: `My two armies at home are idle. One each to India and Africa.` `keep`: remembers the
        original of a text."""
        found: list[str] = []
        for text in sentences:
            first = self._senses.of(words_of(text)[:1])
            counts = bool(first) and first[0].number == 1 and found
            topic = self.parted(found[-1]) if counts else None
            if topic and not topic.rest and self._names_several(topic.name):
                found[-1] = keep(f"{found[-1]} {text}", f"{topic.name}: {text}")
            else:
                found.append(text)
        return found

    def _names_several(self, name: str) -> bool:
        """Whether a name has forces and a number above one."""
        said = self._senses.of_text(name)
        forces = any(s.category in self._forces for token in said for s in token.senses)
        return forces and any(isinstance(t.number, int) and t.number > 1 for t in said)

    def _is_name(self, said: tuple[Token, ...]) -> bool:
        """Whether words name a place, a force or a thing, and have no verb of orders."""
        named = any(t.names_of(self._sorts) for t in said)
        return named and not any(t.forms & self._acting and not t.senses for t in said)

    def _is_like(self, token: Token) -> bool:
        """Whether a word may describe something."""
        return token.word not in self._small and not token.senses and token.number is None
