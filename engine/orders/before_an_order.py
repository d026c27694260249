"""What may stand before an order: when it is played, and for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.decision import Choice
from engine.orders.forms import Form, Grammar, Match, Pattern, all_slots, written
from engine.orders.lexicon import Word

LONGEST_LEAD = 8
"""Words that say for whom an order is."""
Found = Sequence[tuple[Form, Match]]
"""The forms that an order fits."""


@dataclass(frozen=True, slots=True)
class Lead:
    """Words that may stand before an order, such as `at sea` or `for Austria:`.

    `slot` is the place of its own, which it fills in the choices of the orders behind it.
    """

    texts: tuple[tuple[Word, ...], ...] = ()
    kinds: tuple[str, ...] = ()
    then: tuple[str, Choice] | None = None
    say: str = ""
    patterns: tuple[Pattern, ...] = ()
    slot: str = ""
    shown: str = ""
    """How it is printed, where it has no place."""

    def rest(self, words: Sequence[Word]) -> list[Word]:
        """What stands behind it; nothing if it does not stand there."""
        for text in self.texts:
            if tuple(words[: len(text)]) == text:
                return list(words[len(text) :])
        return []

    def named(
        self, grammar: Grammar, words: Sequence[Word], loose: str, name: Callable[[str], str]
    ) -> Iterator[tuple[Whom, Sequence[Word]]]:
        """For whom the words are, and what stands behind that; the longest name first."""
        for end in range(min(LONGEST_LEAD, len(words)), 0, -1):
            for pattern in self.patterns:
                if match := grammar.match(pattern, words[:end], loose=loose):
                    yield Whom(written(self.say, match.values, name), self, match), words[end:]

    def kept(self, found: Sequence[tuple[Form, Match]]) -> tuple[tuple[Form, Match], ...]:
        """The forms that say an answer of its kinds."""
        return tuple(
            pair for pair in found if not self.kinds or set(self.kinds) & set(pair[0].kinds)
        )


class Whom(NamedTuple):
    """For whom orders are: how that is printed, and what it fills in."""

    text: str
    lead: Lead
    match: Match

    def filling(self, found: Found) -> tuple[tuple[Form, Match], ...]:
        """The forms whose choice says for whom, with that filled in."""
        return tuple(
            (form, _merged(self.match, said))
            for form, said in found
            if self.lead.slot in all_slots(form.choice)
        )

    def once_more(self) -> Whom:
        """For a further order of the line: the slips in it have been told."""
        return self._replace(match=self.match._replace(cost=0, guesses=()))


def _merged(one: Match, other: Match) -> Match:
    values = {**other.values, **one.values}
    return other._replace(
        values=values, cost=one.cost + other.cost, guesses=(*one.guesses, *other.guesses)
    )
