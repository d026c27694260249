"""Names that are said loosely: in part (`the horse`), by their sort (`my cavalry`), or by less than
there is (`archers` where only veteran archers are to be had). What is there decides which is meant.
"""

from collections.abc import Iterable, Sequence

from engine.orders.patterns.forms import EITHER, UNSAID
from engine.orders.understanding.reading_types import Situation
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Plural, Word, tokens

COST = 1
"""What it costs to say a name loosely."""


class Loose:
    """What words may stand for that are no whole names."""

    def __init__(self, words: Words, besides: Iterable[Word]) -> None:
        """`besides`: words that have a meaning of their own."""
        self.words, not_parts = words, frozenset(besides)
        self._said: dict[Word, dict[tuple[str, str], None]] = {}
        self._sorts: set[Word] = set()
        for category, names in words.grammar.names.items():
            for part in set(names.words()) - not_parts:
                for key in names.containing(part):
                    self._said.setdefault(part, {})[category, key] = None
        for category, groups in words.groups.items():
            for text, keys in groups.items():
                (word,) = tokens(text)
                self._sorts.add(word)
                self._said.setdefault(word, {}).update(((category, key), None) for key in keys)

    def chosen(self, said: Sequence[Token], there: Situation) -> tuple[Token, ...]:
        """The words, each with the names among those known here that it may stand for."""
        kind = there.asked.kind if there.asked else ""
        if not (there.keys or there.hand):
            return tuple(said)
        known, sure = there.keys, not self.words.question(kind).single
        return tuple(
            self._with(token, place, known, there.hand, sure) for place, token in enumerate(said)
        )

    def _with(
        self, token: Token, place: int, known: frozenset[str], hand: frozenset[str], sure: bool
    ) -> Token:
        exact = {sense.key for sense in token.names}
        if exact & known:
            return token
        if token.senses and not exact:
            return token
        plural = isinstance(token.word, Plural)
        if exact:
            return token._replace(senses=tuple(self._wider(s, known) for s in token.senses))
        found: dict[str, list[str]] = {}
        held = hand if token.word in self._sorts else frozenset[str]()
        said = self._said.get(token.word, ())
        there = known if any(key in known for _, key in said) else held
        for category, key in said:
            if key in there:
                found.setdefault(category, []).append(key)
        sorts = sure and token.word in self._sorts
        senses = tuple(
            self._loosely(category, keys, sorts, Sense(category, keys[0], place + 1, 0, plural))
            for category, keys in found.items()
        )
        return token._replace(senses=senses, slips={}) if senses else token

    def _loosely(self, category: str, keys: Sequence[str], sorts: bool, sense: Sense) -> Sense:
        """One of these names. A sort of units of which there is one is meant for sure, but where
        there is room for one of many orders: there it may be mentioned by the way. So is what a
        seat holds."""
        if sorts and len(keys) == 1 and (category in self.words.forces or self.words.hands):
            return sense
        return sense._replace(key=either(keys), cost=COST, loose=True)

    def _wider(self, sense: Sense, known: Iterable[str]) -> Sense:
        """A name, or those with more words here that have all the words of it."""
        if sense.category not in self.words.grammar.names:
            return sense
        said = set(tokens(self.words.name(sense.key)))
        keys = self.words.grammar.names[sense.category].keys
        wider = [k for k in keys if k in known and said < set(tokens(self.words.name(k)))]
        return sense._replace(key=either(wider), cost=COST) if wider else sense


def either(keys: Sequence[str]) -> str:
    """What stands in a choice for one of these names."""
    return keys[0] if len(keys) == 1 else UNSAID + EITHER.join(keys)
