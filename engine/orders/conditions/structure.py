"""The words and signs that give a line its structure: if, else, when, stop, until.

They are data of the languages (`languages/`). A slip in one of these words is never corrected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.orders.words.language import Language
from engine.orders.words.lexicon import tokens

IF, UNLESS, ELSE_IF, ELSE, WHEN, THEN, AND, OR = (
    "if", "unless", "else if", "else", "when", "then", "and", "or",
)  # fmt: skip
OPENERS = (IF, UNLESS, ELSE_IF, WHEN, ELSE)
STOP, END, DEFAULT, NOT = "stop", "end", "default", "not"
POSSIBLE, FORGET, STANDING = "if possible", "forget", "standing order"
ENDS = (";", ".", "!")
"""Signs after which another sentence may begin."""
EDGES = " ,;.!"
LONGEST_STOP = 40
"""The largest number of characters in a stop at the end of a line."""


class Mark(NamedTuple):
    """A structural word or sign, and its place."""

    sort: str
    start: int
    end: int


class Structure:
    """The structural words of some languages; those of the first are used for printing."""

    def __init__(self, languages: Sequence[Language]) -> None:
        self.printed = languages[0].printed
        """The printed form of each sort."""
        self._when_itself = frozenset(languages[0].when_itself)

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
        """The words that may cancel a standing order by its number alone."""
        self.standing = frozenset(tokens(" ".join(said("standing_words"))))
        self.all_of = frozenset(tokens(" ".join(said("all_of_words"))))
        self.once, self.open_end = said("once_words"), said("open_end_words")
        self.until = said("until_words")
        self.marks = lru_cache(maxsize=500)(self._marks)
        """Returns a line's structural words and signs, from left to right."""

    def _marks(self, text: str) -> tuple[Mark, ...]:
        found = self._mark.finditer(text)
        return tuple(Mark(self._sorts.get(m[0].lower(), m[0]), *m.span()) for m in found)

    def when(self, situation: str) -> str:
        """Print the head of a standing order: `when attacked`, `in battles`."""
        itself = situation.partition(" ")[0] in self._when_itself
        return situation if itself else f"{self.printed[WHEN]} {situation}"

    def whole(self, text: str) -> str:
        """Return the sort of a text of only structural words, such as `stop`; "" for other
        texts."""
        return self._whole.get(tuple(tokens(text)), "")

    def depends(self, text: str) -> bool:
        """Tell whether a text may contain a condition or situation."""
        return any(mark.sort in (":", *OPENERS) for mark in self.marks(text))

    def if_possible(self, text: str) -> str:
        """Return the order in `build fort, if possible`; "" for other texts."""
        found = self._possible.fullmatch(text)
        return (found["behind"] or found["before"]) if found else ""

    def sentences(self, text: str) -> Iterator[str]:
        """Yield the pieces that could be on lines of their own: a condition, or a stop, after other
        orders."""
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
    """Match any of these phrases, the longest first. A phrase that begins like a condition, such as
    `if not`, counts only if a sign comes after it."""
    return "|".join(
        re.escape(phrase) + (r"(?=\s*[,:])" if phrase.startswith(opening) else "")
        for phrase in sorted(phrases, key=len, reverse=True)
    )
