"""What only says again what stands before it, in less words or in others."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.frames.making_orders import HOW_MANY
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


def counts(piece: Piece, more: Container[Word], but: Container[object]) -> bool:
    """Tell whether a piece says how many, other than these numbers, or that it is one `more`."""
    return any(t.number not in but or t.ordinal or t.word in more for t in piece.tokens)


def doubted_again(
    meanings: Sequence[Meaning], pieces: Sequence[Piece], more: Container[Word]
) -> list[Meaning]:
    """Return the meanings, those in doubt that may be the one before in other words: `we found a
    colony in South America and take the marker there`. `pieces`: where each begins; `more`: words
    that say that it is done once more."""
    found = list(meanings[:1])
    for (one, said), (meaning, piece) in pairwise(zip(meanings, pieces, strict=True)):
        same = piece.joint and one.lines == meaning.lines and not meaning.guessed
        if same and _in_other_words(said, piece) and not counts(piece, more, (None,)):
            meaning = replace(meaning, guessed=(HOW_MANY,))
        found.append(meaning)
    return found


def _in_other_words(first: Piece, piece: Piece) -> bool:
    said = [{token.word for token in each.tokens if not token.light} for each in (first, piece)]
    return bool(said[0] and said[1]) and said[0].isdisjoint(said[1])
