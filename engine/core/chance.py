"""Chance that is none of the game's dice, and players without an opinion who live by it.

The stream has nothing to do with a game's dice: what a bot chooses is in the record, how it came
to choose is not.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.decision import Choice, Decision

LONG, FEW = 6, 4
"""Of a range longer than this, a thrifty player takes one of so many."""


class Stream:
    """Numbers without bias from a text, the same everywhere: SHA-256 in counter mode."""

    __slots__ = ("_block", "_count", "_key")

    def __init__(self, text: str) -> None:
        self._key = hashlib.sha256(text.encode())
        self._count = 0
        self._block: list[int] = []

    def below(self, of: int) -> int:
        """A number in 0..of-1, for `of` up to 65,536."""
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
        """The values in random order, each drawn only when it is wanted."""
        rest = list(values)
        while rest:
            place = self.below(len(rest)) if len(rest) > 1 else 0
            rest[place], rest[-1] = rest[-1], rest[place]
            yield rest.pop()

    def pick(self, values: Sequence[Any]) -> Any:
        """One of the values."""
        return values[self.below(len(values))]


def random_choice(decision: Decision, stream: Stream) -> Choice:
    """Walk the menu, uniformly at each branch over what is legal there."""
    found = decision.menu.walk(stream.shuffled)
    if found is None:
        raise ValueError("nothing can be answered")
    return found


def thrifty_choice(decision: Decision, stream: Stream) -> Choice:
    """As `random_choice`, but of a long range of numbers one of the first few.

    A player who bids and gives away whatever he could raise by ruining himself is no company.
    """

    def order(values: Sequence[Any]) -> Iterator[Any]:
        few = isinstance(values, range) and len(values) > LONG
        yield from stream.shuffled(values[:FEW] if few else values)
        yield from values[FEW:] if few else ()

    found = decision.menu.walk(order)
    if found is None:
        raise ValueError("nothing can be answered")
    return found
