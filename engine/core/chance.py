"""Randomness for bots, and bots that choose at random.

The stream is independent of a game's dice: the record holds what a bot chose, but not how it came
to choose it.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.decision import Choice, Decision

LONG, FEW = 6, 4
"""From a range longer than LONG, a thrifty player takes one of the first FEW values."""


class Stream:
    """Unbiased numbers derived from a text, the same on every machine: SHA-256 in counter mode."""

    __slots__ = ("_block", "_count", "_key")

    def __init__(self, text: str) -> None:
        self._key = hashlib.sha256(text.encode())
        self._count = 0
        self._block: list[int] = []

    def below(self, of: int) -> int:
        """Return a number in 0..of-1, for `of` up to 65,536."""
        top = 65536 - 65536 % of
        while True:
            if not self._block:
                self._refill()
            number = self._block.pop()
            if number < top:
                return number % of

    def _refill(self) -> None:
        block = self._key.copy()
        block.update(self._count.to_bytes(8, "big"))
        digest = block.digest()
        self._count += 1
        self._block = [digest[i] << 8 | digest[i + 1] for i in range(0, 32, 2)]

    def shuffled(self, values: Sequence[Any]) -> Iterator[Any]:
        """Yield the values in random order; each is drawn only when it is needed."""
        rest = list(values)
        while rest:
            place = self.below(len(rest)) if len(rest) > 1 else 0
            rest[place], rest[-1] = rest[-1], rest[place]
            yield rest.pop()

    def pick(self, values: Sequence[Any]) -> Any:
        """Return one of the values at random."""
        return values[self.below(len(values))]


def random_choice(decision: Decision, stream: Stream) -> Choice:
    """Walk the menu and pick uniformly, at each branch, among what is legal there."""
    found = decision.menu.walk(stream.shuffled)
    if found is None:
        raise ValueError("nothing can be answered")
    return found


def thrifty_choice(decision: Decision, stream: Stream) -> Choice:
    """Choose like `random_choice`, but from a long range of numbers take one of the first few.

    It is no fun to play with a bot that bids or gives away everything it could raise by ruining
    itself.
    """

    def order(values: Sequence[Any]) -> Iterator[Any]:
        few = isinstance(values, range) and len(values) > LONG
        yield from stream.shuffled(values[:FEW] if few else values)
        yield from values[FEW:] if few else ()

    found = decision.menu.walk(order)
    if found is None:
        raise ValueError("nothing can be answered")
    return found
