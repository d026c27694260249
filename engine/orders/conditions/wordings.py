"""Other ways to say a statement, from tables of a language, reworded as vocabularies write it.

"I've got" is "I have"; "more than 5" is "6" in statements that count "so many or more"; "isn't" is
the contrary of "is". Comparisons with "exactly" or "only" are left alone: they are not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.orders.words.language import Language

SIGNS = "<>=\u2264\u2265"
_NUMBER = r"(?P<n>\d{1,6}|[^\W\d_]+)"
_WHAT = r"(?P<what>[^\W\d_]+(?: [^\W\d_]+)?)"
_MEANT = {"at_least": (0, False), "at_most": (1, True), "more": (1, False), "less": (0, True)}
"""How much to add to the written number, and whether the statement is denied."""


class Phrasing(NamedTuple):
    """One way to read a statement."""

    text: str
    denied: bool = False
    counts: bool = False
    """Whether the phrasing only fits statements that count "so many or more"."""


Replaced = tuple[re.Pattern[str], Mapping[str, str]]
"""Phrases and their replacements."""


class Wordings:
    """The other ways to say a statement in a language."""

    def __init__(self, language: Language) -> None:
        self.exact = language.exact_words
        self._plain = [_replaced({"\u2019": "'", "`": "'", "\u00b4": "'"}, whole=False)]
        self._plain += [_replaced(table) for table in language.plain]
        self._denied = [_replaced({phrase: rest}) for phrase, rest in language.denied.items()]
        self._compared = [
            (_pattern(phrase), *_MEANT[how])
            for how, phrases in language.compared.items()
            for phrase in phrases
        ]

    def plain(self, text: str) -> str:
        """Return a statement without contractions and words that add nothing."""
        for table in self._plain:
            text = _with(table, text)
        return " ".join(text.split())

    def of(self, text: str, number: Callable[[str], int | None]) -> Iterator[Phrasing]:
        """Yield a statement as written, and others that it may be; `number` reads a number."""
        said = self.plain(text)
        first = [Phrasing(text)] if not _has(said, self.exact) else []
        first += [Phrasing(said), *(Phrasing(meant, True) for meant in self._undenied(said))]
        yield from dict.fromkeys(first)
        for compared, denied in self._uncompared(said, number):
            yield Phrasing(compared, denied, True)
            for meant in self._undenied(compared):
                yield Phrasing(meant, not denied, True)

    def _undenied(self, text: str) -> Iterator[str]:
        for table in self._denied:
            if (meant := _with(table, text, once=True)) != text:
                yield meant

    def _uncompared(
        self, text: str, number: Callable[[str], int | None]
    ) -> Iterator[tuple[str, bool]]:
        for pattern, more, denied in self._compared:
            found = pattern.search(text)
            if found and (n := number(found["n"].lower())) is not None:
                what = found.groupdict().get("what") or ""
                said = f"{text[: found.start()]} {n + more} {what} {text[found.end() :]}"
                yield " ".join(said.split()), denied


def _has(text: str, words: Sequence[str]) -> bool:
    return not set(text.lower().split()).isdisjoint(words)


def _replaced(table: Mapping[str, str], *, whole: bool = True) -> Replaced:
    """Make a pattern for the phrases of a table; one with `^` matches at the beginning only."""
    phrases = sorted(table, key=len, reverse=True)
    said = "|".join(("^" * p.startswith("^")) + re.escape(p.removeprefix("^")) for p in phrases)
    edge = (r"(?<!\w)", r"(?!\w)") if whole else ("", "")
    pattern = re.compile(f"{edge[0]}(?:{said}){edge[1]}", re.IGNORECASE)
    return pattern, {phrase.removeprefix("^"): instead for phrase, instead in table.items()}


def _with(table: Replaced, text: str, *, once: bool = False) -> str:
    pattern, instead = table
    return pattern.sub(lambda found: instead[found[0].lower()], text, count=int(once))


def _pattern(phrase: str) -> re.Pattern[str]:
    """Compile a comparison such as `more than {n}`, or `{n} {what} or more`."""
    said = re.escape(phrase).replace(r"\{n\}", _NUMBER).replace(r"\{what\}", _WHAT)
    if phrase[0] in SIGNS:
        return re.compile(said.replace(r"\ ", r"\s*"), re.IGNORECASE)
    return re.compile(rf"(?<!\w){said}(?!\w)", re.IGNORECASE)
