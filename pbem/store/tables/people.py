"""Those with an address: players, hosts and readers."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.tables.columns import Moment, row_id


class Person(SQLModel, table=True):
    """Somebody with an address, in any number of games. The address is normalised."""

    id: int = row_id()
    address: str = Field(unique=True)
    name: str = ""
    asked_away: datetime | None = Field(default=None, sa_type=Moment)
    """When an automatic answer last led to the question whether he is away."""
    zone: str = ""
    """The time zone that mails show times in, as Europe/Madrid; empty: none was told."""
    preferences: str = ""
    """What he prefers of his mails, as JSON (pbem.settings.preferences); empty: what is usual."""
    digest_at: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When his next digest is due; None: he wants none."""
    digested: datetime | None = Field(default=None, sa_type=Moment)
    """When the last one was due."""
    created: datetime = Field(sa_type=Moment)


class Subscriber(SQLModel, table=True):
    """An address that gets the public reports of a game, such as a forum that takes posts by mail.

    `format` is what the post is written in; `told` the last event that has been reported to it.
    Who asked by mail gets nothing, and has no `format`, until he has confirmed that he `asked`
    for one.
    """

    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "address"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    address: str = Field(index=True)
    format: str
    language: str = ""
    """The code of the one that the reports are in; empty: that of the game."""
    asked: str = ""
    told: int = 0
    confirmed: datetime | None = Field(default=None, sa_type=Moment)
    """When the address itself said yes; None: the host subscribed it, maybe for many readers."""
