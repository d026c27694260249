"""Compound words, as in German: of a place and a force (`Ostindienflotte`), or of what a chip is
named after, and a word for such chips (`Blockadeplättchen`)."""

import re

from engine.orders.patterns.forms import ALL
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Word, tokens

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
LEAST = 8
"""Letters of a compound."""
LINKS = ("", "s", "n")
"""Letters that may come between the two."""


class Compounds:
    """Takes such words apart."""

    def __init__(self, words: Words) -> None:
        names = words.grammar.names
        self.places = _single(words, tuple(c for c in words.places if c in names))
        self.forces = _single(words, words.forces)
        self.origin, self.all = words.language.origin, words.name(ALL)
        self.known = words.grammar.known
        self.chips = tuple("".join(tokens(chip)) for chip in words.language.chips)

    def apart(self, text: str) -> str:
        """Replace each such word by all of the force that are there, and the place."""
        return _WORD.sub(lambda found: self._parted(found[0]), text)

    def _parted(self, word: str) -> str:
        force, place = self._force_of("".join(tokens(word)))
        return f"{self.all} {force} {self.origin} {place}" if place else word

    def parts(self, word: Word) -> tuple[Word, ...]:
        """Return the words of which a word is made: `flotte von ostindien`, `blockade plättchen`;
        the word alone, if it is no compound."""
        if len(word) < LEAST or word in self.known:
            return (word,)
        force, place = self._force_of(word)
        if place:
            return force, self.origin, place
        for chip in self.chips:
            if whole := self._known(word.removesuffix(chip)) if word.endswith(chip) else "":
                return whole, chip
        return (word,)

    def _force_of(self, said: Word) -> tuple[Word, Word]:
        """The force and the place of which a word is made; nothing: of others."""
        for at in range(1, len(said)):  # the longest force first
            if said[at:] in self.forces and (whole := self._place(said[:at])):
                return said[at:], whole
        return "", ""

    def _known(self, said: Word) -> Word:
        ends = (said.removesuffix(link) for link in LINKS)
        return next((end for end in ends if end in self.known), "")

    def _place(self, said: Word) -> str:
        ends = (said.removesuffix(link) for link in LINKS)
        return next((end for end in ends if end in self.places), "")


def _single(words: Words, categories: tuple[str, ...]) -> frozenset[Word]:
    """Return the names of these categories, each as one word."""
    names = (words.grammar.names[category] for category in categories)
    return frozenset(name for each in names for name in each.joined())
