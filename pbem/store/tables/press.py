"""What players write to each other and to themselves."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, row_id


class Press(Table, table=True):
    """A text from somebody to others through the moderator; `seat` is the writer's, or the host.

    way: signed, anonymous, forged; it is sent under the name of `bears`, or none. `to` is a JSON
    list of seats, perhaps with the host; `hidden` lists those of them that must not be named, since
    they wrote without their names. `thread` is the same within a conversation; `answers` is the
    press that it answers. `open` means that everybody may read it; `generation` tells which player
    had the seat.
    state: embargoed (its seat is late), sent, withdrawn.
    """

    __table_args__: ClassVar[Any] = (
        Index(None, "game_id", "thread"),
        Index(None, "game_id", "seat", "state"),
    )
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    seat: str
    generation: int = 0
    way: str
    bears: str = ""
    to: str
    hidden: str = "[]"
    open: bool = False
    thread: str
    answers: int | None = Field(default=None, foreign_key="press.id")
    text: str = Field(repr=False)
    mail_id: int | None = Field(default=None, foreign_key="inbound_mail.id")
    written: datetime = Field(sa_type=Moment)
    sent: datetime | None = Field(default=None, sa_type=Moment)
    state: str = "sent"


class PressCopy(Table, table=True):
    """The mail by which press reached one recipient; `number` counts the press to `seat`."""

    __tablename__ = "press_copy"
    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "seat", "number"),)
    id: int = row_id()
    press_id: int = Field(foreign_key="press.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    seat: str
    number: int
    message_id: str = Field(index=True)


class DiaryEntry(Table, table=True):
    """A player's private note: nobody else reads it before the game ends.

    `window` is the game's latest then, `moment` says in words where the game stood.
    """

    __tablename__ = "diary_entry"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    seat: str
    generation: int = 0
    window: int = 0
    moment: str = ""
    text: str = Field(repr=False)
    written: datetime = Field(sa_type=Moment)
