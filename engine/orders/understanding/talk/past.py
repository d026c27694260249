"""Clauses that tell what was done at a past time: `last turn I built a fort in Syria`."""

import re
from collections.abc import Callable

from engine.orders.understanding.talk.telling import LEAST_PAST, Telling
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens, words_in
from engine.orders.words.phrases import any_of


class PastClauses:
    """Finds clauses about a past time."""

    def __init__(
        self,
        language: Language,
        telling: Telling,
        acting: frozenset[Word],
        verb: Callable[[str], str],
    ) -> None:
        """`verb`: finds the verb of orders at the beginning of a clause."""
        times, told = language.other_times, language.told
        before, moments = any_of(times.past_before), any_of(times.moments)
        self._time = re.compile(
            rf"\b(?:(?:{before})\s+(?:\w+\s+)?(?:{moments})|{any_of(times.earlier)})\b",
            re.IGNORECASE,
        )
        self._past = words_in(told.past)
        self._participle = re.compile(told.participle or "(?!)")
        self._endings, self._telling, self._verb = tuple(told.endings), telling, verb
        self._now = words_in(times.now)
        self._acting = acting

    def parted(
        self, text: str, also: Callable[[str], bool] = lambda _: False
    ) -> tuple[list[str], list[str]]:
        """Return the clauses that are not about the past, neighbours joined together, and those
        that are, or that `also` finds to be only told."""
        left, told, last = list[list[str]](), list[str](), False
        for clause in self._telling.clauses(text):
            if self._tells(clause) or also(clause) or (last and self._goes_on(told[-1], clause)):
                told.append(clause)
                last = True
            elif left and not last:
                left[-1].append(clause)
            else:
                left.append([clause])
                last = False
        return [" ".join(each) for each in left], told

    def is_told(self, text: str) -> bool:
        """Tell whether a clause of a text is about the past."""
        times = self._time.search(text)
        return bool(times) and any(map(self._tells, self._telling.clauses(text)))

    def _tells(self, clause: str) -> bool:
        """Whether a clause has a past time and a verb of the past."""
        if "?" in clause or not self._time.search(clause):
            return False
        verb = self._verb(self._time.sub(" ", clause))
        return (not verb or self._is_past(Word(verb))) and any(map(self._is_past, tokens(clause)))

    def _goes_on(self, told: str, clause: str) -> bool:
        """Whether a clause only goes on with a told clause, without a mark between them: `I played
        archers and swords`, `Spain paid me for an attack`."""
        said = tokens(clause)
        if self._telling.goes_on(told, clause):
            return True
        goes = told[-1].isalnum() and self._now.isdisjoint(said)
        return goes and self._acting.isdisjoint(said)

    def _is_past(self, word: Word) -> bool:
        ends = len(word) >= LEAST_PAST and word.endswith(self._endings)
        return word in self._past or ends or bool(self._participle.fullmatch(word))
