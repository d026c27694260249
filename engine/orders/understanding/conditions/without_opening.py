"""Standing orders with a situation that no `if` or `when` opens: `in every siege I take the tower`.

A sentence is divided into a situation and what is to be done in it: at a mark between them (`French
attacks = join`), after a verb at the beginning (`greift Rot an, ...`), at words for how everything
is met (`every attack is met by an ambush`), or around a preposition (`an ambush on every attack`).
"""

import re
from collections.abc import Iterator
from itertools import islice

from engine.orders.understanding.conditions.bodies import END_MARKS, for_good
from engine.orders.understanding.conditions.happenings import Happenings
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Plural, tokens
from engine.orders.words.phrases import any_of

MOST_CUTS = 16
MOST_WITHIN = 5
"""The largest number of words for what happens in the middle of a sentence."""
Division = tuple[str, str]
"""A situation, and what is to be done in it."""
_MARK = re.compile(r"\s*(?::(?!\d)|=+>|-+>|\u2192|\u21d2|=)\s*|\s+[-\u2013]\s+")
_COMMA = re.compile(r"\s*,\s*")
_SPACE = re.compile(r"\s+")


class WithoutOpening:
    """Divides such sentences."""

    def __init__(self, language: Language, happenings: Happenings) -> None:
        self.happenings, self.may_tell = happenings, happenings.may_tell
        told = language.happening
        self.every = language.words("every")
        self.prepositions = language.words_of((*told.by, *told.of)) | language.words("using")
        self.prepositions |= language.words("before_nouns")
        self.any = language.words_of(told.any)
        self.negations = language.words("negations")
        lasts = for_good(language, (*language.never_words, *language.standing_words))
        self.for_good = re.compile(lasts, re.IGNORECASE)
        self.verbs_first = language.words_of(told.verbs_first)
        self.met = re.compile(
            rf"\s+(?:{any_of(told.copulas)})\s+(?:(?:{lasts})\s+)?"
            rf"(?:(?:{any_of(told.met)})\s+)?(?:(?:{any_of(told.met_by)})\s+)?",
            re.IGNORECASE,
        )
        within, every = any_of(told.within), any_of(language.every)
        before = any_of((*told.within, *language.before_nouns))
        self.at_every = re.compile(rf"\b(?:{before})\s+(?:{every})\b", re.IGNORECASE)
        self.within = re.compile(rf"\b(?:{within})\s+(?=\w)|\b(?=(?:{every})\s)", re.IGNORECASE)

    def is_one(self, text: str, seat: str) -> bool:
        """Tell whether a text may be such a sentence: it mentions something that may happen, and
        counts each time."""
        words = tokens(text)
        if not self.may_tell(words):
            return False
        return self.opens(text) or self.is_for_good(text) or self._is_headed(text, seat)

    def opens_one(self, text: str) -> bool:
        """Tell whether a text may be a sentence that a verb opens, and is no question."""
        opens = self.opens(text) and self.may_tell(tokens(text))
        return opens and not text.rstrip().endswith("?")

    def opens(self, text: str) -> bool:
        """Tell whether a text begins with a verb that may open what happens."""
        return not self.verbs_first.isdisjoint(tokens(text)[:1])

    def has_mark(self, text: str) -> bool:
        """Tell whether something more than a space may divide what happens from what is done."""
        return any(mark.search(text) for mark in (_MARK, _COMMA, self.met))

    def _is_headed(self, text: str, seat: str) -> bool:
        """Whether a happening between players stands before a mark: `C16 attacked: stand`."""
        found = _MARK.search(text)
        head = text[: found.start()] if found else ""
        told = any(statement.test.told for statement in self.happenings.told_in(head, seat))
        return told and self.happenings.is_of_writer(head)

    def is_for_good(self, text: str) -> bool:
        """Tell whether a text is about everything of a sort that may happen."""
        said = (word for word in tokens(text) if isinstance(word, Plural))
        plural = any(self.happenings.is_of_game(word) for word in said)
        return plural or self.says_for_good(text)

    def says_for_good(self, text: str) -> bool:
        """Tell whether a text is about everything of a sort, and shows it by more than a plural."""
        if self.for_good.search(text) or self.at_every.search(text):
            return True
        words, every = tokens(_MARK.split(text, maxsplit=1)[0]), self.every  # not `counter: all`
        if not self.negations.isdisjoint(words):
            every -= self.any  # `I do not want any battle` is about one
        return not every.isdisjoint(words)

    def divisions(self, said: str) -> Iterator[Division]:
        """Yield the ways to divide a text, the clearest first."""
        for head, behind in self._divided(said):
            if head and behind and self.may_tell(tokens(head)):
                yield head, behind

    def _divided(self, said: str) -> Iterator[Division]:
        for mark in islice(_MARK.finditer(said), 2):
            yield _parts(said, mark)
        if self.opens(said):
            for mark in islice(_COMMA.finditer(said), 3):
                yield _parts(said, mark)
        for mark in islice(self.met.finditer(said), 3):
            yield _parts(said, mark)
        if found := self.within.match(said):
            rest = said[found.end() :]
            for cut in (_COMMA, _SPACE):
                for mark in islice(cut.finditer(rest), MOST_CUTS):
                    yield _parts(rest, mark)
        for found in islice(self.within.finditer(said), MOST_CUTS):
            before, rest = said[: found.start()].strip(END_MARKS), said[found.end() :]
            if not self.prepositions.isdisjoint(tokens(before)[-1:]):
                continue  # `stay out of all battles`
            yield rest.strip(END_MARKS), before
            for cut, most, joint in ((_COMMA, 2, ", "), (_SPACE, MOST_WITHIN, " ")):
                for mark in islice(cut.finditer(rest), most):
                    head, behind = _parts(rest, mark)
                    yield head, f"{before}{joint}{behind}".strip(END_MARKS)


def _parts(said: str, mark: re.Match[str]) -> Division:
    return said[: mark.start()].strip(END_MARKS), said[mark.end() :].strip(END_MARKS)
