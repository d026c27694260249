"""Situations named by the question that is asked in them: `when asked to join: no`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from engine.orders.conditions.policy import Statement, Test
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import begun


class About(NamedTuple):
    """The situation in which a question is asked, and the kinds of that question."""

    statement: Statement
    kinds: frozenset[str]


class AskedAbout:
    """Finds such situations. `kinds` are the kinds of questions; `words_of` give the words of their
    answers, the most likely first."""

    def __init__(
        self,
        situations: Sequence[Test],
        language: Language,
        kinds: Collection[str],
        *words_of: Callable[[str], frozenset[Word]],
    ) -> None:
        self.wide = [test for test in situations if not test.where]
        self.words = [{kind: words(kind) for kind in kinds} for words in words_of]
        self.language = language
        self.phrases = language.phrases("asked_about")
        self.small = language.words("weightless") | language.words("mine")

    def situation(self, head: str) -> About | None:
        """Return the situation in which the question named by a head is asked: the one with the
        fewest kinds of questions; None if there is no single one."""
        said, phrase = tuple(tokens(head)), self._phrase(head)
        if not phrase:
            return None
        about = [word for word in said[len(phrase) :] if word not in self.small]
        return next(filter(None, (self._widest(about, words) for words in self.words)), None)

    def begins(self, text: str) -> bool:
        """Tell whether a text begins with words that the name of a question may follow."""
        return bool(self._phrase(text))

    def _phrase(self, text: str) -> tuple[Word, ...]:
        return begun(self.phrases, tokens(text))

    def _widest(
        self, about: Sequence[Word], words_of: Mapping[str, frozenset[Word]]
    ) -> About | None:
        asked = (kind for kind, words in words_of.items() if about and self._are_of(about, words))
        kinds = frozenset(asked)
        found = [test for test in self.wide if kinds.intersection(test.kinds)]
        least = min((len(test.kinds) for test in found), default=0)
        nearest = [test for test in found if len(test.kinds) == least]
        return About(Statement(nearest[0], {}), kinds) if len(nearest) == 1 else None

    def _are_of(self, about: Sequence[Word], words: frozenset[Word]) -> bool:
        return all(not words.isdisjoint(self.language.verbs.lemmas(word)) for word in about)
