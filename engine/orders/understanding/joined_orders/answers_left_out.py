"""Signs that the answers read from a sentence say less than it does, or something else."""

from __future__ import annotations

from collections.abc import Container, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.reading_types import Meaning


def contradict(meanings: Sequence[Meaning], actions: Container[str]) -> bool:
    """Tell whether two answers in a row do different things with the same: `keep Savoy`, `redraw
    Savoy`."""
    answers = [meaning for meaning in meanings if meaning.kind and meaning.kind not in actions]
    return any(
        one.kind == other.kind
        and len(one.choice) > 1
        and one.choice[1:] == other.choice[1:]
        and one.choice[0] != other.choice[0]
        for one, other in pairwise(answers)
    )


def names_left(
    pieces: Sequence[Piece], unread: AbstractSet[int], categories: Container[str]
) -> bool:
    """Tell whether several names stand before colons, and one of them is in a piece that was not
    read: `France: more taxes, Austria: too`. `categories`: those of the names."""
    named = [n for n, piece in enumerate(pieces) if piece.heads and _names_only(piece, categories)]
    return len(named) > 1 and not unread.isdisjoint(named)


def _names_only(piece: Piece, categories: Container[str]) -> bool:
    """Whether a piece is only one name of these categories."""
    said = [token for token in piece.tokens if token.senses or not token.light]
    return len(said) == 1 and bool(said[0].names_of(categories))
