"""The seats of games: who joins or waits for one, who plays it, and when a player is away."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, key_of, row_id


class Entrant(Table, table=True):
    """Somebody who joins a game or waits for a seat, including bots.

    state: asked (has to confirm joining), seated (the seat of this id is or was theirs), waiting
    (for a free seat), invited (to take over the seat `wished`), resigned (gave up the seat
    `wished`), left. `pbem.campaign.seats` says which state can follow which. `address` is empty for
    a bot; `wished` is a seat's key, or empty for any; `words` are for the dice; `settings`
    are lines with preferences, which count once they have joined; a new `generation` makes the tags
    of earlier mails void. `number` counts within the game, whatever comes to others.
    """

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "state"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    number: int
    address: str = Field(default="", index=True)
    wished: str = ""
    name: str = ""
    words: str = ""
    settings: str = ""
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
    """A place at a game's table, with the id and number of the entrant that got it first.

    Before the game starts, `key`, the game's name for the seat, is empty, and `wished` is the one
    asked for, or empty; once it has started, `place` counts clockwise. `address` is the player's,
    empty for a bot; `name` is what the others see; `words` are its first player's for the dice; a
    new `generation` makes the tags of earlier mails void.
    """

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "place"),)
    id: int = key_of("entrant")
    game_id: int = Field(foreign_key="game.id")
    number: int
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
