"""The machine's clock: whoever works by the time is given one."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time of the machine, aware."""
    return datetime.now(UTC)
