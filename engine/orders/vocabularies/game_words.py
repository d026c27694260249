"""The contents of a vocabulary, and questions about its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from engine.orders.conditions.clauses import Clauses
from engine.orders.patterns.before_an_order import Lead
from engine.orders.patterns.forms import Form, Pattern
from engine.orders.patterns.grammar import Grammar
from engine.orders.patterns.idioms import Idioms
from engine.orders.vocabularies.vocabulary_schema import (
    NO_DEALS,
    NO_TRANSPORT,
    DealsRow,
    TransportRow,
)
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word
from engine.orders.words.words_of_answers import NO_WORDS, QuestionWords

SMALL = frozenset(["i", "we", "no", "not", "do", "dont", "never"])
"""Words that begin orders, and remarks as well."""


class Named(NamedTuple):
    """A name in some words, from `start` to `end`."""

    category: str
    start: int
    end: int


@dataclass(frozen=True)
class Words:
    """A vocabulary, checked."""

    language: Language
    grammar: Grammar
    forms: tuple[Form, ...]
    leads: tuple[Lead, ...]
    actions: tuple[str, ...]
    ordered: tuple[str, ...]
    printed: Mapping[str, str]
    courtesy: frozenset[Word]
    signatures: frozenset[Word]
    lead_ins: tuple[tuple[Word, ...], ...]
    verbs: Mapping[str, tuple[Word, ...]]
    """The words that a form begins with, by its text."""
    literals: frozenset[Word]
    """Words of forms that are not names."""
    leading: frozenset[Word]
    """Words before an order, or after one to agree to its toll."""
    telling: frozenset[Word]
    """Words of names that tell an order from a remark."""
    talked_of: frozenset[str]
    """Categories of names that remarks contain, too."""
    beginning: frozenset[Word]
    """The words that a form begins with."""
    acting: frozenset[Word]
    """Those of them that are verbs, wherever they stand."""
    clauses: Clauses
    """Conditions and standing orders."""
    reasons: tuple[Form, ...]
    """What is no order, with the reason."""
    heard: Clauses
    """The same, with conditions and situations worded as people write them."""
    agreed: tuple[Pattern, ...] = ()
    """What comes after an order that agrees to its toll."""
    agreeing: str = ""
    """How that is printed, with the number."""
    foreseen: Mapping[str, str] = field(default_factory=dict)
    """Standing orders that are offered, by the name of what is foreseen."""
    questions: Mapping[str, QuestionWords] = field(default_factory=dict)
    """How kinds of questions are answered in few words."""
    led: str = ""
    standing: str = ""
    hands: str = ""
    """The keys in a seat's view for who leads each power, for whose forces stand in each place, and
    for what each seat holds."""
    owned: str = ""
    """The path in a seat's view to the numbers of what it can name in a list."""
    signed: tuple[str, ...] = ()
    """Categories of names that seats sign with."""
    places: tuple[str, ...] = ()
    """Categories of names of places: `there` is one."""
    things: tuple[str, ...] = ()
    """Categories of names that `it` may stand for."""
    thing_keys: frozenset[str] = frozenset()
    forces: tuple[str, ...] = ()
    """Categories of what fights."""
    cues: Mapping[str, frozenset[Word]] = field(default_factory=dict)
    """Further words that people use for a verb, beyond those its lines are written with."""
    hints: Mapping[str, frozenset[Word]] = field(default_factory=dict)
    """Words that may stand for a verb; orders written with them are only proposed."""
    cued: frozenset[Word] = frozenset()
    """The words of forms' cues."""
    groups: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Words for any of several names, by category."""
    light: frozenset[Word] = frozenset()
    """Words of the game that add nothing to what people write."""
    counted: tuple[str, ...] = ()
    """Keys of what a number without a noun may count."""
    fighting: frozenset[Word] = frozenset()
    """Verbs that may be followed by who is fought, and where."""
    dropped: tuple[tuple[Word, ...], ...] = ()
    """Phrases of the game that add nothing."""
    meant: Idioms = field(default_factory=Idioms)
    """Phrases of the game, and the words that they are read as."""
    short: Mapping[str, str] = field(default_factory=dict)
    terse: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    unit_verbs: tuple[str, ...] = ()
    signs: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    """What terse players write (`engine.orders.vocabularies.vocabulary_schema.Common`)."""
    proposing: DealsRow = NO_DEALS
    """How agreements are proposed."""
    transport: TransportRow = NO_TRANSPORT
    """How people write that forces carry others."""

    def question(self, kind: str) -> QuestionWords:
        """Return how a kind of question is answered in few words."""
        return self.questions.get(kind, NO_WORDS)

    def tells(self, pieces: Sequence[Sequence[Word]]) -> bool:
        """Tell whether a line that cannot be read may be meant as an order: a part of it begins
        with a verb, or it names something and is more than talk about it."""
        said = [word for piece in pieces for word in piece]
        if any(map(self.begins, pieces)):
            return True
        if not self._strange(said) and not self.acting.isdisjoint(said):
            return True
        may = self.deals(said) or any(map(self._may_begin, pieces)) or not self._strange(said)
        return may and self._names(said)  # last, since it looks for slips

    def deals(self, said: Sequence[Word]) -> bool:
        """Tell whether there is a verb, a number, or a name of more than a topic of talk."""
        counts = any((self.grammar.number(word) or 0) > 1 for word in said)
        return counts or any(word in self.acting for word in said) or self.names_objects(said)

    def names_objects(self, said: Sequence[Word]) -> bool:
        """Tell whether words name something that is not just talked about, such as a unit."""
        return any(
            not self.telling.isdisjoint(said[found.start : found.end])
            for found in self.named_in(said)
            if found.category not in self.talked_of
        )

    def named_in(self, said: Sequence[Word]) -> Iterator[Named]:
        """Yield the names in the words, as they are written."""
        for start in range(len(said)):
            for category, found in self.grammar.names_at(said, start):
                yield Named(category, start, found.end)

    def _names(self, said: Sequence[Word]) -> bool:
        """Tell whether one of the words is part of a name, or may be a slip of one."""
        known, near = self.grammar.known, self.grammar.named.near
        return any(w in self.telling or (w not in known and near(w)) for w in said)

    def begins(self, piece: Sequence[Word]) -> bool:
        """Tell whether a piece begins with the verb of an order."""
        said = [word for word in piece if word not in self.grammar.noise]
        return bool(said) and said[0] in self.beginning

    def _may_begin(self, piece: Sequence[Word]) -> bool:
        """Tell whether only the first word of a piece is unknown and may be a verb: it is a slip of
        one, or two names come after it."""
        said = [w for w in piece if w not in self.grammar.noise and w not in self.courtesy]
        if not self._strange(said[:1]):
            return False
        if not self.acting.isdisjoint(self.grammar.spelled.near(said[0])):
            return self._names(said[1:])
        places = {found.start for found in self.named_in(said)}
        return len(places) > 1 and not self._strange(said[1:])

    def _strange(self, said: Sequence[Word]) -> bool:
        """Tell whether one of the words is in no order."""
        return any(w not in self.grammar.known and not w.isdecimal() for w in said)

    def is_stray(self, words: Sequence[Word]) -> bool:
        """Tell whether one of the words has no place in an order, nor before or after one."""
        besides = self._besides
        return self.grammar.is_stray([word for word in words if word not in besides])

    @cached_property
    def _besides(self) -> frozenset[Word]:
        return self.courtesy | self.signatures | self.leading

    def only(self, *, changes: bool) -> Words:
        """Return the vocabulary with a host's changes as its only forms, or without them."""
        forms = tuple(form for form in self.forms if form.change == changes)
        verbs = {form.say: self.verbs[form.say] for form in forms}
        beginning = frozenset(word for group in verbs.values() for word in group)
        acting = self.acting & beginning
        return replace(self, forms=forms, verbs=verbs, beginning=beginning, acting=acting)

    def name(self, key: str) -> str:
        """Return how a key is printed."""
        return self.printed.get(key, key.replace("_", " "))

    def outside_names(self, words: Sequence[Word]) -> list[Word]:
        """Return the words that are outside names and neither a number nor a linking word."""
        inside = {n for found in self.named_in(words) for n in range(found.start, found.end)}
        outside = [word for n, word in enumerate(words) if n not in inside]
        return [w for w in dict.fromkeys(outside) if w not in self._linking and not w.isdecimal()]

    @cached_property
    def _linking(self) -> frozenset[Word]:
        return self.grammar.noise.union(self.literals, self.grammar.numbers)
