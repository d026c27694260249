"""What the readers of mails prefer, as the store has it: the same in all their games."""

from __future__ import annotations

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from pbem.settings.preferences import USUAL, Preferences, restored
from pbem.store import rows
from pbem.store import tables as t

_AT: Select[str, str] = select(t.Person.preferences, t.Person.zone).where(
    col(t.Person.address) == bindparam("address")
)
_IN_GAME: Select[str, str] = (
    select(t.Seat.key, t.Person.preferences)
    .join(t.Person, col(t.Seat.person_id) == col(t.Person.id))
    .where(
        col(t.Seat.game_id) == bindparam("game"),
        col(t.Person.preferences) != "",
    )
)


def at(db: Db, address: str) -> Preferences:
    """What the reader at this address prefers."""
    found = rows.read(db, _AT, address=address).first()
    return restored(found[0]) if found else USUAL


def zone_at(db: Db, address: str) -> str:
    """The time zone of the reader at this address; empty: he has told none."""
    found = rows.read(db, _AT, address=address).first()
    return found[1] if found else ""


def keeping_back(db: Db, game: t.Game) -> frozenset[str]:
    """The seats to which mails that ask nothing are not sent by themselves."""
    found = rows.read(db, _IN_GAME, game=game.id)
    return frozenset(key for key, text in found if key and restored(text).keeps_back)
