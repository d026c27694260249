"""A game's clocks: whether they run, what time they show, and how long an answer counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbem.campaign import deadline_arithmetic
from pbem.settings.pacing import restored
from pbem.store import tables as t

Deadlines = Mapping[str, datetime]
"""The moment until which an answer counts, by seat."""
NOBODY: Deadlines = {}


def is_running(game: t.Game) -> bool:
    """Tell whether the game's clocks run, that is, it is neither paused nor stopped."""
    return game.status == "running" and game.stopped is None


def stopped(game: t.Game) -> datetime | None:
    """Return the moment at which the game's clocks stopped, or None if they run."""
    return game.paused if game.status == "paused" else game.stopped


def by_its_clock(game: t.Game, now: datetime) -> datetime:
    """Return the time that the game's clocks show: now, or when they were stopped."""
    return stopped(game) or now


def deadlines_of(game: t.Game, windows: Sequence[t.Window]) -> Deadlines:
    """Return until when each seat's answer counts, for seats whose time is running.

    For a seat that is late already, this is the end of the grace period.
    """
    kept = restored(game.pace)
    return {
        row.seat: deadline_arithmetic.default_at(kept, row.due) if row.late else row.due
        for row in windows
        if row.due is not None and is_running(game)
    }


def iso(time: datetime | None) -> str | None:
    """Format a time as mails contain it (ISO 8601)."""
    return time.isoformat() if time else None
