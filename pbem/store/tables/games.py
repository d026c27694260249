"""Games, their secrets, data files and votes.

Also what holds for all games: up to when mails may be judged, and why clocks stand still.
"""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, key_of, row_id


class Game(Table, table=True):
    """One campaign. `kind` is the engine's name of the game, `options` are JSON.

    status: open (players join), running, paused, over, cancelled, moved (to another moderator).
    `commitment` is the published hash of the secret; `version` and `data_hash` are those of the
    rules it is played by now.
    """

    id: int = row_id()
    name: str = Field(unique=True)
    kind: str
    options: str
    status: str = Field(default="open", index=True)
    commitment: str
    created: datetime = Field(sa_type=Moment)
    started: datetime | None = Field(default=None, sa_type=Moment)
    paused: datetime | None = Field(default=None, sa_type=Moment)
    ended: datetime | None = Field(default=None, sa_type=Moment)
    version: str
    data_hash: str
    pace: str
    """How long it waits for answers, as JSON (pbem.settings.pacing)."""
    terms: str = ""
    """How it treats missing players, as JSON (pbem.settings.attendance_policy)."""
    stopped: datetime | None = Field(default=None, sa_type=Moment)
    """Since when its clocks stand still because the moderator waits for the host."""
    host_plays: bool = False
    new_dice: bool = False
    """Whether an undo opens a new epoch of dice; everybody is told so before joining."""
    windows: int = 0
    """How many windows were opened so far; also the number of the latest."""
    language: str = ""
    """The language code of mails to people who prefer none; empty: English."""


class GameSecret(Table, table=True):
    """The host's 32 secret bytes of a game, kept apart so that rows people look at never contain
    them."""

    __tablename__ = "game_secret"
    game_id: int = key_of("game")
    secret: bytes = Field(repr=False)


class GameData(Table, table=True):
    """The data files that games are played with, packed, by their hash."""

    __tablename__ = "game_data"
    hash: str = Field(primary_key=True)
    data: bytes = Field(repr=False)


class Vote(Table, table=True):
    """A proposal of a seat that players vote on, with its `number` in the game.

    kind: draw, end, extend, replace; `what`: the hours, or the seat to be replaced. `ballots` is
    JSON, yes or no by seat. state: open, passed, failed, expired, withdrawn, void (what it was
    about is gone). It is open until `due`, which moves by the time for which clocks stand still.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("game_id", "number"),
        Index(None, "state", "due"),
    )
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    number: int
    kind: str
    what: str = ""
    seat: str
    ballots: str = "{}"
    opened: datetime = Field(sa_type=Moment)
    due: datetime = Field(sa_type=Moment)
    state: str = "open"
    closed: datetime | None = Field(default=None, sa_type=Moment)


class Clearance(Table, table=True):
    """The moment up to which everything may be judged, in one row. All mails that came until then
    are in the store, and in their units."""

    id: int = row_id()
    until: datetime = Field(sa_type=Moment)


class SafetyStop(Table, table=True):
    """What the safety stop remembers between two looks at clock and mailbox, in one row.

    While all clocks stand still, `why` is the reason, `since` when, `seen` what was told about it,
    and `at` what the clock showed then.
    """

    __tablename__ = "safety_stop"
    id: int = row_id()
    looked: datetime | None = Field(default=None, sa_type=Moment)
    released: datetime = Field(sa_type=Moment)
    """When the clocks were last released: what was missed before no longer counts."""
    why: str = ""
    since: datetime | None = Field(default=None, sa_type=Moment)
    seen: str = ""
    at: datetime | None = Field(default=None, sa_type=Moment)
    letting_go: bool = False
    """Whether games may still stand still that were released, and are let go bit by bit."""
