"""What is to be done if something holds, and the patterns of the words that introduce it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from engine.core.messages import Message
from engine.orders.understanding.reading_types import Sort
from engine.orders.words.language import Language
from engine.orders.words.phrases import any_of

END_MARKS = " .!,;:"
OWN_CONDITION = "guess.own_condition"
"""The doubt about an answer if its own condition could not be read."""


@dataclass(frozen=True, slots=True)
class Body:
    """What is to be done: canonical lines, and what was guessed in them. `bare`: the verb is
    missing. `others`: other lines that may be meant as well. `apart`: each line answers a question
    of its own. `cost`: lower if more of the text is in the words of orders."""

    lines: tuple[str, ...]
    guessed: tuple[Message, ...] = ()
    bare: bool = False
    others: tuple[str, ...] = ()
    apart: bool = False
    cost: int = 0

    @property
    def sort(self) -> Sort:
        """Whether the lines are ordered or only proposed."""
        return "proposal" if self.guessed else "order"


Read = Callable[[str, Sequence[str]], "Body | None"]
"""Reads what is to be done; if kinds of questions are given, only as answers to one of them."""


@dataclass(frozen=True, slots=True)
class Around:
    """The surroundings of a sentence: who writes it, which question is open, which order is before
    it, and which place its heading names. `body` reads what is to be done."""

    body: Read
    seat: str
    asked: str = ""
    """The kind of the open question."""
    answers: bool = False
    """Whether the open question is not about an action."""
    line: str = ""
    place: str = ""
    loosely: bool = False
    """Whether unknown words are ignored in looking for what happens, to be proposed only."""

    def only(self, asked: Collection[str]) -> Around:
        """Return a copy that only reads answers to these kinds of questions."""

        def read(text: str, kinds: Sequence[str]) -> Body | None:
            about = [kind for kind in kinds if kind in asked]
            return self.body(text, about) if about else None

        return replace(self, body=read)

    def spoken(self) -> Around:
        """Return a copy that only reads texts with a verb: a name alone is no standing order ("it's
        always Spain")."""

        def read(text: str, kinds: Sequence[str]) -> Body | None:
            done = self.body(text, kinds)
            return None if done and done.bare else done

        return replace(self, body=read)


def opening(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(words)})\b[,:]?\s*", re.IGNORECASE)


def for_good(language: Language, also: Sequence[str] = ()) -> str:
    """Return the pattern of words that make something permanent: `always`, but not in `as always`.
    `also`: other words that do so."""
    behind = "".join(rf"(?<!\b{re.escape(word)} )" for word in language.not_lasting_behind)
    before = any_of(language.not_lasting_before)
    lasting = rf"{behind}\b(?:{any_of(language.lasting_words)})\b(?!\s+(?:{before})\b)"
    return rf"(?:{lasting}|\b(?:{any_of(also)})\b)" if also else lasting


class OwnConditions:
    """Finds conditions that belong to one answer alone: `inside as long as there is a fort`."""

    def __init__(self, language: Language) -> None:
        words = (*language.when_words, *language.else_words, *language.narrowing_words)
        words = (*language.if_words, *language.unless_words, *words)
        self._clause = re.compile(rf"\b(?:{any_of(words)})\b[^,;:.!?()]*", re.IGNORECASE)

    def of(self, text: str) -> tuple[str, ...]:
        """Return the clauses of a text that limit when it applies."""
        return tuple(found[0].strip(END_MARKS) for found in self._clause.finditer(text))
