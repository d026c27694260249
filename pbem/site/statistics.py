"""Compares a game's dice with the expected results."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import erfc, exp, lgamma, log, sqrt
from typing import Any, NamedTuple

ENOUGH = 5
"""How many draws must be expected for each outcome before the test may be used (the usual rule for
Pearson's)."""


class Fallen(NamedTuple):
    """Draws with `of` possible outcomes: how often each outcome was drawn, from the first on."""

    of: int
    counts: tuple[int, ...]

    @property
    def draws(self) -> int:
        """The number of draws."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each outcome is expected."""
        return self.draws / self.of

    @property
    def by_chance(self) -> float:
        """The probability that chance alone deviates at least as far (Pearson's test)."""
        apart = sum((count - self.expected) ** 2 for count in self.counts) / self.expected
        return upper_tail(apart, self.of - 1)


SIDES = 6
"""How many sides the dice have that seats roll."""


class Hand(NamedTuple):
    """The dice of a seat: how often each side was rolled, from 1 on."""

    seat: str
    counts: tuple[int, ...]

    @property
    def rolled(self) -> int:
        """The number of dice rolled."""
        return sum(self.counts)

    @property
    def average(self) -> float:
        """The average of the dice."""
        return sum(n * count for n, count in enumerate(self.counts, start=1)) / self.rolled


def by_seat(rolls: Iterable[tuple[str, int]]) -> list[Hand]:
    """Count dice by the seat that rolled them, with seats in alphabetical order."""
    found: dict[str, Counter[int]] = {}
    for seat, die in rolls:
        found.setdefault(seat, Counter())[die] += 1
    return [Hand(seat, tuple(found[seat][n + 1] for n in range(SIDES))) for seat in sorted(found)]


def fallen(bodies: Iterable[Mapping[str, Any]]) -> list[Fallen]:
    """Count the public draws in these lines, leaving out kinds with too few draws."""
    found: dict[int, Counter[int]] = {}
    for body in bodies:
        if body["t"] == "draw" and "to" not in body:
            found.setdefault(body["of"], Counter())[body["index"]] += 1
    rows = (Fallen(of, tuple(counts[n] for n in range(of))) for of, counts in found.items())
    return sorted((row for row in rows if row.of > 1 and row.expected >= ENOUGH), reverse=True)


def upper_tail(value: float, freedom: int) -> float:
    """Return the probability that chi-square of this many degrees of freedom is at least `value`.

    >>> round(upper_tail(11.07, 5), 3), round(upper_tail(3.84, 1), 2), upper_tail(0, 3)
    (0.05, 0.05, 1.0)
    """
    if value <= 0:
        return 1.0
    half = value / 2  # closed forms: Abramowitz and Stegun 26.4.4 and 26.4.5
    terms = range(1, freedom // 2) if freedom % 2 == 0 else range((freedom - 1) // 2)
    shift = 0.0 if freedom % 2 == 0 else 0.5
    series = sum(exp((n + shift) * log(half) - half - lgamma(n + shift + 1)) for n in terms)
    return series + (exp(-half) if freedom % 2 == 0 else erfc(sqrt(half)))
