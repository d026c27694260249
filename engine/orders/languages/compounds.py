"""Compound words, as in German: of a place and a force (`Ostindienflotte`), of a name and what is
done with it (`Armeebau`), or of what a chip is named after and a word for chips
(`Blockadeplättchen`)."""

import re
from functools import lru_cache

from engine.orders.patterns.forms import ALL
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Word, tokens

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
LEAST = 8
"""The least number of letters in a compound."""
LINKS = ("", "s", "n", "en", "e", "es")
"""Letters that may come between its two words."""
LEAST_DEED, LEAST_NAME = 3, 4
"""The least number of letters in a word for what is done, and in the name before it."""


class Compounds:
    """Takes compound words apart."""

    def __init__(self, words: Words) -> None:
        names = words.grammar.names
        self.places = _single(words, tuple(c for c in words.places if c in names))
        self.forces = _single(words, words.forces)
        self.origin, self.all = words.language.origin, words.name(ALL)
        self.known = words.grammar.known
        sorts = (*words.forces, *words.places, *words.signed, *words.things)
        named = _single(words, tuple(c for c in sorts if c in names))
        self.named = frozenset(name for name in named if len(name) >= LEAST_NAME)
        small = words.language.words("weightless") | words.light | words.grammar.noise
        small |= words.language.words("no_deeds")
        said = words.acting.union(*words.cues.values()) - small - self.named
        self.deeds = frozenset(word for word in said if len(word) >= LEAST_DEED)
        self.said = said | words.cued | words.literals
        self.parts = lru_cache(maxsize=2_000)(self._parts)
        """Returns the words that a word is made of: `flotte von ostindien`, `bau armee`, `blockade
        plättchen`; the word alone, if it is no compound."""
        self.chips = tuple("".join(tokens(chip)) for chip in words.language.chips)

    def apart(self, text: str) -> str:
        """Replace each compound of a place and a force by all of these forces there."""
        return _WORD.sub(lambda found: self._parted(found[0]), text)

    def _parted(self, word: str) -> str:
        force, place = self._force_of("".join(tokens(word)))
        return f"{self.all} {force} {self.origin} {place}" if place else word

    def _parts(self, word: Word) -> tuple[Word, ...]:
        if len(word) < LEAST or word in self.known:
            return (word,)
        force, place = self._force_of(word)
        if place:
            return force, self.origin, place
        if done := self._done_with(word):
            return done
        for chip in self.chips:
            if whole := self._known(word.removesuffix(chip)) if word.endswith(chip) else "":
                return whole, chip
        return (word,)

    def _force_of(self, said: Word) -> tuple[Word, Word]:
        """The force and the place that a word is made of; two empty words if it is made of
        others."""
        for at in range(1, len(said)):  # the longest force first
            if said[at:] in self.forces and (whole := self._place(said[:at])):
                return said[at:], whole
        return "", ""

    def _done_with(self, said: Word) -> tuple[Word, ...]:
        """What is done, and with what; empty if the word does not say that."""
        if said in self.said:
            return ()
        for at in range(LEAST_NAME, len(said) - LEAST_DEED + 1):  # the longest deed first
            if said[at:] in self.deeds and (whole := self._ending(said[:at], self.named)):
                return said[at:], whole
        return ()

    def _known(self, said: Word) -> Word:
        return self._ending(said, self.known)

    def _place(self, said: Word) -> Word:
        return self._ending(said, self.places)

    def _ending(self, said: Word, words: frozenset[Word]) -> Word:
        """The one of these words that a part is, without linking letters. A singular is preferred
        to its plural, which such letters may form."""
        ends = {said.removesuffix(link) for link in LINKS} & words
        return min(ends, key=len, default="")


def _single(words: Words, categories: tuple[str, ...]) -> frozenset[Word]:
    """Return the names of these categories, each as one word."""
    names = (words.grammar.names[category] for category in categories)
    return frozenset(name for each in names for name in each.joined())
