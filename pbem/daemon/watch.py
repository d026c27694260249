"""Whether the machine's clock was set while the moderator ran: it is compared with a clock that
only runs on.

A machine that sleeps has not had its clock set: where there is a steady clock that runs on in
sleep, it is taken.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.daemon.opening import Clock

STEADY: int = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def steady() -> float:
    """Seconds since some moment, on a clock that nobody can set (POSIX, clock_gettime)."""
    return time.clock_gettime(STEADY)


class Jump(NamedTuple):
    """What the clock should have shown by the steady one, and what it shows."""

    should: datetime
    shows: datetime


class Watch:
    """The clock beside the steady one; each look counts from the one before."""

    def __init__(self, clock: Clock, steady: Callable[[], float] = steady) -> None:
        self._clock, self._steady = clock, steady
        self._time, self._seconds = clock(), steady()

    def look(self) -> Jump:
        """What the clock should show, and what it shows."""
        before, seconds = self._time, self._seconds
        self._time, self._seconds = self._clock(), self._steady()
        return Jump(before + timedelta(seconds=self._seconds - seconds), self._time)
