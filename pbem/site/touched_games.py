"""Tells which games may look different from when the site was last written, by the rows that were
written since: looking at every game takes a millisecond for each.

Whatever changes a page also writes an event, a mail, a window, a press message or a diary entry.
Changes by time or by a mail server, such as a deadline that runs from when a mail is accepted, are
noticed as long as mails of the game wait. Everything else is found once an hour, when all games are
looked at.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.store import statements
from pbem.store import tables as t

ALL_EVERY = 3_600.0
"""Seconds after which all games are looked at again."""
NUMBERED: tuple[Any, ...] = (t.Event, t.Window, t.Press, t.DiaryEntry, t.Outgoing)
"""Tables with numbered rows for everything that may change a page."""

_LATEST = [select(func.max(col(table.id))) for table in NUMBERED]
_SINCE = [
    select(col(table.game_id)).where(col(table.id) > bindparam("number")) for table in NUMBERED
]
_WAITING = select(t.Outgoing.game_id).where(t.Outgoing.state == "waiting")
_STOPPED = select(t.SafetyStop.why, t.SafetyStop.letting_go)


def read(db: Db, numbers: Iterable[int]) -> Iterator[t.Game]:
    """Yield the games with these numbers, one after the other: there may be very many."""
    yield from (game for number in numbers if (game := db.get(t.Game, number)))


class Looked(NamedTuple):
    """What was found at one look."""

    latest: tuple[int, ...]
    """The number of each table's last row."""
    waiting: frozenset[int | None]
    """Games with mails to send."""
    stopped: tuple[str, bool] | None
    """Why all clocks are stopped, if they are, and whether some games still wait to go on after
    that."""


class TouchedGames:
    """The games that something was written about since the site was up to date."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` returns seconds on a clock that nobody can set."""
        self._clock = clock
        self._before: deque[Looked] = deque(maxlen=2)
        """The last two looks: a transaction that was still open at the last one may have lower
        numbers."""
        self._now: Looked | None = None
        self._all_at: float | None = None
        self._is_all = False

    def look(self, db: Db) -> set[int] | None:
        """Return the games to look at; None for all of them."""
        row = statements.read(db, _STOPPED).first()
        stopped = (row[0], row[1]) if row else None
        latest = tuple(statements.read(db, last).scalar() or 0 for last in _LATEST)
        waiting = frozenset(db.exec(_WAITING))
        self._now = Looked(latest, waiting, stopped)
        late = self._all_at is None or self._clock() - self._all_at >= ALL_EVERY
        self._is_all = late or self._before[-1].stopped != stopped
        if self._is_all:
            return None
        found = set(waiting.union(*(before.waiting for before in self._before)))
        for since, number in zip(_SINCE, self._before[0].latest, strict=True):
            found.update(statements.read(db, since, number=number).scalars())
        return {game for game in found if game is not None}

    def is_up_to_date(self) -> None:
        """Note that the site shows what there was at the last look."""
        assert self._now
        self._before.append(self._now)
        if self._is_all:
            self._all_at = self._clock()
