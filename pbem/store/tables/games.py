"""Games, their seats, and what is agreed about them."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.tables.columns import Moment, key_of, row_id


class Game(SQLModel, table=True):
    """One campaign. `kind` is the engine's name of the game, `options` are JSON.

    status: open (players join), running, paused, over, cancelled, moved (to
    another moderator). `commitment` is the published hash of the secret; `version` and `data_hash`
    are those of the rules that play it now.
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
    """How it treats who is missing, as JSON (pbem.settings.attendance_policy)."""
    stopped: datetime | None = Field(default=None, sa_type=Moment)
    """Since when its clocks stand still because the moderator asks the host."""
    host_plays: bool = False
    new_dice: bool = False
    """Whether an undo opens a new epoch of dice, which all are told before they join."""
    windows: int = 0
    """Windows opened so far; the number of the latest."""
    language: str = ""
    """The code of the one that its mails are in, to who prefers none; empty: English."""


class GameSecret(SQLModel, table=True):
    """The host's 32 bytes of a game: apart, so that no row that is looked at holds them."""

    __tablename__ = "game_secret"
    game_id: int = key_of("game")
    secret: bytes = Field(repr=False)


class GameData(SQLModel, table=True):
    """The data files that games are played with, packed, by their hash."""

    __tablename__ = "game_data"
    hash: str = Field(primary_key=True)
    data: bytes = Field(repr=False)


class Entrant(SQLModel, table=True):
    """Who comes to a game's table, or waits beside it, a bot too.

    state: asked (to confirm that he joins), seated (the seat of this id is his, or was first),
    waiting (for a seat to become free), invited (to take the seat `wished` over), resigned (has
    given the seat `wished` up), left. `pbem.campaign.seats` says how one becomes another. `address`
    is empty for a bot; `wished` is a seat's key, or empty: any; `words` are for the dice; a new
    `generation` makes the tags of earlier mails void.
    """

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "state"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    address: str = Field(default="", index=True)
    wished: str = ""
    name: str = ""
    words: str = ""
    generation: int = 0
    state: str

    @property
    def key(self) -> str:
        """What the game calls his seat: nothing, since he has none."""
        return ""

    @property
    def renewed(self) -> int:
        """How often he has got new tags: that is for players only."""
        return 0


class Seat(SQLModel, table=True):
    """A place at a game's table, with the id of the entrant that got it first.

    Before the game starts, `key`, what the game calls the seat, is empty, and `wished` is the one
    asked for, or empty; then `place` counts clockwise. `address` is its player's, empty where a bot
    plays; `name` is shown to the others; `words` were its first player's for the dice; a new
    `generation` makes the tags of earlier mails void.
    """

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "place"),)
    id: int = key_of("entrant")
    game_id: int = Field(foreign_key="game.id")
    place: int = 0
    key: str = ""
    wished: str = ""
    address: str = Field(default="", index=True)
    name: str = ""
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    words: str = ""
    generation: int = 0
    renewed: int = 0
    """How often its player has asked for new tags: those of earlier mails are void."""
    told: int = 0
    """The last event that has been reported to it."""
    missed: int = 0
    """Deadlines missed in a row, and windows since in which a bot answered in its place."""
    stand_in: str = ""
    """What answers in place of its player: bot, standing orders; empty: nothing does."""
    stand_in_why: str = ""
    """missed, away or host."""
    offered: str = ""
    """Why it is offered to others: missed, vote or resigned; empty: it is not."""
    bank: int | None = None
    """Seconds that it has left where the game has a time bank; None: all of them."""
    announced: str = ""
    """The occasion for which it was last told that orders can come beforehand."""
    announced_at: int = 0
    """The number of windows then."""

    @property
    def bot(self) -> bool:
        """Whether it has no player: a bot plays it for good."""
        return not self.address


class Vote(SQLModel, table=True):
    """A proposal of a seat that players vote on, the `number`-th of its game.

    kind: draw, end, extend, replace; `what`: the hours, or the seat to be replaced. `ballots` is
    JSON, yes or no by seat. state: open, passed, failed, expired, withdrawn, void (what it was
    about is gone). It is open until `due`, which moves by the time in which clocks stand still.
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


class Absence(SQLModel, table=True):
    """A seat's player is away, `begins` to `ends`, within what its game allows.

    way: wait, stand-in, standing orders. state: coming, begun, over.
    """

    id: int = row_id()
    seat_id: int = Field(foreign_key="seat.id", index=True)
    begins: datetime = Field(sa_type=Moment)
    ends: datetime = Field(sa_type=Moment)
    way: str
    state: str = Field(default="coming", index=True)


class Clearance(SQLModel, table=True):
    """Until when everything may be judged, where several processes do: one row. All mails that came
    until then are in the store, and in their units."""

    id: int = row_id()
    until: datetime = Field(sa_type=Moment)


class SafetyStop(SQLModel, table=True):
    """What the safety stop remembers from one look at clock and mailbox to the next: one row.

    Where all clocks stand still, `why` says for which of its reasons, `since` when, `seen` what
    was told of it, and `at` what the clock showed then.
    """

    __tablename__ = "safety_stop"
    id: int = row_id()
    looked: datetime | None = Field(default=None, sa_type=Moment)
    released: datetime = Field(sa_type=Moment)
    """When the clocks were last let go: what was missed before does not count any more."""
    why: str = ""
    since: datetime | None = Field(default=None, sa_type=Moment)
    seen: str = ""
    at: datetime | None = Field(default=None, sa_type=Moment)
