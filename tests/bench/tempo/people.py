"""When simulated people answer: a club's players, with jobs and nights.

They answer after a log-normal time with a median of 14 hours (sigma 0.9), sleep from 23 to 7 and
are half as quick at weekends. 3 of 100 windows they miss; the others they answer before the
deadline, of which reminders have told them. 2 of 100 turns have a mistake that takes another mail
to correct.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from random import Random

MEDIAN, SIGMA = 14.0, 0.9
BED, RISE = 23, 7
WEEKEND = (5, 6)
MISSED, MISTAKEN = 0.03, 0.02
STEP = timedelta(minutes=15)


def answered(chance: Random, asked: datetime) -> datetime:
    """When a person asked at that hour has answered."""
    left = timedelta(hours=chance.lognormvariate(math.log(MEDIAN), SIGMA))
    now = asked
    while left > timedelta():
        left -= STEP / 2 if now.weekday() in WEEKEND else STEP
        now += STEP
    return _awake(chance, now)


def in_time(chance: Random, at: datetime, due: datetime) -> datetime:
    """The same time, or, where that is too late, one before: two reminders have told of it."""
    if at < due:
        return at
    return _up(due - timedelta(minutes=chance.randrange(30, 180)))


def _up(at: datetime) -> datetime:
    """The same hour by day; what would fall into the night is written before it."""
    if RISE <= at.hour < BED:
        return at
    return at.replace(hour=BED - 1, minute=30) - timedelta(days=at.hour < RISE)


def _awake(chance: Random, at: datetime) -> datetime:
    """The same hour by day; what would fall into the night is written after it."""
    if RISE <= at.hour < BED:
        return at
    morning = at.replace(hour=RISE, minute=0) + timedelta(days=at.hour >= BED)
    return morning + timedelta(minutes=chance.randrange(90))
