"""Keeps the limits of answers as they were where a moderator's games are made again.

The limits count over all games of an address. So what is in no mail, such as a command on the
command line, would not only change its own game: mails to it would be answered otherwise, use up
the limit of their address, and change its mails in all other games. What was answered is known:
the store has what became of each mail.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

from sqlmodel import Session as Db
from sqlmodel import col, delete, select

from pbem.campaign.mails.recipients import host_address
from pbem.campaign.world import World
from pbem.inbox import answer_limits
from pbem.store import statements
from pbem.store import tables as t

USED_UP = 10_000
"""A number of answers above all limits."""
_ENOUGH = re.compile(r"\benough\b")


@contextmanager
def as_known(world: World, known: t.InboundMail, number: int, now: datetime) -> Iterator[None]:
    """Judge a mail within the limits as they were when it was judged first (`known`): it is
    answered only if it was then, and counts only if the same became of it."""
    day, was_enough = now.date(), _ENOUGH.search(known.reason) is not None
    with world.store.transaction() as db:
        before = _counted(db, day)
        addresses = {known.sender or "", host_address(world)}
        if was_enough:
            addresses |= {address for address in db.exec(select(t.Seat.address)) if address}
            _keep(db, day, [_row(address, day, USED_UP) for address in sorted(addresses)])
        else:
            for address in sorted(addresses):
                answer_limits.leave_room(db, address, now, world.config.limits.answers_a_day)
    yield
    with world.store.reading() as db:
        made = db.get_one(t.InboundMail, number).reason
    if was_enough or made != known.reason:
        with world.store.transaction() as db:
            _keep(db, day, before)


def _row(address: str, day: date, count: int) -> dict[str, Any]:
    return {"address": address, "day": day, "count": count, "asked": count}


def _counted(db: Db, day: date) -> list[dict[str, Any]]:
    rows = db.exec(select(t.Answered).where(col(t.Answered.day) == day))
    return [row.model_dump() for row in rows]


def _keep(db: Db, day: date, rows: list[dict[str, Any]]) -> None:
    """Let these be all answers that were counted on this day."""
    db.exec(delete(t.Answered).where(col(t.Answered.day) == day))
    if rows:
        statements.add(db, t.Answered, rows)
