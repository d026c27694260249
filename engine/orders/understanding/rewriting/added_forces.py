"""Forces that are named after the way or within it: `an army from England to New England with two
fleets` is an army with two fleets, and so is `an army from England with two fleets to New
England`."""

from collections.abc import Sequence

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.spans import spans_of
from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word, is_long


class AddedForces:
    """Puts forces that are named after the way beside those in front of it."""

    def __init__(self, senses: Senses) -> None:
        prepositions, language = senses.words.grammar.prepositions, senses.language
        self._senses = senses
        self._with = frozenset(prepositions.get("with", ())) | language.words("using")
        origins = frozenset(prepositions.get("from", ())) | language.words("origins")
        self._from = origins | language.words("within")
        self._forces = frozenset(senses.words.forces)
        self._places = frozenset(senses.words.places)

    def beside(self, text: str) -> str:
        """Return a sentence with such forces beside the others; unchanged if there are none."""
        if is_long(text):
            return text
        words, spans = spans_of(text)
        if self._with.isdisjoint(words):
            return text
        said = self._senses.of(words)
        start = self._first(said, self._from, 0)
        behind = self._first(said, self._with, start + 1) if start > 0 else -1
        if behind < 0 or not any(map(self._is_force, said[:start])):
            return text
        end = self._end(said, behind)
        way, goes_on = said[start:behind], self._goes_on(said[end:])
        if end <= behind or any(map(self._is_force, way)):
            return text
        if sum(map(self._is_place, way)) + goes_on < 2:
            return text
        first, cut, last = spans[start][0], spans[behind][0], spans[end - 1][1]
        company, where = text[cut:last], text[first:cut].rstrip()
        return f"{text[:first]}{company} {where}{text[last:]}"

    def _first(self, said: Sequence[Token], among: frozenset[Word], at: int) -> int:
        return next((n for n in range(at, len(said)) if said[n].word in among), -1)

    def _end(self, said: Sequence[Token], behind: int) -> int:
        """Where the forces after `with` end; the place of `with` if none are named."""
        at, end = behind + 1, behind
        while at < len(said) and (self._is_force(said[at]) or said[at].number or said[at].light):
            if self._is_force(said[at]):
                ends = (s.end for s in said[at].senses if s.category in self._forces)
                at = end = max(ends)
            else:
                at += 1
        return end

    def _goes_on(self, said: Sequence[Token]) -> bool:
        """Whether the way goes on after the forces: `from C14 with two fleets to E7`."""
        return len(said) > 1 and said[0].between and self._is_place(said[1])

    def _is_force(self, token: Token) -> bool:
        return bool(token.names_of(self._forces))

    def _is_place(self, token: Token) -> bool:
        return bool(token.names_of(self._places))
