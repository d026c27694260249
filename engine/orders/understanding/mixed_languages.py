"""Mails in several languages: each line is read in its own, and its meaning is put into one.

A line is in the language that has most words in it which the other does not have. A line without
such words goes with those around it. So a mail in one language is read as if there were no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby

from engine.core.decision import Refusal
from engine.orders.languages.other_languages import Tongue, said_or_named
from engine.orders.understanding.cutting import long_mails
from engine.orders.understanding.interpreter import MOST_SENTENCES, Interpreter
from engine.orders.understanding.interpreter_parts import Parts
from engine.orders.understanding.reading_types import Reading, Situation, beyond
from engine.orders.understanding.settling import with_ways
from engine.orders.vocabulary import Vocabulary
from engine.orders.words.language import ENGLISH
from engine.orders.words.lexicon import Word, is_long, tokens

LEAST_TELLING = 3
"""How many letters a word needs to show, in a long mail, that its line may be an order."""


class Interpreters:
    """Reads what players write, whatever language they write in."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._own = vocabulary
        self.own, self.tongues = Interpreter(vocabulary), vocabulary.tongues
        self._others = {
            code: Interpreter(tongue.other, code, tongue.can_say)
            for code, tongue in self.tongues.items()
        }

    def read(self, lines: Iterable[str], there: Situation) -> list[Reading]:
        """Return what each part of a mail means; `lines` includes the blank ones between
        paragraphs."""
        texts = list(lines)
        if not long_mails.is_long(texts):
            return self._in_languages(texts, there)
        tells = [self._tells(text) for text in texts]
        said = [text for text, may in zip(texts, tells, strict=True) if may]
        looked = iter(long_mails.looked_at(said, self._is_known))
        telling = [may and next(looked) for may in tells]
        pairs = list(zip(texts, telling, strict=True))
        left = [beyond(text) for text, may in pairs if not may]
        read = [text for text, may in pairs if may]
        return [*self._in_languages(read, there, MOST_SENTENCES), *left]

    def _is_known(self, line: str) -> bool:
        """Whether the strict reader knows an order in a line, in any language."""
        return self._own.line(line).is_order

    def _in_languages(
        self, texts: Sequence[str], there: Situation, room: int | None = None
    ) -> list[Reading]:
        """What texts mean, each in its language; `room`: how many sentences of a long mail are
        looked at closely."""
        spoken = self._spoken(texts)
        if set(spoken) <= {ENGLISH}:
            return self.own.read(texts, there, room)
        found: list[Reading] = []
        pairs = list(zip(spoken, texts, strict=True))
        for code, run in groupby(pairs, key=lambda pair: pair[0]):
            said = [text for _, text in run]
            readings = list(self._read(code, said, there, room))
            if room is not None:
                room = max(room - self._strange(code, said), 0)
            if found and readings and not said[0].strip():
                readings[0] = replace(readings[0], apart=True)
            found += readings
        return found

    def _tells(self, line: str) -> bool:
        """Whether a line of a long mail may matter: it has a word of orders, is only a number, is
        blank, or is too long to tell."""
        if is_long(line) or not line.strip() or line.strip().isdecimal():
            return True
        return not self._telling.isdisjoint(tokens(line))

    @cached_property
    def _telling(self) -> frozenset[Word]:
        """The words of all languages that have a meaning by themselves in orders."""
        each = (self.own, *self._others.values())
        small = (one.parts.senses.light | one.language.words("structure") for one in each)
        words = frozenset[Word]().union(*(said_or_named(one.parts.words) for one in each))
        telling = words.difference(*small)
        return frozenset(word for word in telling if len(word) >= LEAST_TELLING)

    def _read(
        self, code: str, lines: Sequence[str], there: Situation, room: int | None
    ) -> Iterator[Reading]:
        if code == ENGLISH:
            yield from self.own.read(lines, there, room)
            return
        for reading in self._others[code].read(map(self.tongues[code].known, lines), there, room):
            yield in_own(reading, self.tongues[code])

    def _strange(self, code: str, lines: Sequence[str]) -> int:
        """How many sentences are in lines that the strict reader of their language does not
        know."""
        words = self._own if code == ENGLISH else self.tongues[code].other
        strange = (one for one in lines if one.strip() and isinstance(words.split(one), Refusal))
        return sum(len(list(self.own.parts.cutter.sentences(line))) for line in strange)

    def features(self, text: str) -> list[str]:
        """Return the features of a text that may tell what it orders (`likely_verbs`)."""
        parts = self._parts_for(text)
        return parts.likely.features(parts.senses.of_text(text))

    def features_of_talk(self, text: str) -> list[str]:
        """Return the features of a text that may tell whether it is talk (`likely_talk`)."""
        parts = self._parts_for(text)
        return parts.likely_talk.features(text, parts.senses.of_text(text))

    def _parts_for(self, text: str) -> Parts:
        """The parts of the interpreter for the language that a text is in."""
        code = next(iter(self._spoken(text.splitlines() or [""])), ENGLISH)
        return (self.own if code == ENGLISH else self._others[code]).parts

    def _spoken(self, lines: Sequence[str]) -> list[str]:
        """The language of each line; blank lines go with the line after them."""
        known = [self._language(line) for line in lines]
        first = next((code for code in known if code), ENGLISH)
        found, last = list[str](), first
        for code in known:
            last = code or last
            found.append(last)
        for at in range(len(lines) - 1, 0, -1):
            if not lines[at - 1].strip():
                found[at - 1] = found[at]
        return found

    def _language(self, line: str) -> str:
        """The language of a line; empty if it may be any. A player's own words may be in any
        language."""
        if self._own.has_own_words(line):
            return ENGLISH
        for code, tongue in self.tongues.items():
            if tongue.other.has_own_words(line):
                return code
        weights = {code: tongue.weight(line) for code, tongue in self.tongues.items()}
        code = max(weights, key=lambda code: weights[code], default="")
        if code and weights[code] > 0:
            return code
        if any(weights.values()):
            return ENGLISH
        tongues = self.tongues.items()
        return next((c for c, t in tongues if t.names_only(line) or t.is_even(line)), "")


def in_own(reading: Reading, tongue: Tongue) -> Reading:
    """Return a reading with its lines in the language in which they are kept. Other meanings that
    cannot be put into that language are left out."""
    lines = tuple(map(tongue.in_own, reading.lines))
    several, others = (_ways_in_own(ways, tongue) for ways in (reading.several, reading.others))
    near = tuple(filter(None, map(tongue.in_own, reading.near)))
    if not all(lines):
        return Reading(reading.text, "unclear", reason=reading.reason, near=near)
    own = replace(reading, lines=lines, several=several, others=others, near=near)
    return with_ways(own, several) if reading.sort == "several" else own


def _ways_in_own(ways: Iterable[str], tongue: Tongue) -> tuple[str, ...]:
    each = (list(map(tongue.in_own, way.split("; "))) for way in ways)
    return tuple("; ".join(lines) for lines in each if all(lines))
