"""Sentences that are talk by all their words, such as `that should teach him`.

A table has a weight for each word and for each pair of words: above 0 if it speaks for talk, below
0 if for an order. It was learned from sentences of both sorts (`tools/learn_talk.py`). In it, all
places are the same word, and so are all powers, all forces, all things and all numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import exp

import msgspec

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens, words_in
from engine.orders.words.phrases import Phrases

TABLE = "likely_talk.json"
START, END = "^", "$"
ALWAYS = ""
"""Stands for a feature that every sentence has."""
ACTS = "<acts>"
MARKS = ".!,:;"
MOST_WORDS = 12
"""The number of words from which on sentences count as equally long."""
SURE = 0.97
"""How likely a sentence has to be talk to be left out before it is read."""
LIKELY, LIKELIER = 0.5, 0.9
"""How likely a text that is not clear has to be talk to be left out."""
FEWEST = 4
"""The number of words below which it has to be likelier."""


class LikelyTalk:
    """Tells how likely a sentence is talk."""

    def __init__(self, language: Language, senses: Senses) -> None:
        words = senses.words
        self._senses, self._acting = senses, words.acting
        self._general = (
            ("<place>", frozenset(words.places)),
            ("<power>", frozenset(words.signed)),
            ("<force>", frozenset(words.forces)),
            ("<thing>", frozenset(words.things)),
        )
        self._places = frozenset(words.places)
        self._harmless = frozenset((*words.signed, "self"))
        self._objects = frozenset((*words.forces, *words.things))
        told = ("then_words", "again", "same", "there", "them")
        self._telling = senses.everything.union(*map(language.words, told))
        limits = words_in([*language.told.limits, *language.correcting.only])
        self._limits = limits | language.words("excepting") | words_in(language.correcting.adding)
        self._telling |= self._limits
        corrects = (*language.correcting.sure, *language.correcting.before_names)
        phrases = (tuple(tokens(phrase)) for phrase in corrects)
        self._correcting = Phrases(phrase for phrase in phrases if len(phrase) > 1)
        self._limiting = language.words("structure")

    def of(self, text: str) -> float:
        """Return how likely a sentence is talk, from 0 to 1; 0 if it is a question, has a word
        that limits orders, or goes on after a colon."""
        if is_long(text) or "?" in text or ":" in text.rstrip(" :"):
            return 0.0
        said = self._senses.of_text(text)
        if any(token.word in self._limiting for token in said):
            return 0.0
        weights = _table()
        total = sum(weights.get(feature, 0.0) for feature in self.features(text, said))
        return 1 / (1 + exp(-total))

    def is_sure(self, text: str) -> bool:
        """Tell whether a sentence is surely talk. One with a verb of orders and what it may be done
        with is not."""
        if self.of(text) < SURE:
            return False
        said = self._senses.of_text(text)
        acts = any(not (t.light or t.forms.isdisjoint(self._acting)) for t in said)
        return not (acts and any(t.names_of(self._objects) for t in said))

    def is_likely(self, text: str) -> bool:
        """Tell whether a text that is not clear is probably talk: it counts nothing, names only
        powers and places, and corrects or limits nothing. If it has names of places or words as
        orders have them, or few words, it has to be likelier; if it is sure, it may name more."""
        said = self._senses.of_text(text)
        if any(map(_counts, said)) or self._correcting.stand_in(tokens(text)):
            return False
        if any(t.names and not t.names_of(self._harmless | self._places) for t in said):
            return self.is_sure(text)
        plain = len(said) >= FEWEST and not any(map(self._may_order, said))
        return self.of(text) >= (LIKELY if plain else LIKELIER)

    def is_told(self, text: str) -> bool:
        """Tell whether a sentence beside others is probably talk, whatever it names: it counts and
        corrects nothing."""
        said = self._senses.of_text(text)
        if len(said) < FEWEST or any(map(_counts, said)) or self._correcting.stand_in(tokens(text)):
            return False
        return self.of(text) >= LIKELIER

    def is_aside(self, text: str) -> bool:
        """Tell whether a part of a sentence is probably talk."""
        said = tokens(text)
        return len(said) >= FEWEST and self._limits.isdisjoint(said) and self.is_likely(text)

    def _may_order(self, token: Token) -> bool:
        """Whether a word is a verb of orders, refers to one or limits one, or names a place."""
        acts = not (token.light or token.forms.isdisjoint(self._acting))
        return acts or token.word in self._telling or bool(token.names_of(self._places))

    def features(self, text: str, said: Sequence[Token]) -> list[str]:
        """Return the features of a sentence: its words and pairs of words, its length, the mark at
        its end, and what it does not name."""
        words = list(self._words(said))
        count = sum(word != ACTS for word in words)
        mark = text.rstrip()[-1:]
        kinds = (*(kind for kind, _ in self._general), "<number>", ACTS)
        return [
            ALWAYS,
            f"length {min(count, MOST_WORDS)}",
            f"mark {mark if mark in MARKS else ''}",
            *(f"no {kind}" for kind in kinds if kind not in words),
            *dict.fromkeys(words),
            *dict.fromkeys(f"{a} {b}" for a, b in pairwise((START, *words, END))),
        ]

    def _words(self, said: Sequence[Token]) -> Iterator[str]:
        at = 0
        while at < len(said):
            token, end = said[at], at + 1
            kind = ""
            for name, categories in self._general:
                if named := token.names_of(categories):
                    kind, end = name, max(sense.end for sense in named)
                    break
            if not kind and isinstance(token.number, int) and not token.weak:
                kind = "<number>"
            if not (kind or token.light or token.forms.isdisjoint(self._acting)):
                yield ACTS
            yield kind or str(token.word)
            at = end


def _counts(token: Token) -> bool:
    return bool(token.ordinal) or (token.number is not None and not token.weak)


@cache
def _table() -> Mapping[str, float]:
    """The weights by feature."""
    text = files("engine.orders.languages").joinpath(TABLE).read_bytes()
    return msgspec.json.decode(text, type=dict[str, float])
