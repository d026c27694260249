"""What a part of a sentence asks that begins with `if`: in plain words, whatever was written."""

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
        """`things`: the names of things in a text."""
        self.clauses, self.things = clauses, things
        self._short, self._denials = _instead(language.contractions), _instead(language.denials)
        self._them = _pattern(language.them)
        self._soft, self._light = _pattern(language.softeners), _pattern(language.light_in_heads)

    def condition(self, head: str, behind: str = "") -> Condition | None:
        """What a head asks; None: nothing known. `it` may stand for what is named behind it."""
        plain = self.plain(head)
        for said in dict.fromkeys((head, plain, *self._with_names(plain, behind))):
            if found := self._known(said):
                return found
            if (bare := _replaced(said, self._denials)) != said and (found := self._known(bare)):
                return contrary(found)
        return None

    def referred(self, head: str, behind: str) -> str:
        """What is to be done, with a name of the head in place of `it`."""
        names = self.things(head)
        if not names or self.things(behind):
            return behind
        return self._them.sub(names[-1], behind, count=1)

    def lighter(self, head: str) -> str:
        """A head without words that add nothing to what it says."""
        return " ".join(self._light.sub(" ", head).split())

    def plain(self, text: str) -> str:
        """A text without words that are written in short."""
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
    """Patterns of what is said, the longest first, each with what stands in its place."""
    longest_first = sorted(instead, key=len, reverse=True)
    starts = (
        rf"\b{re.escape(said)}" if said[0].isalpha() else re.escape(said) for said in longest_first
    )
    patterns = (re.compile(rf"{start}\b", re.IGNORECASE) for start in starts)
    return tuple(zip(patterns, map(instead.__getitem__, longest_first), strict=True))


def _replaced(text: str, instead: Instead) -> str:
    """A text with other words for some."""
    for said, other in instead:
        text = said.sub(other, text)
    return " ".join(text.split())
