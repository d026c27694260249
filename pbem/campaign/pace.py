"""Deadlines: pure functions of the time a report was accepted and the pace of the game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta


def due(accepted: datetime, hours: int) -> datetime:
    """The deadline of a question whose mail was accepted then; UTC in, UTC out."""
    return accepted + timedelta(hours=hours)


def reminders(accepted: datetime, deadline: datetime, left: Sequence[int]) -> list[datetime]:
    """When to remind, first to last; `left` are the per cents of the time that are left then."""
    whole = deadline - accepted
    return [deadline - whole * percent / 100 for percent in left]
