"""The machine's clock, which is passed to everything that depends on the time."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the machine's time, with its zone."""
    return datetime.now(UTC)
