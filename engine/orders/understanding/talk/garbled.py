"""Orders typed so badly that nothing can be made of them, such as `Blid a frt in Blatic`. They are
not taken for talk, but asked about."""

import re

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, words_in

LEAST, MOST = 2, 5
"""The fewest misspelt words of such a sentence, and the most words with a meaning."""
LETTERS = 4
ONE_SLIP = 2
"""What a slip costs."""
_NO_VOWELS = re.compile(r"[b-df-hj-np-tv-xz]{3,}")
_EXCLAIMED = re.compile(r"(.)\1|p+s+t+|ts+k+")
"""`Hmm`, `brr`, `pff`, `tsk`."""


class Garbled:
    """Recognizes such sentences."""

    def __init__(self, language: Language, senses: Senses) -> None:
        told = language.told
        self._senses = senses
        self._tells = words_in([*told.being, *told.past, *told.self, *told.contracted])

    def is_order(self, text: str) -> bool:
        """Tell whether several of the few words of a sentence are misspelt words of orders, or have
        no vowels."""
        said = () if is_long(text) or text.rstrip().endswith("?") else self._senses.of_text(text)
        heavy = [token for token in said if not token.light and token.number is None]
        if len(heavy) > MOST or any(token.word in self._tells for token in said):
            return False
        return sum(map(self._is_misspelt, heavy)) >= LEAST

    def _is_misspelt(self, token: Token) -> bool:
        word = str(token.word)
        if _NO_VOWELS.fullmatch(word) and not (_EXCLAIMED.search(word) or token.names):
            return token.forms.isdisjoint(self._senses.fixed)
        named = [sense.cost for sense in token.senses]
        near = min([*named, *token.slips.values()], default=0)
        return len(word) >= LETTERS and 0 < near <= ONE_SLIP
