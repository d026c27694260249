"""The odds of winning a combat: each side adds the difference of its two dice."""

from functools import cache
from typing import NamedTuple

FACES = range(1, 7)
DIFFERENCES = tuple(abs(one - two) for one in FACES for two in FACES)
OF = len(DIFFERENCES) ** 2
"""The number of all throws of four dice; odds are counted out of it."""


class Odds(NamedTuple):
    """The number of throws, out of `OF`, that end in each way for one side."""

    win: int
    tie: int
    defeat: int


@cache
def odds(lead: int) -> Odds:
    """Return the exact odds for a side that is stronger by `lead` before the dice."""
    ends = [lead + own - against for own in DIFFERENCES for against in DIFFERENCES]
    win = sum(end > 0 for end in ends)
    tie = sum(end == 0 for end in ends)
    return Odds(win, tie, OF - win - tie)


def share(value: int, of_throws: int) -> int:
    """Return the expected value of something that comes in this many of all throws."""
    return value * of_throws // OF
