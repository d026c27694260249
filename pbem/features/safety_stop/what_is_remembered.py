"""The one row in which the safety stop remembers something from one look to the next."""

from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import bindparam, update
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.store import statements
from pbem.store import tables as t

ONLY = 1
"""The row's number."""
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Remembered(NamedTuple):
    """The row as it was read: each look reads it, only few change it."""

    looked: datetime | None = None
    released: datetime = LONG_AGO
    why: str = ""
    since: datetime | None = None
    seen: str = ""
    at: datetime | None = None
    letting_go: bool = False


_REMEMBERED = (
    select(t.SafetyStop)
    .where(col(t.SafetyStop.id) == ONLY)
    .with_only_columns(*(getattr(t.SafetyStop, name) for name in Remembered._fields))
)
LOOKED = update(t.SafetyStop).where(col(t.SafetyStop.id) == ONLY).values(looked=bindparam("now"))
"""Notes how far clock and mailbox have been seen."""
LOOKED_WELL = LOOKED.where(col(t.SafetyStop.why) == "")
"""The same, but only if the clocks run."""


def remembered(db: Db) -> Remembered:
    """Return what is remembered; `why` is empty while the clocks run."""
    row = statements.read(db, _REMEMBERED).first()
    return Remembered(*row) if row else Remembered()


def locked(db: Db) -> t.SafetyStop:
    """Return what is remembered, locked against changes by others until the transaction ends."""
    new = {"released": LONG_AGO, "why": "", "seen": "", "letting_go": False}
    statements.add_new(db, t.SafetyStop, id=ONLY, **new)
    return db.get_one(t.SafetyStop, ONLY, with_for_update=True, populate_existing=True)
