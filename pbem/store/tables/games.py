"""Games, their seats, and votes, absences and clocks."""

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


class Entrant(Table, table=True):
    """Somebody who joins a game or waits for a seat, including bots.

    state: asked (has to confirm joining), seated (the seat of this id is or was theirs), waiting
    (for a free seat), invited (to take over the seat `wished`), resigned (gave up the seat
    `wished`), left. `pbem.campaign.seats` says which state can follow which. `address` is empty for
    a bot; `wished` is a seat's key, or empty for any; `words` are for the dice; a new `generation`
    makes the tags of earlier mails void.
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
        """The key of their seat: empty, since they have none."""
        return ""

    @property
    def renewed(self) -> int:
        """How often they got new tags: only players do."""
        return 0


class Seat(Table, table=True):
    """A place at a game's table, with the id of the entrant that got it first.

    Before the game starts, `key`, the game's name for the seat, is empty, and `wished` is the one
    asked for, or empty; once it has started, `place` counts clockwise. `address` is the player's,
    empty for a bot; `name` is what the others see; `words` are its first player's for the dice; a
    new `generation` makes the tags of earlier mails void.
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
    """How often its player asked for new tags, each time making earlier ones void."""
    told: int = 0
    """The last event that has been reported to it."""
    missed: int = 0
    """Deadlines missed in a row, and windows since then in which a bot answered instead."""
    stand_in: str = ""
    """What answers in place of its player: bot, standing orders; empty: nothing."""
    stand_in_why: str = ""
    """missed, away or host."""
    offered: str = ""
    """Why it is offered to others: missed, vote or resigned; empty: it is not."""
    bank: int | None = None
    """Seconds left in its time bank, if the game has them; None: all of them."""
    announced: str = ""
    """The occasion for which it was last told that it can send orders early."""
    announced_at: int = 0
    """The number of windows then."""

    @property
    def bot(self) -> bool:
        """Whether it has no player, that is, a bot plays it permanently."""
        return not self.address


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


class Absence(Table, table=True):
    """A seat's player is away from `begins` to `ends`, within what the game allows.

    way: wait, stand-in, standing orders. state: coming, begun, over.
    """

    id: int = row_id()
    seat_id: int = Field(foreign_key="seat.id", index=True)
    begins: datetime = Field(sa_type=Moment)
    ends: datetime = Field(sa_type=Moment)
    way: str
    state: str = Field(default="coming", index=True)


class Clearance(Table, table=True):
    """If several processes judge: the moment up to which everything may be judged, in one row. All
    mails that came until then are in the store, and in their units."""

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
