"""Sentences that only say sorry to other seats: `Sorry, France!`, `nothing personal, Spain`."""

from engine.orders.understanding.words.senses import Senses
from engine.orders.understanding.words.token import Token
from engine.orders.words.language import Language
from engine.orders.words.lexicon import is_long, tokens
from engine.orders.words.phrases import Phrases


class Apologies:
    """Recognizes such sentences."""

    def __init__(self, language: Language, senses: Senses) -> None:
        self._phrases = Phrases(tuple(tokens(text)) for text in language.correcting.apologizing)
        self._acting = senses.words.acting
        self._seats = frozenset(senses.words.signed)
        self._senses = senses

    def are_all(self, text: str, before: str = "") -> bool:
        """Tell whether a text only says sorry to seats, to those that the text before it names if
        there is one: with another name, `Sorry, Spain` corrects that text."""
        if is_long(text) or "?" in text:
            return False
        said = self._senses.of_text(text)
        words = [token.word for token in said]
        sorry = {n for start, end in self._phrases.found(words) for n in range(start, end)}
        names = {n: token.names_of(self._seats) for n, token in enumerate(said)}
        within = {k for n, seats in names.items() for seat in seats for k in range(n, seat.end)}
        rest = [token for n, token in enumerate(said) if n not in sorry | within]
        named = {seat.key for seats in names.values() for seat in seats}
        known = not before.strip() or named <= self._named(before)
        return bool(sorry and named) and known and not any(map(self._says_more, rest))

    def _says_more(self, token: Token) -> bool:
        """Whether a word names or counts something, or is a verb of orders."""
        acts = not (token.light or token.forms.isdisjoint(self._acting))
        return acts or token.is_named or bool(token.ordinal)

    def _named(self, text: str) -> set[object]:
        said = self._senses.of_text(text)
        return {seat.key for token in said for seat in token.names_of(self._seats)}
