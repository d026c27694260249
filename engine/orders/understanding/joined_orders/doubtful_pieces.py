"""Doubts that one of several pieces raises about the order that they make together."""

from collections.abc import Callable, Collection, Sequence, Set

from engine.orders.reading import guessing
from engine.orders.understanding.cutting.cutting_a_mail import Piece
from engine.orders.understanding.reading_types import Meaning, Situation
from engine.orders.words.lexicon import Word, whole

Alone = Callable[[Piece], Meaning | None]
"""Reads a piece by itself."""


def says_instead(
    pieces: Sequence[Piece], denying: Set[Word], there: Situation, alone: Alone
) -> bool:
    """Tell whether one of several pieces is an answer by itself, without a word that denies: `I
    don't like that roll, repeat it`."""
    if len(pieces) < 2 or not there.asked:
        return False
    plain = (p for p in pieces if denying.isdisjoint(token.word for token in p.tokens))
    return any(m and there.asks(m.kind) and not (m.guessed or m.bare) for m in map(alone, plain))


def is_strange_only(
    meaning: Meaning, pieces: Sequence[Piece], is_place: Callable[[str], bool], alone: Alone
) -> bool:
    """Tell whether the only doubt about a complete order is one extra word, and the order needs all
    of these pieces: `send the troops over the border and grab Illyria`."""
    strange = meaning.strange and not meaning.several
    if not strange or {why.id for why in meaning.guessed} != {guessing.UNKNOWN}:
        return False
    if len(pieces) == 1:
        return True
    unknown = guessing.unknown_in(meaning.guessed)
    if any(_tells_of_another(piece, unknown) for piece in pieces):
        return False
    places = [slot for slot in meaning.values if is_place(slot)]
    single = map(alone, pieces)
    return len(places) < 2 and not any(one and one.lines == meaning.lines for one in single)


def _tells_of_another(piece: Piece, unknown: Collection[str]) -> bool:
    """Whether a piece begins with a name, and says something about it in unknown words: `Austria is
    spared`."""
    heavy = [token for token in piece.tokens if token.between or not token.light]
    return bool(heavy and heavy[0].names) and any(whole(t.word) in unknown for t in heavy)
