"""Clauses that only tell something, beside those with the order: `keep the dice, they are fine`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.phrases import Phrases, any_of, begun

MOST_CLAUSES = 8
"""How many clauses a line, or a mail, may have to be looked at."""
MOST_TOGETHER = 3
"""How many clauses in a row are left out at once."""
MOST_OF_SUBJECT = 5
"""Among how many words, after its first, the verb of a clause is looked for."""
LEAST_PAST = 5
"""How many letters a word must have for its ending to make it a verb of the past."""
_MARK = r"(?<=[\w)'\u2019])\s*(?:[,;:.!?]+(?!\d)|\s[-\u2013\u2014]+(?=\s)|(?=\())\s*"


class Telling:
    """Finds clauses that may be left out."""

    def __init__(self, language: Language, senses: Senses, acting: frozenset[Word]) -> None:
        """`acting`: verbs of orders."""
        told = language.told
        self._who, self._self = words_in(told.who), words_in(told.self)
        self._whose = words_in(told.whose)
        self._elliptic = _phrases(told.elliptic)
        self._links, self._of_self = words_in(told.links), words_in(told.of_self)
        self._contracted, self._not_now = words_in(told.contracted), words_in(told.not_now)
        self._verbs, self._past = words_in(told.verbs), words_in(told.past)
        self._further = language.words("indefinite") - language.words("articles")
        self._going_on = words_in(language.quoting.going_on)
        said = any_of(language.quoting.past)
        self._said = re.compile(rf"\b(?:{said})\b", re.IGNORECASE)
        self._endings = tuple(told.endings)
        self._senses, self._acting = senses, acting
        self._seats = frozenset(senses.words.signed)
        self._forces = frozenset(senses.words.forces)
        self._places = frozenset(senses.words.places)
        self._tasks = senses.lists.tasks
        structure = (
            language.words("structure") | language.words("excepting") | words_in(told.limits)
        )
        self._limits = structure - self._verbs
        self._deciding = (
            structure
            | (language.words("doubts") - self._not_now)
            | language.words("again")
            | language.words("everything")
        )
        self._courtesies = Phrases(language.phrases("remarks"))
        self._others = re.compile("|".join(told.others) or "(?!)", re.IGNORECASE)
        links = any_of(told.links)
        self._cut = re.compile(rf"{_MARK}|(?<!\s)\s+(?=(?:{links})\s)", re.IGNORECASE)

    def clauses(self, line: str) -> Iterator[str]:
        """Cut a line into its clauses, each with the mark after it."""
        start = 0
        for end in (*(cut.end() for cut in self._cut.finditer(line)), len(line)):
            if clause := line[start:end].strip():
                yield clause
            start = end

    def without(self, lines: Sequence[str], told: Iterable[str]) -> list[str]:
        """Return the lines without these clauses."""
        left_out = frozenset(told)
        return [
            line
            if left_out.isdisjoint(clauses := list(self._of(line)))
            else " ".join(clause for clause in clauses if clause not in left_out)
            for line in lines
        ]

    def told(self, lines: Sequence[str]) -> list[str]:
        """Return the clauses with a subject and a verb that tells something about it, and those
        that are only a courtesy."""
        cut = [list(self._of(line)) for line in lines]
        pairs = (
            pair for each in cut if 1 < len(each) <= MOST_CLAUSES for pair in pairwise((*each, ""))
        )
        return [
            clause
            for clause, behind in pairs
            if (self._tells(clause) or self._is_courtesy(clause))
            and not self.goes_on(clause, behind)
        ]

    def goes_on(self, clause: str, behind: str) -> bool:
        """Tell whether a clause goes on in the text after it: `for an attack on Spain`."""
        return clause[-1].isalnum() and not self._going_on.isdisjoint(tokens(behind)[:1])

    def _is_courtesy(self, clause: str) -> bool:
        """Whether a clause has a phrase of talk and nothing that limits an order."""
        words = tokens(clause)
        return (
            self._courtesies.stand_in(words)
            and "?" not in clause
            and self._limits.isdisjoint(words)
        )

    def says_in_the_past(self, head: str) -> bool:
        """Tell whether the text before a colon tells what was written before: `yesterday I
        wrote:`."""
        depends = not self._limits.isdisjoint(tokens(head))
        return not depends and self._said.search(head) is not None

    def is_elliptic(self, clause: str) -> bool:
        """Tell whether a clause without a subject describes what was ordered before it: `should
        only be two cubes`."""
        said = tuple(tokens(clause))
        while len(said) > 1 and said[0] in self._links:
            said = said[1:]
        begins = bool(begun(self._elliptic, said))
        return begins and self._further.isdisjoint(said)

    def is_of_another_time(self, clause: str) -> bool:
        """Tell whether a clause is about a later time: `I need them later`."""
        return not self._not_now.isdisjoint(tokens(clause))

    def may_be_left_out(self, lines: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield rows of clauses that nothing else seems to depend on, short rows first."""
        clauses = [clause for line in lines for clause in self._of(line)]
        if not 1 < len(clauses) <= MOST_CLAUSES:
            return
        for number in range(1, min(MOST_TOGETHER, len(clauses) - 1) + 1):
            for at in range(len(clauses) - number + 1):
                together = tuple(clauses[at : at + number])
                if not self._matters(" ".join(together)):
                    yield together

    def _of(self, line: str) -> Iterator[str]:
        return iter([line]) if is_long(line) else self.clauses(line)

    def is_told(self, text: str) -> bool:
        """Tell whether a clause of a text tells something, or the text is about the past: `Oh, they
        are strong`, `last time I attacked`."""
        said = self._senses.of_text(text)
        past = any(t.word in self._past or self._has_past_ending(t) for t in said)
        return past or any(self._tells(clause, of_units=True) for clause in self.clauses(text))

    def _tells(self, clause: str, of_units: bool = False) -> bool:
        """Whether a clause tells something: `those dice were terrible`, `I never go to sea`."""
        said = self._senses.of_text(clause)
        while len(said) > 1 and said[0].word in self._links:
            said = said[1:]
        if "?" in clause:
            return False
        if self.is_elliptic(clause):
            return not any(s.category in self._places for t in said for s in t.senses)
        if any(token.word in self._limits for token in said):
            return False
        if said and said[0].word in self._contracted:
            return True
        begun = enumerate(said[1 : MOST_OF_SUBJECT + 1], 1)
        at = next((n for n, token in begun if self._is_verb(token)), 0)
        if not (at and self._is_subject(said[:at])):
            return False
        past = said[at].word in self._past or self._has_past_ending(said[at])
        if said[0].word in self._self:
            return past or said[at].word in self._of_self
        return (
            past or of_units or not any(s.category in self._forces for t in said for s in t.senses)
        )

    def _is_verb(self, token: Token) -> bool:
        known = token.word in self._verbs or token.word in self._past or token.word in self._of_self
        return known or self._has_past_ending(token)

    def _has_past_ending(self, token: Token) -> bool:
        named = token.names  # `forced march`
        return not named and len(token.word) >= LEAST_PAST and token.word.endswith(self._endings)

    def _is_subject(self, said: Sequence[Token]) -> bool:
        """Whether words may be the subject of a clause that tells something."""
        first = said[0]
        if first.word in self._self:
            return len(said) == 1
        named = bool(first.senses) or first.word in self._who or first.word in self._whose
        return named and (bool(first.senses) or first.forms.isdisjoint(self._acting))

    def _matters(self, text: str) -> bool:
        """Whether something else may depend on a text, or the text may be an unknown name."""
        words = tuple(tokens(self._others.sub("", text)))[:MOST_WORDS]
        said = self._senses.of(words)
        if "?" in text or not self._deciding.isdisjoint(words):
            return True
        if any(token.ordinal > 0 for token in said) or self._says_how_many(said):
            return True
        if any(s.category in self._tasks for token in said for s in token.senses):
            return True
        seats = any(sense.category in self._seats for token in said for sense in token.senses)
        return len(said) == 1 and not seats

    def _says_how_many(self, said: Sequence[Token]) -> bool:
        """Whether words only tell how many are meant: `both of them`."""
        counts = any(isinstance(t.number, int) and t.number > 1 for t in said)
        return counts and all(t.light or t.number is not None for t in said)


def _phrases(texts: Iterable[str]) -> frozenset[tuple[Word, ...]]:
    return frozenset(tuple(tokens(text)) for text in texts)
