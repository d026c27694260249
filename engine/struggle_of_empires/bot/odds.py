"""How likely a combat is won: both sides add the difference of their two dice."""

from functools import cache
from typing import NamedTuple

FACES = range(1, 7)
DIFFERENCES = tuple(abs(one - two) for one in FACES for two in FACES)
OF = len(DIFFERENCES) ** 2
"""All throws of four dice; odds are so many of these."""


class Odds(NamedTuple):
    """Of `OF` throws, those that end so for the side that leads, or trails, before the dice."""

    win: int
    tie: int
    defeat: int


@cache
def odds(lead: int) -> Odds:
    """For a side whose strength is greater by `lead` before the dice. Exact."""
    ends = [lead + own - against for own in DIFFERENCES for against in DIFFERENCES]
    win = sum(end > 0 for end in ends)
    tie = sum(end == 0 for end in ends)
    return Odds(win, tie, OF - win - tie)


def share(value: int, of_throws: int) -> int:
    """What a value is worth that comes in so many of all throws."""
    return value * of_throws // OF
