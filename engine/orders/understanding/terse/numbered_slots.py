"""Lists with numbered places: `slot one archers, two and three heavy horse` becomes the name of
each card, once for each of its places."""

import re
from collections.abc import Iterator, Sequence

from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long
from engine.orders.words.phrases import any_of

LEAST = 3
"""How many items such a list has at least."""
MOST = 12


class NumberedSlots:
    """Writes such a list out in full."""

    def __init__(self, language: Language) -> None:
        places = {word: n for word, n in language.places.items() if 0 < n <= MOST}
        small = {word: n for n, word in enumerate(language.small_numbers, 1)}
        self._numbers = {**small, **language.slot_numbers, **places}
        self._numbers |= {str(n): n for n in range(1, MOST + 1)}
        self._numbers |= {
            f"{n}{end}": n for n in range(1, MOST + 1) for end in ("st", "nd", "rd", "th")
        }
        slots, numbers = any_of(language.slot_words), any_of(list(self._numbers))
        between = rf"(?:\s*(?:,|&|\+|[-\u2013]|\b(?:{any_of(language.slot_joints)})\b)\s*)+"
        self._row = rf"(?:{numbers})(?:{between}(?:{numbers}))*"
        self._item = re.compile(
            rf"(?<![\w-])(?P<slot>(?:{slots})\s+)?(?P<row>{self._row})(?P<mark>[.:)]?)(?![\w-])"
            rf"\s*(?:[-\u2013=]\s*)?(?P<what>[^\W\d][^\d,.;:\n]*?)\s*(?=[,.;\n]|$|\s(?:{slots})\s)",
            re.IGNORECASE,
        )
        self._each = re.compile(numbers, re.IGNORECASE)
        self._range = re.compile(
            rf"[-\u2013]|\b(?:{any_of(language.slot_ranges)})\b", re.IGNORECASE
        )
        self._ordinals = set(places)

    def written_out(self, lines: Sequence[str]) -> list[str]:
        """Return the lines of such a list as one line. Return them unchanged if the places do not
        count up from one, or if the numbers may be amounts."""
        text = "\n".join(lines)
        if is_long(text):
            return list(lines)
        items = list(self._item.finditer(text))
        rows = [list(self._places_of(item["row"])) for item in items]
        counted = [n for row in rows for n in row]
        if len(items) < LEAST or counted != list(range(1, len(counted) + 1)):
            return list(lines)
        said = " ".join(item["row"].lower() for item in items).split()
        told = any(item["slot"] for item in items) or not self._ordinals.isdisjoint(said)
        told = told or any(len(row) > 1 for row in rows) or any(c.isalpha() for c in said[0][1:2])
        left = self._item.sub("", text).strip(" ,.;\n")
        if not told or left:
            return list(lines)
        cards = [item["what"].strip() for item, row in zip(items, rows, strict=True) for _ in row]
        return [", ".join(cards)]

    def _places_of(self, row: str) -> Iterator[int]:
        """The places in a row of numbers."""
        said = [self._numbers[found[0].lower()] for found in self._each.finditer(row)]
        if len(said) == 2 and self._range.search(row):
            return iter(range(said[0], said[1] + 1))
        return iter(said)
