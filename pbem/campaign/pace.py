"""Deadlines: pure functions of the time a report was accepted and the pace of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta


def due(accepted: datetime, hours: int) -> datetime:
    """The deadline of a question whose mail was accepted then; UTC in, UTC out."""
    return accepted + timedelta(hours=hours)


def reminders(deadline: datetime, hours: int, left: Sequence[int]) -> list[datetime]:
    """When to remind, first to last; `left` are the per cents of the pace that are left then."""
    return [deadline - timedelta(hours=hours) * percent / 100 for percent in left]


def next_at(deadline: datetime, hours: int, left: Sequence[int], reminded: int) -> datetime:
    """What comes next, behind so many reminders: another one, or the deadline."""
    return min([*reminders(deadline, hours, left)[reminded:], deadline])
