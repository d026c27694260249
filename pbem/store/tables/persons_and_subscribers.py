"""Persons with an address, players and hosts, and subscribers, who get public reports."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, row_id


class Person(Table, table=True):
    """Somebody with an address, in any number of games. The address is normalised."""

    id: int = row_id()
    address: str = Field(unique=True)
    name: str = ""
    asked_away: datetime | None = Field(default=None, sa_type=Moment)
    """When an automatic reply last made us ask whether they are away."""
    zone: str = ""
    """The time zone for times in mails, such as Europe/Madrid; empty: they gave none."""
    preferences: str = ""
    """Their preferences about mails, as JSON (pbem.settings.preferences); empty: the defaults."""
    digest_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When their next digest is due; None: they want none."""
    digested: datetime | None = Field(default=None, sa_type=Moment)
    """When the last digest was due."""
    created: datetime = Field(sa_type=Moment)


class Subscriber(Table, table=True):
    """An address that gets a game's public reports, such as a forum that takes posts by mail.

    `format` is that of the posts; `told` is the last event that has been reported to it. Somebody
    who subscribed by mail gets nothing, and has no `format`, until they confirm; then it is the one
    they `asked` for.
    """

    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "address"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    address: str = Field(index=True)
    format: str
    language: str = ""
    """The language code of the reports; empty: that of the game."""
    asked: str = ""
    told: int = 0
    confirmed: datetime | None = Field(default=None, sa_type=Moment)
    """When the address itself said yes; None: the host subscribed it, maybe for many readers."""
