"""Forces that are addressed or told what to do: `the army in Hungary should join those in Austria`
and `veterans, off you go to Austria` are orders, if the forces are the writer's own."""

import re

from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import MOST_WORDS, Senses
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import any_of


class ToldForces:
    """Rewrites a sentence that tells forces what to do as an order."""

    def __init__(self, senses: Senses, language: Language) -> None:
        told, words = language.subjects, senses.words
        self._senses, self._go, self._acting = senses, told.go, words.acting
        self._forces = frozenset(words.forces) if words.grammar.counts_units else frozenset[str]()
        self._seats, self._places = frozenset(words.signed), frozenset(words.places)
        should, called = any_of(told.should), any_of(told.called)
        self._should = re.compile(
            rf"(?P<who>(?:^|(?<=[,;]))[^,;:.!?]{{2,60}}?)\s+(?:{should})\s+(?P<verb>\w+)", re.I
        )
        self._called = re.compile(rf"^(?P<who>[^,;:.!?]{{2,60}}),\s*(?:{called})\b", re.I)
        self._leaving = (
            language.words("structure")
            | language.words("negations")
            | language.words("first_person")
            | language.words("you")
            | language.words("questions")
        )

    def ordered(self, text: str, there: Situation) -> str:
        """Return a sentence with what forces should do as an order; any other sentence
        unchanged."""
        if not self._forces or is_long(text) or text.rstrip(" )!").endswith("?"):
            return text
        text = self._should.sub(lambda found: self._as_order(found, there), text)
        return self._called.sub(lambda found: self._sent(found, there), text)

    def _as_order(self, found: re.Match[str], there: Situation) -> str:
        (verb, *_) = self._senses.of(tuple(tokens(found["verb"]))[:1]) or [None]
        acts = verb is not None and not verb.forms.isdisjoint(self._acting)
        own = acts and self._are_own(found["who"], there)
        return f"{found['who']} {found['verb']}" if own else found[0]

    def _sent(self, found: re.Match[str], there: Situation) -> str:
        return f"{found['who']} {self._go}" if self._are_own(found["who"], there) else found[0]

    def _are_own(self, who: str, there: Situation) -> bool:
        """Whether words name forces, and nobody else who may own them."""
        words = tuple(tokens(who))[:MOST_WORDS]
        said = self._senses.of(words)
        forces = any(token.names_of(self._forces) for token in said)
        senses = [s for token in said for s in token.names]
        places = {s.key for s in senses if s.category in self._places}
        whose = {s.key for s in senses if s.category in self._seats} - places
        stand = [there.standing.get(place, ()) for place in places]
        others = any(powers and not there.is_own(powers) for powers in stand)
        mine = not whose or there.is_own(whose)
        return forces and mine and not others and self._leaving.isdisjoint(words)
