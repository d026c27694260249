"""Words that count, where a list of names is asked for: `two swords`, `sword x2`."""

from collections.abc import Collection, Mapping, Sequence

from engine.orders.understanding.words.token import Token
from engine.orders.words.lexicon import Word

MOST = 9
"""The most of one name in a list."""
TIMES = "x"
NEVER: Mapping[Word, int] = {}


def one_by_one(
    said: Sequence[Token], categories: Collection[str], often: Mapping[Word, int] = NEVER
) -> tuple[Word, ...]:
    """Write `two swords` as `sword sword`, and `sword x2`, `twice sword` or `Egypt 2` likewise, for
    names of these categories. `often`: words such as `twice`."""
    within = _within_names(said)
    tokens = [
        token._replace(
            senses=tuple(s for s in token.senses if s.category in categories),
            number=None if place in within else token.number,
        )
        for place, token in enumerate(said)
    ]
    found, at, behind = list[Word](), 0, _stand_behind(tokens) and not _ends_with_name(said)
    while at < len(tokens):
        start, end, number = (at, _end(tokens, at), 1) if behind else _counted(tokens, at, often)
        found += [token.word for token in tokens[at + 1 : start] if token.word != TIMES]
        again = end + (tokens[end].word == TIMES) if end < len(tokens) else end
        if number == 1 and tokens[start].senses and (behind or again > end):
            number = _number(tokens, again)
            at = again + 1 if number else end
        elif number == 1 and tokens[start].senses and end < len(tokens):
            number = often.get(tokens[end].word, 1)
            at = end + (tokens[end].word in often)
        else:
            at = end
        found += [token.word for token in tokens[start:end]] * (number or 1)
    return tuple(found)


def _stand_behind(tokens: Sequence[Token]) -> bool:
    """Whether numbers stand behind what they count: `Egypt 1, Cyprus 2`."""
    first = next((token for token in tokens if token.senses or token.number is not None), None)
    if not (first and first.senses):
        return False
    last = tokens[-1]
    return last.word.isdecimal() or (isinstance(last.number, int) and not last.senses)


def _within_names(said: Sequence[Token]) -> set[int]:
    """The positions of words inside names that begin before them, such as the number of a
    square."""
    names = ((n, s) for n, token in enumerate(said) for s in token.names if isinstance(s.key, str))
    return {place for n, sense in names for place in range(n + 1, sense.end)}


def _ends_with_name(said: Sequence[Token]) -> bool:
    """Whether a number at the end is part of a name, such as that of a square: `D16`."""
    named = any(sense.end == len(said) for token in said[-2:-1] for sense in token.senses)
    return named and said[-1].word.isdecimal()


def _number(tokens: Sequence[Token], at: int) -> int:
    """How often something is meant, by the number at this position; 0 if there is no such
    number."""
    said = tokens[at].number if at < len(tokens) else None
    return said if isinstance(said, int) and 1 <= said <= MOST else 0


def _places(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """How many ordinals are joined, and where they end: `third and fourth`; 0 if only one."""
    number, end = 0, at
    while end < len(tokens) and tokens[end].ordinal > 0:
        number += 1
        joined = end + 2 < len(tokens) and tokens[end + 1].light and tokens[end + 2].ordinal > 0
        end += 1 + joined
    return (number, end) if number > 1 else (0, at + 1)


def _counted(tokens: Sequence[Token], at: int, often: Mapping[Word, int]) -> tuple[int, int, int]:
    """The beginning and end of the name that is counted here, or of the word, and how often it is
    meant."""
    number, start = _number(tokens, at) or often.get(tokens[at].word, 0), at + 1
    if not number:
        number, start = _places(tokens, at)
    start += start < len(tokens) and tokens[start].word == TIMES
    while start < len(tokens) and tokens[start].light and not tokens[start].senses:
        start += 1
    if number and start < len(tokens) and tokens[start].senses:
        return start, _end(tokens, start), number
    return at, _end(tokens, at), 1


def _end(tokens: Sequence[Token], at: int) -> int:
    return max((sense.end for sense in tokens[at].senses), default=at + 1)
