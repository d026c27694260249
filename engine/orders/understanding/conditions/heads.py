"""The conditions in parts of sentences that begin with `if`, whatever words they are written in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from engine.orders.conditions.clauses import contrary
from engine.orders.conditions.policy import Condition
from engine.orders.understanding.conditions.bodies import END_MARKS
from engine.orders.words.language import Language
from engine.orders.words.phrases import any_of

if TYPE_CHECKING:
    from engine.orders.conditions.clauses import Clauses

Instead = Sequence[tuple[re.Pattern[str], str]]


class Heads:
    """Reads what has to hold."""

    def __init__(
        self, clauses: Clauses, language: Language, things: Callable[[str], Sequence[str]]
    ) -> None:
        """`things`: finds the names of things in a text."""
        self.clauses, self.things = clauses, things
        self._short, self._denials = _instead(language.contractions), _instead(language.denials)
        self._them = _pattern(language.them)
        self._soft, self._light = _pattern(language.softeners), _pattern(language.light_in_heads)

    def condition(self, head: str, behind: str = "") -> Condition | None:
        """Return the condition that a head states; None if none is known. `it` in the head may
        stand for a thing named in `behind`."""
        plain = self.plain(head)
        for said in dict.fromkeys((head, plain, *self._with_names(plain, behind))):
            if found := self._known(said):
                return found
            if (bare := _replaced(said, self._denials)) != said and (found := self._known(bare)):
                return contrary(found)
        return None

    def referred(self, head: str, behind: str) -> str:
        """Return what is to be done, with `it` replaced by a name from the head."""
        names = self.things(head)
        if not names or self.things(behind):
            return behind
        return self._them.sub(names[-1], behind, count=1)

    def lighter(self, head: str) -> str:
        """Return a head without words that add nothing to its meaning."""
        return " ".join(self._light.sub(" ", head).split())

    def plain(self, text: str) -> str:
        """Return a text with its contractions written out."""
        return _replaced(text.replace("\u2019", "'"), self._short)

    def _with_names(self, head: str, behind: str) -> Iterator[str]:
        for name in self.things(behind)[-1:]:
            if self._them.search(head):
                yield self._them.sub(f"a {name}", head, count=1)

    def _known(self, head: str) -> Condition | None:
        soft, light = " ".join(self._soft.sub(" ", head).split()), self.lighter(head)
        for said in dict.fromkeys((head, soft, light, f"they {light}")):
            found = self.clauses.statements.condition(said.strip(END_MARKS))
            if isinstance(found, Condition) and not any(s.guesses for s in found.statements):
                return found
        return None


def _pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(phrases)})\b", re.IGNORECASE)


def _instead(instead: Mapping[str, str]) -> Instead:
    """Patterns of phrases, the longest first, each with its replacement."""
    longest_first = sorted(instead, key=len, reverse=True)
    starts = (
        rf"\b{re.escape(said)}" if said[0].isalpha() else re.escape(said) for said in longest_first
    )
    patterns = (re.compile(rf"{start}\b", re.IGNORECASE) for start in starts)
    return tuple(zip(patterns, map(instead.__getitem__, longest_first), strict=True))


def _replaced(text: str, instead: Instead) -> str:
    """A text with some of its phrases replaced."""
    for said, other in instead:
        text = said.sub(other, text)
    return " ".join(text.split())
