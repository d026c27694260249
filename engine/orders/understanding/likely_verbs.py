"""Which order a text is likely to give, judged by its words.

A game's table has a weight for each word and each verb, learned from texts whose meaning is known
(`tools/learn_verbs.py`). Orders found this way are only proposed.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from math import exp

from engine.orders.understanding.words.token import Token
from engine.orders.vocabularies.game_words import Words
from engine.orders.vocabulary import Weights

NO_ORDER = ""
"""Stands in place of a verb where nothing is ordered."""
ALWAYS = ""
"""Stands for a word that every text has."""
MOST_LOOKED_AT = 40
"""How many words of a text are looked at, from its beginning."""


class LikelyVerbs:
    """Tells how likely each verb of a vocabulary is."""

    def __init__(self, words: Words, weights: Callable[[], Weights]) -> None:
        self.general = frozenset((*words.places, *words.signed))
        self.weights = weights

    def of(self, said: Sequence[Token], among: Collection[str]) -> dict[str, float]:
        """Return how likely each of the possible verbs is, from 0 to 1, the likeliest first; `""`
        stands for no order. Return nothing if nothing was learned."""
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
        """Tell whether any word of a text makes a verb likelier."""
        weights = self.weights()
        return any(weights.get(word, {}).get(verb, 0) > 0 for word in self._words(said))

    def features(self, said: Sequence[Token]) -> list[str]:
        """Return the features of a text: its words. All places count as the same word, and so do
        all powers and all numbers."""
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
