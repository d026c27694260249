"""What two pieces joined by `and` share: `an army and a navy in the Baltic`, `the army at home and
the one in India march to Africa`."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.orders.language import Language
from engine.orders.lexicon import Word
from engine.orders.understanding.sentences.cutting import Piece
from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.vocabulary_file import Words


@dataclass(frozen=True)
class Sharing:
    """Gives pieces what they share with the one behind them, or before them."""

    words: Words
    senses: Senses
    language: Language

    def shared(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces, each with all that is said of it."""
        found = list(pieces)
        for at in range(len(found) - 1):
            one, other = found[at], found[at + 1]
            if other.joint and other.sentence == one.sentence and self._unit(one.tokens):
                found[at + 1] = self._named(one, other)
                found[at] = self._completed(one, found[at + 1])
        return found

    def _named(self, one: Piece, other: Piece) -> Piece:
        """The second piece, with the unit that `the one` or `the other` stands for."""
        said = [token.word for token in other.tokens]
        at = next((n for n, word in enumerate(said) if word in self._ones), None)
        if at is None or self._unit(other.tokens):
            return other
        unit = self._unit(one.tokens)
        end = at + 1 + (said[at + 1 : at + 2] == [self.language.ones[0]])
        said[at:end] = [unit]
        places = self._places(one.tokens)
        if len(places) == 2 and len(self._places(other.tokens)) == 1 and end > at + 1:
            start = one.tokens[places[0][0] : places[0][1]]
            said += [self.language.origin, *(token.word for token in start)]
        return other._replace(tokens=self.senses.of(tuple(said)))

    def _completed(self, one: Piece, other: Piece) -> Piece:
        """The first piece, with the verb and the place that only the second has."""
        tokens = other.tokens
        if not self._unit(tokens):
            return one
        verb = next((n for n, token in enumerate(tokens) if self._acts(token)), None)
        places = self._places(tokens)
        if verb and not any(map(self._acts, one.tokens)) and self._unit(tokens[:verb]):
            behind: Sequence[Token] = tokens[verb:]
        elif verb is None and places and not self._says_where(one.tokens):
            behind = tokens[max(places[0][0] - 1, 0) :]
        else:
            return one
        said = [token.word for token in one.tokens if token.word != self.language.both]
        return one._replace(tokens=self.senses.of((*said, *(token.word for token in behind))))

    def _says_where(self, tokens: Sequence[Token]) -> bool:
        """Whether it names a place, or says `there`."""
        there = self.language.words("there")
        return bool(self._places(tokens)) or any(token.word in there for token in tokens)

    @property
    def _ones(self) -> frozenset[Word]:
        return self.language.words("ones")

    def _unit(self, tokens: Sequence[Token]) -> Word:
        """The last unit that is named; nothing, if there is none."""
        units = [t.word for t in tokens if any(s.category in self.words.forces for s in t.senses)]
        return str(units[-1]) if units else ""

    def _acts(self, token: Token) -> bool:
        return bool(token.forms & self.words.acting) and not token.senses

    def _places(self, tokens: Sequence[Token]) -> list[tuple[int, int]]:
        """Where places stand."""
        found: list[tuple[int, int]] = []
        for at, token in enumerate(tokens):
            ends = [s.end for s in token.senses if s.category in self.words.places and not s.cost]
            if ends and not (found and at < found[-1][1]):
                found.append((at, max(ends)))
        return found
