"""Which order a text is likely to give, by the words that it is made of.

A game's table has a weight for each word and each verb: learned from texts of
which it is known what they mean (`tools/learn_verbs.py`). What follows from it is only proposed."""

from collections.abc import Callable, Collection, Iterator, Sequence
from math import exp

from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.vocabulary import Weights

NO_ORDER = ""
"""What stands for a verb where nothing is ordered."""
ALWAYS = ""
"""What stands for a word that every text has."""
MOST_LOOKED_AT = 40
"""Words of a text, from its beginning."""


class LikelyVerbs:
    """Tells how likely each verb of a vocabulary is."""

    def __init__(self, words: Words, weights: Callable[[], Weights]) -> None:
        self.general = frozenset((*words.places, *words.signed))
        self.weights = weights

    def of(self, said: Sequence[Token], among: Collection[str]) -> dict[str, float]:
        """Return how likely each verb is of those that are possible, from 0 to 1, the likeliest
        first; `""`: that nothing is ordered. Nothing, where nothing was learned."""
        weights = self.weights()
        if not weights:
            return {}
        sums = dict.fromkeys((*among, NO_ORDER), 0.0)
        for feature in self.features(said):
            for verb, weight in weights.get(feature, {}).items():
                if verb in sums:
                    sums[verb] += weight
        most = max(sums.values())
        each = {verb: exp(total - most) for verb, total in sums.items()}
        whole = sum(each.values())
        return {verb: each[verb] / whole for verb in sorted(each, key=lambda v: -each[v])}

    def speaks_for(self, said: Sequence[Token], verb: str) -> bool:
        """Tell whether any word of a text speaks for a verb."""
        weights = self.weights()
        return any(weights.get(word, {}).get(verb, 0) > 0 for word in self._words(said))

    def features(self, said: Sequence[Token]) -> list[str]:
        """Return what a text has in it: its words. Each place and each power is as good as any
        other, and each number."""
        return [ALWAYS, *dict.fromkeys(self._words(said[:MOST_LOOKED_AT]))]

    def _words(self, said: Sequence[Token]) -> Iterator[str]:
        at = 0
        while at < len(said):
            token, end = said[at], at + 1
            named = token.names
            general = next((s for s in named if s.category in self.general), None)
            if general is not None:
                end = general.end
                yield f"<{general.category}>"
            elif isinstance(token.number, int) and not token.weak:
                yield "<number>"
            else:
                yield token.word
            at = end
