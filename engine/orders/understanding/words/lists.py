"""Lists in a sentence, as orders have them: `2 fleets and 1 veteran army`."""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from engine.orders.patterns.forms import COUNT, NUMBER, Items, Literal, Pattern, Place, Places
from engine.orders.understanding.words.token import Sense, Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.words.lexicon import Plural, Word

NOTHING: frozenset[str] = frozenset()
LONGEST = 14
"""The most words of a list that are looked at."""


class Lists:
    """Finds the lists of a game's orders."""

    def __init__(self, words: Words, both: Collection[Word], pair: str) -> None:
        """`both`: words for how many there are, which are a number only in a list of several: `the
        two and the one`. `pair`: the beginning of words that are not even a number there: `both the
        2 and the 1`."""
        self.pair = pair
        self.grammar = words.grammar
        self.patterns = {
            category: (_firsts(items), Pattern([Places(category, items, category)]))
            for category, items in words.grammar.lists.items()
        }
        lists = words.grammar.lists
        self.alike = {
            category: next(other for other in lists if lists[other] == items)
            for category, items in lists.items()
        }
        """For each list, the first that is equal to it."""
        self.within = {
            category: (_sorts_in(items), words.grammar.noise.union(items.between, _literals(items)))
            for category, items in words.grammar.lists.items()
        }
        """What may stand in each list: sorts of names and numbers, and other words."""
        self.beginning_with = lru_cache(maxsize=500)(self._beginning_with)
        self._longest = lru_cache(maxsize=5_000)(self._longest_at)
        self.both = frozenset(both)
        self.numbers = frozenset(
            category for category, items in words.grammar.lists.items() if _only_counts(items)
        )
        """The lists of numbers only."""
        self.tasks = frozenset(
            category
            for items in words.grammar.lists.values()
            for category in _firsts(items) - {NUMBER, COUNT} - {*words.forces, *words.places}
            if category not in words.signed and any(len(pattern) > 1 for pattern in items.patterns)
        )
        """The categories of tasks for some of a force, which have a list of their own."""

    def added(self, said: Sequence[Token]) -> tuple[Token, ...]:
        """Return the words, each with the longest lists that begin with it."""
        sorts = [_sorts(token) for token in said]
        found = [tuple(self._at(said, sorts, place)) for place in range(len(said))]
        return tuple(
            token._replace(senses=(*token.senses, *lists)) if lists else token
            for token, lists in zip(said, found, strict=True)
        )

    def _beginning_with(self, sorts: frozenset[str]) -> tuple[str, ...]:
        """The lists that a word of these sorts may begin."""
        return tuple(
            key for key, (firsts, _) in self.patterns.items() if not sorts.isdisjoint(firsts)
        )

    def _at(
        self, said: Sequence[Token], sorts: Sequence[frozenset[str]], place: int
    ) -> Iterator[Sense]:
        """The lists that begin with a word. `sorts`: what each word may be in a list."""
        known: dict[str, tuple[int, Any] | None] = {}
        for category in self.beginning_with(sorts[place]):
            alike = self.alike[category]
            if alike not in known:
                known[alike] = self._listed(said, sorts, place, alike)
            found = known[alike]
            numbers, word = category in self.numbers, said[place].word
            counts = numbers and word in self.both
            if found and not (counts and (len(found[1]) == 1 or word.startswith(self.pair))):
                yield Sense(category, found[1], place + found[0])

    def _listed(
        self, said: Sequence[Token], sorts: Sequence[frozenset[str]], place: int, category: str
    ) -> tuple[int, Any] | None:
        """The longest list that begins with a word, behind the number of its words. A preposition
        before it may stand before each of its items: `in France and in Austria`."""
        sorted_, others = self.within[category]
        led = said[place - 1].word if place and said[place - 1].between else ""
        end = self._end(said, sorts, place, sorted_, others | {led} if led else others)
        kept = [n for n in range(place, end) if said[n].word != led]
        words = tuple(_counted(said[n]) for n in kept)
        plural = tuple(isinstance(word, Plural) for word in words)
        found = self._longest(category, words, plural)
        return found and (kept[found[0] - 1] + 1 - place, found[1])

    def _longest_at(
        self, category: str, words: tuple[Word, ...], _plural: tuple[bool, ...]
    ) -> tuple[int, Any] | None:
        """The longest list that begins these words, behind the number of its words; None if there
        is none. `_plural` tells apart words that are equal in the cache."""
        for length in range(len(words), 0, -1):
            if found := self.grammar.match(self.patterns[category][1], words[:length]):
                return length, found.values[category]
        return None

    def _end(
        self,
        said: Sequence[Token],
        sorts: Sequence[frozenset[str]],
        place: int,
        known: frozenset[str],
        others: frozenset[Word],
    ) -> int:
        """The end of what may belong to a list from this position on. `known`: the sorts of its
        names and numbers. `others`: its other words."""
        end = at = place
        while at < min(place + LONGEST, len(said)):
            is_known = not known.isdisjoint(sorts[at])
            if not (is_known or said[at].word in others):
                break
            ends = (s.end for s in said[at].names_of(known))
            at = max(ends, default=at + 1)
            end = at if is_known else end
        return end


def _counted(token: Token) -> Word:
    """A word, or the number that it stands for: `both armies`."""
    return str(token.number) if isinstance(token.number, int) else token.word


def _sorts(token: Token) -> frozenset[str]:
    """What a word may be in a list: a number, or names of certain categories."""
    if not token.senses and token.number is None:
        return NOTHING
    found = {sense.category for sense in token.names}
    return frozenset(found if token.number is None else (*found, NUMBER, COUNT))


def _firsts(items: Items) -> frozenset[str]:
    """The categories that an item may begin with."""
    firsts = (next(iter(pattern), None) for pattern in items.patterns)
    return frozenset(first.category for first in firsts if isinstance(first, Place))


def _sorts_in(items: Items) -> frozenset[str]:
    """The categories of all slots of a list's items."""
    parts = (part for pattern in items.patterns for part in pattern)
    return frozenset(part.category for part in parts if isinstance(part, Place))


def _only_counts(items: Items) -> bool:
    """Whether a list has numbers and no names."""
    parts = [part for pattern in items.patterns for part in pattern]
    places = [part for part in parts if isinstance(part, Place)]
    return bool(places) and all(part.category == NUMBER for part in places)


def _literals(items: Items) -> Iterator[str]:
    """The fixed words of a list's items."""
    for pattern in items.patterns:
        for part in pattern:
            yield from part.words if isinstance(part, Literal) else ()
