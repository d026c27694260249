"""Outages of the machine or the database while the moderator runs; the host is told once."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog

from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World

SHORT = timedelta(minutes=1)
"""Outages that end within this time are not worth a mail."""

log: Any = structlog.get_logger()


@dataclass
class Outage:
    """What keeps one thread from its work, since when, and whether the host has been told."""

    world: World
    why: str = ""
    since: datetime | None = None
    told: bool = False

    def goes_on(self, why: str, now: datetime) -> None:
        """Note that it failed again. While nothing can be written, the host cannot be told."""
        if self.since is None:
            self.why, self.since, self.told = why, now, False
        self._tell(now, over=False)

    def is_over(self, now: datetime) -> None:
        """Note that all is well; tell the host now if that was not possible before."""
        self._tell(now, over=True)
        self.since = None

    def _tell(self, now: datetime, *, over: bool) -> None:
        if self.told or self.since is None or now - self.since < SHORT:
            return
        try:
            with self.world.store.transaction() as db:
                ctx = Context(self.world, db, now, f"trouble {self.why} {now.isoformat()}")
                failures.tell_of_surroundings(ctx, self.why, self.since, over=over)
        except Exception as problem:
            log.warning("nor can the host be told", **failures.told(problem))
        else:
            self.told = True
