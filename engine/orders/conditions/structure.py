"""The words and signs that give a line its structure: if, else, when, stop, until.

Which they are is data of the languages (`languages/`). None of these words is ever guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.orders.language import Language
from engine.orders.lexicon import tokens

IF, UNLESS, ELSE_IF, ELSE, WHEN, THEN, AND, OR = (
    "if", "unless", "else if", "else", "when", "then", "and", "or",
)  # fmt: skip
OPENERS = (IF, UNLESS, ELSE_IF, WHEN, ELSE)
STOP, END, DEFAULT, NOT = "stop", "end", "default", "not"
POSSIBLE, FORGET, STANDING = "if possible", "forget", "standing order"
ENDS = (";", ".", "!")
"""Signs behind which another sentence may begin."""
EDGES = " ,;.!"
LONGEST_STOP = 40
"""Characters of what ends a line with a stop."""


class Mark(NamedTuple):
    """A word or sign of structure, and where it stands."""

    sort: str
    start: int
    end: int


class Structure:
    """The words of structure of some languages; printed are those of the first."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.printed = languages[0].printed
        """How they are printed, by what they are."""

        def said(key: str) -> list[str]:
            return [phrase for language in languages for phrase in getattr(language, key)]

        openings = {
            phrase: sort
            for sort, key in (
                (ELSE, "else_words"), (IF, "if_words"), (UNLESS, "unless_words"),
                (WHEN, "when_words"), (ELSE_IF, "else_if_words"),
            )
            for phrase in said(key)
        }  # fmt: skip
        joints = {p: sort for sort in (THEN, AND, OR) for p in said(f"{sort}_words")}
        self._sorts = openings | joints
        ifs = tuple(f"{phrase} " for phrase, sort in openings.items() if sort == IF)
        self._mark = re.compile(
            rf"(?<!\w)(?:{_either(self._sorts, ifs)})(?!\w)|[:,;.!](?!\d)", re.IGNORECASE
        )
        self._whole = {
            tuple(tokens(phrase)): sort
            for sort in (STOP, END, DEFAULT)
            for phrase in said(f"{sort}_words")
        }
        possible = _either(said("possible_words"))
        self._possible = re.compile(
            rf"(?:{possible})[\s,:]+(?P<behind>.+)|(?P<before>.+?)[\s,]+(?:{possible})[.!]*",
            re.IGNORECASE,
        )
        self.denying = frozenset(tokens(" ".join(said("not_words"))))
        self.forget = frozenset(said("forget_words"))
        self.forget_number = frozenset(language.forget_words[0] for language in languages)
        """The words that may take back a standing order by its number alone."""
        self.standing = frozenset(tokens(" ".join(said("standing_words"))))
        self.all_of = frozenset(tokens(" ".join(said("all_of_words"))))
        self.once, self.open_end = said("once_words"), said("open_end_words")
        self.until = said("until_words")

    def marks(self, text: str) -> list[Mark]:
        """What gives a line its structure, from left to right."""
        found = self._mark.finditer(text)
        return [Mark(self._sorts.get(m[0].lower(), m[0]), *m.span()) for m in found]

    def whole(self, text: str) -> str:
        """What a text is that is nothing but words of structure, such as `stop`; "": it is more."""
        return self._whole.get(tuple(tokens(text)), "")

    def depends(self, text: str) -> bool:
        """Whether a condition or situation may stand in it."""
        return any(mark.sort in (":", *OPENERS) for mark in self.marks(text))

    def if_possible(self, text: str) -> str:
        """What is ordered if it is possible: `build fort, if possible`; "": it is no such text."""
        found = self._possible.fullmatch(text)
        return (found["behind"] or found["before"]) if found else ""

    def sentences(self, text: str) -> Iterator[str]:
        """What could stand on a line of its own: a condition, or a stop, behind other orders."""
        start, marks = 0, self.marks(text)
        for mark, behind in zip(marks, [*marks[1:], None], strict=False):
            opens = behind and behind.sort in OPENERS and behind.sort not in (ELSE, ELSE_IF)
            near = behind and not text[mark.end : behind.start].strip()
            begins = mark.sort in ENDS and opens and near
            last = mark.sort not in (":", OR, *OPENERS) and len(text) - mark.end <= LONGEST_STOP
            stops = last and self.whole(text[mark.end :]) == STOP
            if (begins or stops) and text[start : mark.start].strip(EDGES):
                yield text[start : mark.start].strip(EDGES)
                start = mark.end
        yield text[start:].strip(EDGES)


def _either(phrases: Iterable[str], opening: tuple[str, ...] = ()) -> str:
    """Any of these phrases, the longest first. One that begins as a condition does, such as
    `if not`, is none only where a sign stands behind it."""
    return "|".join(
        re.escape(phrase) + (r"(?=\s*[,:])" if phrase.startswith(opening) else "")
        for phrase in sorted(phrases, key=len, reverse=True)
    )
