"""What only says again what stands before it, in less words."""

from __future__ import annotations

from collections.abc import Container

from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.reading_types import Meaning
from engine.orders.words.lexicon import Word


def leaves_last_out(before: Meaning, meaning: Meaning, piece: Piece) -> bool:
    """Tell whether an order does the same as the one before it, and its piece does not say where,
    or with what."""
    named = {sense.key for token in piece.tokens for sense in token.names}
    same = len(meaning.choice) > 1 and before.choice[:-1] == meaning.choice[:-1]
    return same and meaning.choice[-1] not in named


def is_number(piece: Piece, more: Container[Word]) -> bool:
    """Tell whether a piece says no more than the number of what stands before it: `the neutral in
    India, the 4`; `more`: words that say that it is another one."""
    numbers = [token for token in piece.tokens if token.number is not None]
    small = all(token.light or token in numbers for token in piece.tokens)
    other = any(token.word in more or token.ordinal for token in piece.tokens)
    return len(numbers) == 1 and small and not other
