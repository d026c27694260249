"""Compound words made of a place and a force, as in German: `Ostindienflotte`."""

import re

from engine.orders.forms import ALL
from engine.orders.lexicon import Word, tokens
from engine.orders.vocabulary_file import Words

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
LINKS = ("", "s", "n")
"""Letters that may come between the two."""


class Compounds:
    """Takes such words apart."""

    def __init__(self, words: Words) -> None:
        names = words.grammar.names
        self.places = _single(words, tuple(c for c in words.places if c in names))
        self.forces = sorted(_single(words, words.forces), key=len, reverse=True)
        self.origin, self.all = words.language.origin, words.name(ALL)

    def apart(self, text: str) -> str:
        """Replace each such word by all of the force that are there, and the place."""
        return _WORD.sub(lambda found: self._parted(found[0]), text)

    def _parted(self, word: str) -> str:
        said = "".join(tokens(word))
        for force in self.forces:
            place = said.removesuffix(force)
            if place != said and (whole := self._place(place)):
                return f"{self.all} {force} {self.origin} {whole}"
        return word

    def _place(self, said: Word) -> str:
        ends = (said.removesuffix(link) for link in LINKS)
        return next((end for end in ends if end in self.places), "")


def _single(words: Words, categories: tuple[str, ...]) -> frozenset[Word]:
    """Return the names of these categories, each as one word."""
    names = (words.grammar.names[category] for category in categories)
    return frozenset(name for each in names for name in each.joined())
