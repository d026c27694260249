"""How punctual people are, over all their games: questions answered on time, late, or missed."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from sqlmodel import Session as Db
from sqlmodel import col, func, select

from pbem.reports.mail_parts import Punctuality
from pbem.settings import attendance_policy
from pbem.store import tables as t

FEWEST = 5
"""How many questions a person must have had before being judged."""
How = Literal["on time", "late", "missed"]


def note(seat: t.Seat, row: t.Window, how: How) -> None:
    """Note how a question was answered, for the person who has the seat now."""
    row.person_id, row.punctual = seat.person_id, how


def of_person(db: Db, person: int | None) -> Punctuality:
    """Return what is known of a person."""
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
    """Count the windows that a seat's mail has answered: on time, or late by the game's clocks.

    `now` is what those clocks show.
    """
    for row in rows:
        if row.state == "answered":
            late = row.due is not None and row.due < now
            note(seat, row, "late" if late else "on time")


def falls_short(db: Db, game: t.Game, person: t.Person | None) -> Punctuality | None:
    """Return the record of a person less punctual than the game demands; None if they may join."""
    least = attendance_policy.restored(game.terms).punctual
    known = of_person(db, person.id if person else None)
    if not least or known.asked < FEWEST or (known.percent or 0) >= least:
        return None
    return known
