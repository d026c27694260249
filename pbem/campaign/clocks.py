"""The clocks of a game: whether they run, what they show, until when an answer counts."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from pbem.campaign import deadline_arithmetic
from pbem.settings.pacing import restored
from pbem.store import tables as t

Deadlines = Mapping[str, datetime]
"""Until when an answer counts, by seat."""
NOBODY: Deadlines = {}


def is_running(game: t.Game) -> bool:
    """Tell whether its clocks run: not while it is paused or stopped."""
    return game.status == "running" and game.stopped is None


def stopped(game: t.Game) -> datetime | None:
    """Since when its clocks stand still; None: they run."""
    return game.paused if game.status == "paused" else game.stopped


def by_its_clock(game: t.Game, now: datetime) -> datetime:
    """Tell what the clocks of a game show: now, or when they were stopped."""
    return stopped(game) or now


def deadlines_of(game: t.Game, windows: Sequence[t.Window]) -> Deadlines:
    """Tell until when each seat's answer counts that time runs for; of those who are late, until
    the grace is over."""
    kept = restored(game.pace)
    return {
        row.seat: deadline_arithmetic.default_at(kept, row.due) if row.late else row.due
        for row in windows
        if row.due is not None and is_running(game)
    }


def iso(time: datetime | None) -> str | None:
    """Return a time as mails have it."""
    return time.isoformat() if time else None
