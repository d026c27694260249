"""What failed in this process, and when to try it again. A restart tries everything again."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

LATER = (1, 5, 15)
"""Minutes until what came due and failed is tried again, the last one again and again."""


@dataclass
class Retries:
    """What has failed. What comes due has a kind and the number of its row."""

    uncounted: set[int] = field(default_factory=set)
    """Mails of which an attempt was counted that was not their fault."""
    _failed: dict[tuple[str, int], tuple[int, datetime]] = field(default_factory=dict)

    def fails(self, kind: str, number: int, now: datetime) -> None:
        """Note that it has failed: it is set aside for a while, and others go on."""
        times, _ = self._failed.get((kind, number), (0, now))
        self._failed[kind, number] = (times + 1, now)

    def succeeds(self, kind: str, number: int) -> None:
        """Note that it is done."""
        self._failed.pop((kind, number), None)

    def aside(self, kind: str, now: datetime) -> set[int]:
        """Return the numbers of what is not tried yet."""
        return {
            number
            for (of, number), (times, at) in self._failed.items()
            if of == kind and at <= now < at + timedelta(minutes=LATER[min(times, len(LATER)) - 1])
        }
