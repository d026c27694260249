"""Limits how many mails go out a minute, to each domain and in all, as the configuration says.

A mail that is taken up for sending counts for a minute, whether or not a server accepts it. The
counts are rows, locked while somebody takes up mails, so that several processes share them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, func
from sqlmodel import Session as Db
from sqlmodel import col

from pbem.store import statements
from pbem.store import tables as t

MINUTE = timedelta(minutes=1)
ALL = ""
"""Stands for all domains together."""

Taken = tuple[datetime, int]
"""A moment, and how many mails were taken up then."""


def within_a_minute(recent: Iterable[Taken], now: datetime) -> list[Taken]:
    """Return those less than a minute away, before or after: the clocks of machines differ, and one
    that was set back must not delay mails for long."""
    return [(at, number) for at, number in recent if abs(now - at) < MINUTE]


@dataclass
class Allowance:
    """How many mails may be taken up now, by domain."""

    left: dict[str, int]
    taken: dict[str, int] = field(default_factory=dict)

    def most(self, wanted: int) -> int:
        """Return how many may be taken up, at most as many as are wanted."""
        return min(wanted, self.left.get(ALL, wanted))

    def open_domains(self) -> list[ColumnElement[bool]]:
        """Return conditions on mails that leave out domains to which nothing may go now."""
        address = func.lower(col(t.Outgoing.recipient))
        closed = sorted(domain for domain, left in self.left.items() if domain and left <= 0)
        return [~address.endswith(f"@{domain}", autoescape=True) for domain in closed]

    def take(self, rows: Iterable[t.Outgoing]) -> list[t.Outgoing]:
        """Take up mails as far as the limits allow; return those."""
        return [row for row in rows if self._takes(row.recipient.rpartition("@")[2].lower())]

    def _takes(self, domain: str) -> bool:
        names = [name for name in (ALL, domain) if name in self.left]
        if any(self.left[name] <= 0 for name in names):
            return False
        for name in names:
            self.left[name] -= 1
            self.taken[name] = self.taken.get(name, 0) + 1
        return True


def allowance(limits: Mapping[str, int], db: Db, now: datetime) -> Allowance:
    """Return what may be taken up now; nobody else takes mails up until the transaction ends."""
    left = {}
    for domain, most in sorted(limits.items()):
        recent = within_a_minute(_recent(_locked(db, domain)), now)
        left[domain] = most - sum(number for _, number in recent)
    return Allowance(left)


def note(db: Db, allowed: Allowance, now: datetime) -> None:
    """Count what was taken up, for a minute."""
    for domain, number in allowed.taken.items():
        row = _locked(db, domain)
        recent = [*within_a_minute(_recent(row), now), (now, number)]
        row.recent = json.dumps([(at.isoformat(), many) for at, many in recent])


def _locked(db: Db, domain: str) -> t.SendingRate:
    statements.add_new(db, t.SendingRate, domain=domain, recent="[]")
    return db.get_one(t.SendingRate, domain, with_for_update=True)


def _recent(row: t.SendingRate) -> list[Taken]:
    return [(datetime.fromisoformat(at), number) for at, number in json.loads(row.recent)]


def told(limits: Mapping[str, int]) -> str:
    """Say what the limits are; empty if there are none."""
    parts = [f"{most} to {domain or 'all domains together'}" for domain, most in limits.items()]
    return ", ".join(parts)


def pointless(limits: Mapping[str, int]) -> Collection[str]:
    """Return the domains whose own limit is never reached, because the one for all is not
    higher."""
    of_all = limits.get(ALL)
    return [] if of_all is None else [d for d, most in limits.items() if d and most >= of_all]
