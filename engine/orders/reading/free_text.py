"""Orders that end in a player's own words: `propose to France: we share Poland`.

Such a form ends in `{text}`. Its text is kept as it was written, except for spaces, quotation marks
around all of it, and invisible characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from engine.orders.patterns.forms import TEXT, Form, Literal, Match
from engine.orders.reading.cutting_a_line import without_bullet
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Word, tokens

MOST_OPENING = 12
"""The largest number of places tried as the end of an opening."""
_CUT = re.compile(r":|(?<=\w)(?=\s)")
_QUOTES = {'"': '"', "'": "'", "\u201c": "\u201d", "\u201e": "\u201c", "\u00bb": "\u00ab"}


class Opened(NamedTuple):
    """An order that ends in a player's own words, which are a value of its match."""

    form: Form
    match: Match

    @property
    def values(self) -> dict[str, Any]:
        """The values of its places."""
        return {**self.form.default, **self.match.values}


class FreeText:
    """The forms of a vocabulary that end in a player's own words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.forms = tuple(form for form in words.forms if form.is_free)

    def opened(self, text: str) -> Opened | None:
        """Return the order that a line opens, with the rest as the player's own words; None if it
        opens none."""
        line = without_bullet(text)
        cuts = list(islice(_CUT.finditer(line), MOST_OPENING)) if self.forms else []
        words = tokens(line[: cuts[-1].start()]) if cuts else []
        for loose in ("", "slips"):
            for cut in cuts if self._may_open(words, loose) else ():
                for said in self._openings(tokens(line[: cut.start()]), loose):
                    if found := self._form(said, loose, colon=cut[0] == ":"):
                        form, match = found
                        values = {**match.values, TEXT: as_said(line[cut.end() :])}
                        return Opened(form, match._replace(values=values))
        return None

    def _may_open(self, said: Sequence[Word], loose: str) -> bool:
        """Tell whether these words have all that the opening of some form needs."""
        there = self.words.grammar.reached(said, loose)
        patterns = (pattern for form in self.forms for pattern in form.patterns)
        return any(pattern.may_be_in(there) for pattern in patterns)

    def _openings(self, said: list[Word], loose: str) -> Iterator[Sequence[Word]]:
        """Yield the words, also without what may come before an order: `I`, or for whom it is."""
        words = self.words
        yield said
        for begun in words.lead_ins:
            if tuple(said[: len(begun)]) == begun:
                yield said[len(begun) :]
        for lead in words.leads:
            yield from (rest for _, rest in lead.named(words.grammar, said, loose, words.name))

    def _form(self, said: Sequence[Word], loose: str, *, colon: bool) -> tuple[Form, Match] | None:
        """Return the form that these words open; after a name there must be a colon."""
        for form in self.forms:
            for pattern in form.patterns:
                ends = colon or isinstance(pattern[-1], Literal)
                if ends and (match := self.words.grammar.match(pattern, said, loose=loose)):
                    return form, match
        return None


def as_said(text: str) -> str:
    """Return a player's words without quotation marks around them and invisible characters."""
    seen = "".join(" " if c.isspace() else c for c in text if c.isspace() or _is_seen(c))
    said = " ".join(seen.split())
    closing = _QUOTES.get(said[:1])
    inside = said[1:-1]
    quoted = len(said) > 1 and said[-1] == closing and not {said[0], said[-1]} & set(inside)
    return as_said(inside) if quoted else said


def _is_seen(char: str) -> bool:
    """Tell whether a character is neither a control character nor a text direction mark."""
    return not unicodedata.category(char).startswith("C")
