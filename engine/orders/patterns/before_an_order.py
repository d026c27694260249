"""What may come before an order: when it is played, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.decision import Choice
from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import Form, Match, Pattern, written
from engine.orders.patterns.grammar import Grammar
from engine.orders.words.lexicon import Word

LONGEST_LEAD = 8
"""The largest number of words that say for whom an order is."""
Found = Sequence[tuple[Form, Match]]
"""The forms that an order fits."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Words that may come before an order, such as `at sea` or `for Austria:`.

    `slot` is the lead's own place, which it fills in the choices of the orders after it.
    """

    texts: tuple[tuple[Word, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    then: tuple[str, Choice] | None = None
    say: str = ""
    patterns: tuple[Pattern, ...] = ()
    slot: str = ""
    shown: str = ""
    """How the lead is printed, if it has no place."""

    def rest(self, words: Sequence[Word]) -> list[Word]:
        """Return the words after the lead; empty if the words do not begin with it."""
        for text in self.texts:
            if tuple(words[: len(text)]) == text:
                return list(words[len(text) :])
        return []

    def named(
        self, grammar: Grammar, words: Sequence[Word], loose: str, name: Callable[[str], str]
    ) -> Iterator[tuple[Whom, Sequence[Word]]]:
        """Yield for whom the words are, and the words after that; the longest name first."""
        there = grammar.reached(words[:LONGEST_LEAD], loose) if self.patterns else frozenset()
        patterns = [pattern for pattern in self.patterns if pattern.may_be_in(there)]
        for end in range(min(LONGEST_LEAD, len(words)) if patterns else 0, 0, -1):
            for pattern in patterns:
                if match := grammar.match(pattern, words[:end], loose=loose):
                    yield Whom(written(self.say, match.values, name), self, match), words[end:]

    def kept(self, found: Sequence[tuple[Form, Match]]) -> tuple[tuple[Form, Match], ...]:
        """Return the forms that can answer one of the lead's kinds."""
        return tuple(
            pair for pair in found if not self.kinds or set(self.kinds) & set(pair[0].kinds)
        )


class Whom(NamedTuple):
    """For whom orders are: how that is printed, and the values it fills in."""

    text: str
    lead: Lead
    match: Match

    def filling(self, found: Found) -> tuple[tuple[Form, Match], ...]:
        """Return the forms that have the lead's place in their choice, with it filled in."""
        return tuple(
            (form, _merged(self.match, said))
            for form, said in found
            if self.lead.slot in all_slots(form.choice)
        )

    def once_more(self) -> Whom:
        """Return the same for a further order on the line, without the corrections already
        reported."""
        return self._replace(match=self.match._replace(cost=0, guesses=()))


def _merged(one: Match, other: Match) -> Match:
    values = {**other.values, **one.values}
    return other._replace(
        values=values, cost=one.cost + other.cost, guesses=(*one.guesses, *other.guesses)
    )
