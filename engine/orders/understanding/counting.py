"""Words that count: `twice`, `x2`, `two swords` where a list of names is asked for."""

from collections.abc import Sequence

from engine.orders.lexicon import Word
from engine.orders.understanding.senses import Senses, Token

MOST = 5
"""Of one name in a list."""
TIMES = "x"


def times(said: tuple[Word, ...], twice: frozenset[Word]) -> tuple[tuple[Word, ...], int]:
    """The words without `twice` or `x 2` at their end, and how often that is."""
    if said and said[-1] in twice:
        return said[:-1], 2
    if len(said) > 2 and said[-2] == TIMES and said[-1] in "23456789":
        return said[:-2], int(said[-1])
    return said, 1


def one_by_one(said: tuple[Word, ...], senses: Senses) -> tuple[Word, ...]:
    """`two swords` as `sword sword`, and `sword x2` likewise."""
    tokens, found, at = senses.of(said), list[Word](), 0
    while at < len(said):
        start, end, number = _counted(said, tokens, at)
        found += list(said[start:end]) * number
        at = end
        again = said[end + 1 : end + 2] if said[end : end + 1] == (TIMES,) else ()
        if number == 1 and tokens[start].senses and again and again[0] in "2345":
            found += list(said[start:end]) * (int(again[0]) - 1)
            at = end + 2
    return tuple(found)


def _counted(said: Sequence[Word], tokens: Sequence[Token], at: int) -> tuple[int, int, int]:
    """Where the name stands that is counted here, or the word, and how often it is meant."""
    number, start = tokens[at].number, at + 1 + (said[at + 1 : at + 2] == (TIMES,))
    while start < len(said) and tokens[start].light and not tokens[start].senses:
        start += 1
    counts = isinstance(number, int) and 1 <= number <= MOST
    if isinstance(number, int) and counts and start < len(said) and tokens[start].senses:
        return start, _end(tokens, start), number
    return at, _end(tokens, at), 1


def _end(tokens: Sequence[Token], at: int) -> int:
    return max((sense.end for sense in tokens[at].senses), default=at + 1)
