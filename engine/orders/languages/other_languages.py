"""Lines in a language other than the vocabulary's own: finding and translating them.

Whatever a line is written in, it is stored in one language and shown to readers in their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import fields

from engine.core.decision import Refusal
from engine.orders.languages.compounds import Compounds
from engine.orders.languages.translating import Translator
from engine.orders.reading.lines import Line
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, is_long, tokens, words_in
from engine.orders.words.words_of_answers import QuestionWords

if TYPE_CHECKING:
    from engine.orders.vocabularies.game_words import Words
    from engine.orders.vocabulary import Vocabulary

_EXPRESSIONS = frozenset(["doubting", "past", "harmless", "excuses", "pointing"])
"""The lists of a language that are regular expressions, not words."""


class Tongue:
    """One of the other languages of a vocabulary."""

    def __init__(self, own: Vocabulary, other: Vocabulary) -> None:
        self.other, self._own_words = other, own
        self._usages = {
            form.usage: said.usage for form, said in zip(own.changes, other.changes, strict=True)
        }
        self._to_own, self._to_other = Translator(other, own), Translator(own, other)
        said, heard = map(_long, (_said(own.words), _said(other.words)))
        names, foreign = _named(own.words), _named(other.words)
        self._own = said - heard - (foreign - names)
        self._others = (heard - _own_names(own.words) | (foreign - names)) - said
        self._borrowed = own.words.meant.with_any(self._others)
        """Phrases of ours with words of the other language: `Sturm und Drang`."""
        self._names = _long(_own_names(other.words) - _own_names(own.words) - said)
        self._beside = _own_names(other.words) | _before_names(other.words)
        self._compounds = Compounds(other.words)
        self.apart = lru_cache(maxsize=500)(self._apart)
        """Replaces compound words in a text."""
        self.weight = lru_cache(maxsize=2_000)(self._weight)

    def _apart(self, text: str) -> str:
        return text if self.other.has_own_words(text) else self._compounds.apart(text)

    def _weight(self, text: str) -> int:
        """Return how many more words a text has from the other language alone than from ours
        alone."""
        said = [] if is_long(text) else self._words(text)
        kept = self._without_borrowed(tuple(said))
        return sum((word in self._others) - (word in self._own) for word in kept)

    def _without_borrowed(self, said: tuple[Word, ...]) -> Iterator[Word]:
        """Yield the words without phrases of ours that have words of the other language."""
        at = 0
        while at < len(said):
            ends = (end for end, _ in self._borrowed.at(said, at) if end > at + 1)
            end = next((end for end in ends if not self._others.isdisjoint(said[at:end])), at)
            yield from said[at : at + 1] if end == at else ()
            at = max(end, at + 1)

    def has_words_of(self, text: str) -> bool:
        """Tell whether a text has a word that only the other language has."""
        return not is_long(text) and not self._others.isdisjoint(tokens(self.apart(text)))

    def is_even(self, text: str) -> bool:
        """Tell whether a text has as many words from the other language alone as from ours alone,
        and a name that only the other language has."""
        said = () if is_long(text) else tokens(self.apart(text))
        known = not self._others.isdisjoint(said)
        return known and self.weight(text) == 0 and not self._names.isdisjoint(said)

    def names_only(self, text: str) -> bool:
        """Tell whether a text is nothing but names and numbers, with some names that only the other
        language has."""
        said = () if is_long(text) else tokens(self.apart(text))
        named = not self._names.isdisjoint(said)
        return named and all(word in self._beside or word.isdecimal() for word in said)

    def strictly(self, text: str) -> tuple[Line, ...] | Refusal:
        """Read a line with the strict reader of the other language."""
        return self.other.split(self.apart(text))

    def known(self, text: str) -> str:
        """Return a text with its compounds taken apart if it is an order then; otherwise
        unchanged."""
        parted = self.apart(text)
        return text if parted == text or isinstance(self.other.split(parted), Refusal) else parted

    def in_parts(self, text: str) -> str:
        """Return the words of a text with compounds taken apart: `sturm marker`."""
        return " ".join(self._words(text))

    def _words(self, text: str) -> list[Word]:
        """The words of a text with compounds taken apart."""
        said = tokens(self.apart(text))
        return [part for word in said for part in self._compounds.parts(word)]

    def in_own(self, text: str) -> str:
        """Translate a line of the other language into ours; "" if it is not understood."""
        return self._to_own.text(self.apart(text))

    def can_say(self, text: str) -> bool:
        """Tell whether a line of the other language can be translated into ours."""
        return bool(self.in_own(text))

    def in_other(self, text: str) -> str:
        """Translate a line of our language into the other, or a condition without its order;
        unchanged if that is impossible."""
        return self._to_other.text(text) or self._to_other.statement(text) or text

    def change_in_other(self, text: str) -> str:
        """Translate a host's change of the state, or how one is written; unchanged if it is
        neither."""
        if text in self._usages:
            return self._usages[text]
        choice = self._own_words.read_change(text)
        return text if isinstance(choice, Refusal) else self.other.say_change(choice)


def said_or_named(words: Words) -> frozenset[Word]:
    """Return all words of a vocabulary, without single letters."""
    return _long(_said(words) | _named(words))


def _said(words: Words) -> frozenset[Word]:
    """Return all words of a vocabulary and of its language that are not names."""
    groups = [*words.cues.values(), *words.hints.values(), _of_language(words.language)]
    groups.append(_before_names(words))
    groups.append(words_in([*words.short, *words.terse]))
    groups += [
        frozenset(tokens(text)) for each in words.questions.values() for text in _texts(each)
    ]
    heard = words.courtesy | words.light | words.cued | words.literals | words.leading
    return heard.union(words.grammar.noise, words.grammar.numbers, *groups)


def _long(words: Iterable[Word]) -> frozenset[Word]:
    """Return the words without single letters: names of squares belong to no language."""
    return frozenset(word for word in words if len(word) > 1)


def _before_names(words: Words) -> frozenset[Word]:
    """Return the words that may stand before names."""
    before = (text for group in words.grammar.prepositions.values() for text in group)
    return words.grammar.noise.union(*(tokens(text) for text in before))


def _texts(question: QuestionWords) -> Iterator[str]:
    """Yield the texts of short answers to a kind of question."""
    for texts in (question.light, question.agreeing, question.refusing, question.spared):
        yield from texts


def _named(words: Words) -> frozenset[Word]:
    """Return the words of a vocabulary's names."""
    return frozenset(word for names in words.grammar.names.values() for word in names.words())


def _own_names(words: Words) -> frozenset[Word]:
    """Return the words of a vocabulary's names, without those of other languages that it also
    reads."""
    groups = words.grammar.names.values()
    return frozenset().union(*(names.own_words for names in groups))


def _of_language(language: Language) -> frozenset[Word]:
    lists = [
        each.name
        for each in fields(language)
        if isinstance(getattr(language, each.name), tuple) and each.name not in _EXPRESSIONS
    ]
    away = (word for text in language.absence.states for word in tokens(text))
    return frozenset(away).union(*(language.words(key) for key in lists if key != "plain"))
