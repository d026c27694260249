"""Small talk that names places and things, but orders nothing: `it's cold out there in
Poland`, `Britain only has 12 points left, I see`, `two merchants already gone`."""

from collections.abc import Sequence

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens, words_in
from engine.orders.words.phrases import Phrases

MARKS_OF_PARTS = ",;:"


class SmallTalk:
    """Recognizes such sentences."""

    def __init__(self, language: Language, senses: Senses) -> None:
        told = language.told
        self._acting = senses.words.acting
        self._places = frozenset(senses.words.places)
        self._seats = frozenset(senses.words.signed)
        self._weather, self._contracted = words_in(told.weather), words_in(told.contracted)
        self._impersonal = words_in(told.impersonal)
        self._tells = words_in([*told.being, *told.past])
        self._owning, self._self = language.words("owning"), words_in(told.self)
        happening = language.happening
        self._mine = words_in([*happening.mine, *happening.me]) | self._self
        self._gone = Phrases(tuple(tokens(text)) for text in told.gone)
        self._asides = [tuple(tokens(text)) for text in told.asides]
        self._toward = language.words("infinitive")
        self._idle = language.words("negations")

    def is_all(self, text: str, said: Sequence[Token], there: Situation) -> bool:
        """Tell whether a sentence is small talk and nothing else."""
        describes = self.place_of(text, said) is not None
        return (
            describes or self._says_what_others_have(said, there) or self._says_what_is_gone(said)
        )

    def place_of(self, text: str, said: Sequence[Token]) -> str | None:
        """Return the place that a sentence only describes, "" if it describes none; None if it says
        something else."""
        at = next((n for n, token in enumerate(said) if token.word in self._weather), None)
        if at is None or any(mark in text for mark in MARKS_OF_PARTS):
            return None
        ends = {n: t.names_of(self._places)[0].end for n, t in enumerate(said) if self._is_place(t)}
        of_names = {k for n, end in ends.items() for k in range(n + 1, end)}
        rest = [token for n, token in enumerate(said) if n != at and n not in of_names]
        tells = any(t.word in self._tells | self._contracted | self._impersonal for t in rest)
        known = self._places | self._seats | {"self"}
        others = any(t.names and not t.names_of(known) for t in rest)
        mine = any(token.word in self._self for token in rest)
        if not tells or others or mine or self._acts(rest) or any(map(_counts, rest)):
            return None
        places = [said[n].names_of(self._places)[0].key for n in ends]
        return str(places[-1]) if places else ""

    def _is_place(self, token: Token) -> bool:
        return bool(token.names_of(self._places))

    def _says_what_others_have(self, said: Sequence[Token], there: Situation) -> bool:
        """Whether the text says how much another seat has."""
        said = self._without_aside(said)
        keys = {sense.key for sense in said[0].names_of(self._seats)} if said else set()
        has = any(token.word in self._owning for token in said[1:4])
        mine = any(token.word in self._mine or token.names_of({"self"}) for token in said)
        own = there.is_own({sense.key for token in said for sense in token.names_of(self._seats)})
        counts = any(map(_counts, said))
        return bool(keys) and has and counts and not (own or mine or self._acts(said[1:]))

    def _says_what_is_gone(self, said: Sequence[Token]) -> bool:
        """Whether the text says that things can no longer be had."""
        said = self._without_aside(said)
        found = next(self._gone.found([token.word for token in said]), None)
        if not found or not found[0]:
            return False
        before, behind = said[: found[0]], said[found[1] :]
        named = any(map(_names, before)) and not any(map(_names, behind))
        small = all(t.light or t.senses or _counts(t) for t in before)
        return named and small and not self._acts([*before, *behind])

    def _without_aside(self, said: Sequence[Token]) -> Sequence[Token]:
        """The words without those at the end that only say that the writer sees it."""
        words = tuple(token.word for token in said)
        ends = [p for p in self._asides if len(p) < len(words) and words[-len(p) :] == p]
        return said[: -max(map(len, ends))] if ends else said

    def _acts(self, said: Sequence[Token]) -> bool:
        heavy = (t for t in said if t.word not in self._idle | self._tells | self._owning)
        acts = any(t.forms & self._acting and not (t.names or t.light) for t in heavy)
        return acts or any(t.word in self._toward and _opens(said, n) for n, t in enumerate(said))


def _names(token: Token) -> bool:
    """Whether a word names something, and not the writer."""
    own = any(sense.category == "self" for sense in token.names)
    return bool(token.names) and token.number is None and not own


def _counts(token: Token) -> bool:
    return token.number is not None and not token.weak


def _opens(said: Sequence[Token], at: int) -> bool:
    """Whether the next word names nothing: `has to ...`, not `to Poland`."""
    return any(not (token.names or token.light) for token in said[at + 1 : at + 2])
