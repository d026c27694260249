"""What became of the previous order: `that works`, `should this succeed`, `bei Misserfolg`.

Data of a game give the condition for each beginning of an order: an attack wins, a move arrives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.orders.understanding.conditions.bodies import END_MARKS
from engine.orders.words.language import Language
from engine.orders.words.lexicon import Word, tokens
from engine.orders.words.phrases import any_of

MOST_WORDS = 7
"""The largest number of words in a clause that a verb opens; longer ones are prose."""


class Outcome(NamedTuple):
    """The words of a condition, and whether its opposite is meant."""

    said: str
    contrary: bool = False


class Outcomes:
    """Finds the condition that the outcome of an order is."""

    def __init__(self, of_orders: Mapping[str, tuple[str, str]], language: Language) -> None:
        """`of_orders`: for each beginning of an order, the conditions that mean it works and that
        it fails; "" means the opposite of the other one."""
        self._known = {str(said) for pair in of_orders.values() for said in pair if said}
        by_beginning = ((tuple(tokens(text)), pair) for text, pair in of_orders.items())
        self._of_orders = sorted(by_beginning, key=lambda one: -len(one[0]))
        works, fails = language.phrases("works"), language.phrases("fails")
        self._works, self._fails = frozenset(works), frozenset(fails)
        then = any_of(language.then_words)
        self._in_short = tuple(
            (re.compile(rf"(?:{any_of(texts)})\b\s*[,:]?\s*(?:(?:{then})\b\s*)?", re.IGNORECASE), n)
            for n, texts in enumerate((language.on_success, language.on_failure))
        )
        self._heads = (language.works[0], language.fails[0])
        self._verbs = language.words("conditional_verbs")
        self._auxiliary = language.words("conditional_auxiliaries")
        self._end = re.compile(rf"\s*[,:]\s*(?:(?:{then})\b\s*)?", re.IGNORECASE)

    def of(self, head: str, line: str) -> Outcome | None:
        """Return the condition that a head such as `that works` means for the order in a line."""
        said = tuple(tokens(head))
        works, fails = said in self._works, said in self._fails
        pair = self._pair(tuple(tokens(line))) if works or fails else None
        if pair is None:
            return None
        meant, other = pair if works else pair[::-1]
        return Outcome(meant) if meant else Outcome(other, contrary=True)

    def is_one(self, said: str) -> bool:
        """Tell whether a printed condition is about the outcome of the previous order."""
        return any(outcome in said for outcome in self._known)

    def opens(self, text: str) -> frozenset[str]:
        """Return the words that open such a clause without an `if` at the beginning of a text: `bei
        Erfolg`, `sollte`; an empty set if there is none."""
        found = next((m for p, _ in self._in_short if (m := p.match(text))), None)
        if found and found.end() < len(text):
            return frozenset([found[0].strip(" ,:")])
        return frozenset(map(str, tokens(text)[:1])) if self._clause(text) else frozenset()

    def divisions(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the ways to divide such a text: its condition, as it may be written after an `if`,
        and the rest."""
        for pattern, n in self._in_short:
            if found := pattern.match(text):
                yield self._heads[n], text[found.end() :].strip(END_MARKS)
        if clause := self._clause(text):
            head, behind = clause
            verb, *rest = head.split()
            if not self._auxiliary.isdisjoint(tokens(verb)):
                yield " ".join(rest), behind
            yield " ".join((*rest, verb)), behind
            if len(rest) > 1:  # `kommt sie an`: `sie ankommt`
                *others, particle = rest
                yield " ".join((*others, particle + verb.lower())), behind
                yield " ".join((rest[0], verb, *rest[1:])), behind

    def _clause(self, text: str) -> tuple[str, str] | None:
        """A clause that a verb opens, and the text after its comma or colon."""
        words = tokens(text)[:1]
        if self._verbs.isdisjoint(words) or text.rstrip().endswith("?"):
            return None
        found = self._end.search(text)
        head = text[: found.start()].strip() if found else ""
        behind = text[found.end() :].strip(END_MARKS) if found else ""
        fits = 1 < len(head.split()) <= MOST_WORDS and behind
        return (head, behind) if fits else None

    def _pair(self, line: tuple[Word, ...]) -> tuple[str, str] | None:
        return next((pair for said, pair in self._of_orders if line[: len(said)] == said), None)
