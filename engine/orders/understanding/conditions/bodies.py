"""What is to be done where something holds, and the patterns of the words that say so."""

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
"""The doubt about an answer whose own condition was not read."""


@dataclass(frozen=True, slots=True)
class Body:
    """What is to be done: canonical lines, and whether something in it was guessed. `bare`: its
    verb is not said. `others`: other lines that may be meant as well. `apart`: each line answers a
    question of its own. `cost`: the less, the more of it is said in the words of orders."""

    lines: tuple[str, ...]
    guessed: tuple[Message, ...] = ()
    bare: bool = False
    others: tuple[str, ...] = ()
    apart: bool = False
    cost: int = 0

    @property
    def sort(self) -> Sort:
        """Whether it is ordered, or proposed."""
        return "proposal" if self.guessed else "order"


Read = Callable[[str, Sequence[str]], "Body | None"]
"""Reads what is to be done, as answers to one of these kinds if any are named."""


@dataclass(frozen=True, slots=True)
class Around:
    """What a sentence stands in: who writes, what is asked, which order is before it, and which
    place its heading names. `body` reads what is to be done."""

    body: Read
    seat: str
    asked: str = ""
    """The kind of question that is open."""
    answers: bool = False
    """That question is no action."""
    line: str = ""
    place: str = ""
    loosely: bool = False
    """What happens is looked for among words that are not known, to be proposed."""

    def only(self, asked: Collection[str]) -> Around:
        """Return the same, in which only answers to these kinds of questions are read."""

        def read(text: str, kinds: Sequence[str]) -> Body | None:
            about = [kind for kind in kinds if kind in asked]
            return self.body(text, about) if about else None

        return replace(self, body=read)

    def spoken(self) -> Around:
        """Return the same, in which only what has its verb is read: a name alone is no standing
        order ("it's always Spain")."""

        def read(text: str, kinds: Sequence[str]) -> Body | None:
            done = self.body(text, kinds)
            return None if done and done.bare else done

        return replace(self, body=read)


def opening(words: Sequence[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(words)})\b[,:]?\s*", re.IGNORECASE)


def for_good(language: Language, also: Sequence[str] = ()) -> str:
    """Return the pattern of words that say that something is meant for good: `always`, but not of
    `as always`. `also`: others that say so."""
    behind = "".join(rf"(?<!\b{re.escape(word)} )" for word in language.not_lasting_behind)
    before = any_of(language.not_lasting_before)
    lasting = rf"{behind}\b(?:{any_of(language.lasting_words)})\b(?!\s+(?:{before})\b)"
    return rf"(?:{lasting}|\b(?:{any_of(also)})\b)" if also else lasting


class OwnConditions:
    """Finds the conditions that an answer has of its own: `inside as long as there is a fort`."""

    def __init__(self, language: Language) -> None:
        words = (*language.when_words, *language.else_words, *language.narrowing_words)
        words = (*language.if_words, *language.unless_words, *words)
        self._clause = re.compile(rf"\b(?:{any_of(words)})\b[^,;:.!?()]*", re.IGNORECASE)

    def of(self, text: str) -> tuple[str, ...]:
        """The clauses of a text that tell in what case it is meant."""
        return tuple(found[0].strip(END_MARKS) for found in self._clause.finditer(text))
