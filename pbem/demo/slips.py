"""Slips of the fingers, as players make them."""

import re

from engine.core.bots import Stream

SHORTEST = 6
"""Letters of a word that a slip may fall into: shorter ones are easily another word."""
WORD = re.compile(rf"[^\W\d_]{{{SHORTEST},}}")


def slipped(line: str, stream: Stream) -> str:
    """The line with one slip in one of its longer words; as it was, if it has none."""
    words = list(WORD.finditer(line))
    if not words:
        return line
    word = stream.pick(words)
    return line[: word.start()] + _mistyped(word[0], stream) + line[word.end() :]


def _mistyped(word: str, stream: Stream) -> str:
    """Two letters swapped, one left out, or one typed twice; the first letter is right."""
    at = 1 + stream.below(len(word) - 2)
    slips = (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
    )
    return slips[stream.below(len(slips))]
