"""How punctual a person is, over all games: questions answered on time, late, and missed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, NamedTuple

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.campaign.mails.outbox import Payload
from pbem.settings import attendance_policy
from pbem.store import tables as t

FEWEST = 5
"""Questions behind which a person can be judged."""
How = Literal["on time", "late", "missed"]


class Punctuality(NamedTuple):
    """How many questions somebody answered on time or late, and how many he missed."""

    on_time: int = 0
    late: int = 0
    missed: int = 0

    @property
    def asked(self) -> int:
        """All of them."""
        return self.on_time + self.late + self.missed

    @property
    def percent(self) -> int | None:
        """Of a hundred questions so many were answered on time; None: none was asked yet."""
        return self.on_time * 100 // self.asked if self.asked else None

    def shown(self) -> Payload:
        """As payloads have it."""
        return {**self._asdict(), "percent": self.percent}


def note(seat: t.Seat, row: t.Window, how: How) -> None:
    """Note how a question was answered, for the person who has the seat now."""
    row.person_id, row.punctual = seat.person_id, how


def of_person(db: Db, person: int | None) -> Punctuality:
    """What is known of somebody."""
    if person is None:
        return Punctuality()
    rows = (
        select(t.Window.punctual, func.count())
        .where(t.Window.person_id == person, t.Window.punctual != "")
        .group_by(col(t.Window.punctual))
    )
    counts: dict[str, int] = dict(db.exec(rows).all())
    return Punctuality(*(counts.get(how, 0) for how in ("on time", "late", "missed")))


def answered(seat: t.Seat, rows: Iterable[t.Window], now: datetime) -> None:
    """The seat's mail has answered those of these windows that are closed: in time, or late by
    what the game's clocks show `now`."""
    for row in rows:
        if row.state == "answered":
            late = row.due is not None and row.due < now
            note(seat, row, "late" if late else "on time")


def falls_short(db: Db, game: t.Game, person: t.Person | None) -> Punctuality | None:
    """What is known of somebody who is less punctual than the game asks for; None: he may join."""
    least = attendance_policy.restored(game.terms).punctual
    known = of_person(db, person.id if person else None)
    if not least or known.asked < FEWEST or (known.percent or 0) >= least:
        return None
    return known
