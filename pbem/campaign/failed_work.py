"""What failed in this process, and when to retry it. A restart retries everything at once."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

MAIL = "mail"
"""The kind of mails."""
LATER = (1, 5, 15)
"""Minutes until the retry of a due item that failed; the last number is repeated."""
MAIL_LATER = (1,)
"""The same for mails, as a few failures set them aside."""


@dataclass
class Retries:
    """Work that has failed. Each item is known by its kind and the number of its row."""

    uncounted: set[int] = field(default_factory=set)
    """Mails for which an attempt was counted although the failure was not their fault."""
    _failed: dict[tuple[str, int], tuple[int, datetime]] = field(default_factory=dict)

    def fails(self, kind: str, number: int, now: datetime) -> None:
        """Note a failure: the item is set aside for a while, and others go on."""
        times, _ = self._failed.get((kind, number), (0, now))
        self._failed[kind, number] = (times + 1, now)

    def succeeds(self, kind: str, number: int) -> None:
        """Note that the item is done."""
        self._failed.pop((kind, number), None)

    def aside(self, kind: str, now: datetime) -> set[int]:
        """Return the numbers of items that are not to be retried yet."""
        return {
            number
            for (of, number), (times, at) in self._failed.copy().items()
            if of == kind and at <= now < at + _later(kind, times)
        }


def _later(kind: str, times: int) -> timedelta:
    """Return how long to wait after this many failures."""
    minutes = MAIL_LATER if kind == MAIL else LATER
    return timedelta(minutes=minutes[min(times, len(minutes)) - 1])
