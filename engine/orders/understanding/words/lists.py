"""Lists that stand in a sentence, as orders have them: `2 fleets and 1 veteran army`."""

from collections.abc import Iterator, Sequence

from engine.orders.forms import COUNT, NUMBER, Items, Literal, Pattern, Place, Places
from engine.orders.lexicon import Word
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabulary_file import Words

LONGEST = 14
"""Words of a list that are looked at."""


class Lists:
    """Finds the lists of a game's orders."""

    def __init__(self, words: Words) -> None:
        self.grammar = words.grammar
        self.patterns = {
            category: (_firsts(items), Pattern([Places(category, items, category)]))
            for category, items in words.grammar.lists.items()
        }
        self.between = words.grammar.noise.union(
            word
            for items in words.grammar.lists.values()
            for word in (*items.between, *_literals(items))
        )

    def added(self, said: Sequence[Token]) -> tuple[Token, ...]:
        """The words, each with the lists that begin with it, as long as they may be."""
        return tuple(
            token._replace(senses=(*token.senses, *self._at(said, place)))
            for place, token in enumerate(said)
        )

    def _at(self, said: Sequence[Token], place: int) -> Iterator[Sense]:
        sorts = _sorts(said[place])
        firsts = [each for each in self.patterns.items() if not sorts.isdisjoint(each[1][0])]
        longest = self._end(said, place) if firsts else place
        words = [_counted(token) for token in said[:longest]]
        for category, (_, pattern) in firsts:
            for end in range(longest, place, -1):
                if found := self.grammar.match(pattern, words[place:end]):
                    yield Sense(category, found.values[category], end)
                    break

    def _end(self, said: Sequence[Token], place: int) -> int:
        """The end of what may stand in a list from here on."""
        end = at = place
        while at < min(place + LONGEST, len(said)):
            known = _sorts(said[at])
            if not (known or said[at].word in self.between):
                break
            at = max((s.end for s in said[at].senses if not s.cost), default=at + 1)
            end = at if known else end
        return end


def _counted(token: Token) -> Word:
    """A word, or the number for which it stands: `both armies`."""
    return str(token.number) if isinstance(token.number, int) else token.word


def _sorts(token: Token) -> set[str]:
    """What a word may be in a list: a number, or names of these categories."""
    found = {sense.category for sense in token.senses if not sense.cost}
    return found | ({NUMBER, COUNT} if token.number is not None else set())


def _firsts(items: Items) -> frozenset[str]:
    """The categories of what an item may begin with."""
    firsts = (next(iter(pattern), None) for pattern in items.patterns)
    return frozenset(first.category for first in firsts if isinstance(first, Place))


def _literals(items: Items) -> Iterator[str]:
    """The words of items that are no names."""
    for pattern in items.patterns:
        for part in pattern:
            yield from part.words if isinstance(part, Literal) else ()
