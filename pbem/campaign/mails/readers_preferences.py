"""What readers prefer in all their games: language, time zone, fewer mails."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select
from sqlmodel.sql.expression import Select

from pbem.reports.languages.language import ENGLISH
from pbem.settings import pacing
from pbem.settings.preferences import USUAL, Preferences, restored
from pbem.store import statements
from pbem.store import tables as t

_AT: Select[str, str] = select(t.Person.preferences, t.Person.zone).where(
    col(t.Person.address) == bindparam("address")
)
_OF_GAME: Select[str, str | None] = (
    select(t.Game.language, t.Subscriber.language)
    .join(
        t.Subscriber,
        (col(t.Subscriber.game_id) == col(t.Game.id))
        & (col(t.Subscriber.address) == bindparam("address")),
        isouter=True,
    )
    .where(col(t.Game.id) == bindparam("game"))
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
    """Return what the reader at this address prefers."""
    found = statements.read(db, _AT, address=address).first()
    return restored(found[0]) if found else USUAL


def language_at(db: Db, address: str, game: int | None) -> str:
    """Return the language for mails to this address.

    It is the one its reader prefers, or that of the public reports sent there, or the game's.
    """
    if own := at(db, address).language:
        return own
    found = statements.read(db, _OF_GAME, address=address, game=game).first() if game else None
    return (found[1] or found[0] if found else "") or ENGLISH


def zone_at(db: Db, address: str) -> str:
    """Return the time zone of the reader at this address; empty if they never gave one."""
    found = statements.read(db, _AT, address=address).first()
    return found[1] if found else ""


class Zone(NamedTuple):
    """The time zone that a mail shows, and whether its reader has set none, so that it is the
    game's."""

    zone: str
    zone_of_game: bool


def zone_in(db: Db, address: str, game: t.Game) -> Zone:
    """Return the time zone of mails about a game to this address."""
    return zone_or_of_game(zone_at(db, address), game)


def zone_or_of_game(own: str, game: t.Game) -> Zone:
    """Return a reader's own time zone, or that of the game; empty for UTC."""
    of_game = pacing.restored(game.pace).zone
    if own or of_game == "UTC":
        return Zone(own, False)
    return Zone(of_game, True)


def coalescing(db: Db, game: t.Game) -> frozenset[str]:
    """Return the seats whose players want no separate mails that ask nothing."""
    found = statements.read(db, _IN_GAME, game=game.id)
    return frozenset(key for key, text in found if key and restored(text).keeps_back)
