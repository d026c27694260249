"""A row whose places are numbered, `1 archers, 2 archers, 3 elephants, 4 pike`: as amounts, these
numbers would be more than the answer takes."""

import re
from collections.abc import Sequence

from engine.orders.patterns.choice_templates import all_slots
from engine.orders.patterns.forms import Form
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.senses import Senses
from engine.orders.words.lexicon import is_long

_NUMBER = re.compile(r"(?<![\w.])(\d{1,2})(?:\s*[:=.)]|\s+[-\u2013])?\s+(?=[^\W\d_])")
_LAST = re.compile(r"[,;]\s*(\w+)\s*$")
_ANY = re.compile(r"(?<![^\W\d_])\d+")
_TWO = re.compile(
    r"(?<![\w.])(\d{1,2})[.)]?\s*(?:[+&/]|and|und|u\.)\s*(\d{1,2})[.)]?\s+([^,;\d\n]+)"
)

LEAST = 4
"""How many numbered places there must be; fewer numbers may be amounts, even if these are too
high."""


class CountedPlaces:
    """Leaves out the numbers of the places."""

    def __init__(self, senses: Senses) -> None:
        self._senses, self._forces = senses, frozenset(senses.words.forces)
        self._longest = max(map(self._in_a_row, senses.words.forms), default=0)
        """The largest number of things in one answer of the game."""

    def _in_a_row(self, form: Form) -> int:
        slots = self._senses.words.grammar.slots
        return sum(slots.get(slot, slot) in self._forces for slot in all_slots(form.choice))

    def left_out(self, lines: Sequence[str], there: Situation) -> list[str]:
        """Return lines without these numbers, if all their numbers are those of places in a row."""
        if any(map(is_long, lines)):
            return list(lines)
        apart = [_TWO.sub(r"\1. \3, \2. \3", line) for line in lines]  # `3. + 4. Heavy Horse`
        if not self._are_places("\n".join(apart), there):
            return list(lines)
        return [self._without(line) for line in apart]

    def _are_places(self, text: str, there: Situation) -> bool:
        """Whether the numbers in a text count up from one, each before a thing, and would be too
        high as amounts."""
        numbers = [int(found[1]) for found in _NUMBER.finditer(text)]
        if numbers != list(range(1, len(numbers) + 1)) or len(_ANY.findall(text)) > len(numbers):
            return False
        if len(numbers) < LEAST or not sum(numbers) > self._most(there) >= len(numbers):
            return False
        return all(self._names_one(part) for part in _NUMBER.split(text)[2::2])

    def _most(self, there: Situation) -> int:
        """How many things the answer takes."""
        asked = there.asked
        verbs = [asked.menu[name] for name in asked.menu] if asked and asked.menu else []
        row = len(verbs[0].domains) if len(verbs) == 1 else 0
        return row or self._longest

    def _names_one(self, part: str) -> bool:
        """Whether a part names exactly one thing."""
        said = self._senses.of_text(part)
        named, at = 0, 0
        for n, token in enumerate(said):
            ends = [s.end for s in token.names_of(self._forces)]
            if n >= at and ends:
                named, at = named + 1, max(ends)
        return named == 1

    def _without(self, line: str) -> str:
        """A line without the numbers, with commas instead."""
        parts = _NUMBER.split(line)
        row = ", ".join(_LAST.sub(self._unless_light, part).strip(" ,;") for part in parts[2::2])
        return f"{parts[0]}{row}" if len(parts) > 1 else line

    def _unless_light(self, found: re.Match[str]) -> str:
        """Nothing for a small word in front of the next number, such as `card`; any other word
        unchanged."""
        light = all(token.light for token in self._senses.of_text(found[1]))
        return "" if light else found[0]
