"""The state of a game: its record, its open questions, and orders that wait."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, key_of, row_id


class Entry(Table, table=True):
    """Line `n` of a game's record, append-only: the only source of truth about the game. `body` is
    JSON."""

    game_id: int = key_of("game")
    n: int = Field(primary_key=True)
    body: str
    salt: str
    hash: str


class Snapshot(Table, table=True):
    """The state at the segment that begins with line `n`, compressed; kept as long as the game."""

    game_id: int = key_of("game")
    n: int = Field(primary_key=True)
    version: str
    data_hash: str
    data: bytes = Field(repr=False)


class SealedAnswer(Table, table=True):
    """A seat's answer to a joint question, not yet in the record. `choice` is JSON."""

    __tablename__ = "sealed_answer"
    game_id: int = key_of("game")
    seat: str = Field(primary_key=True)
    choice: str = Field(repr=False)
    source: str


class Event(Table, table=True):
    """What happened at line `n`, told once. `body` is JSON; `to` a JSON list of seats; null:
    all."""

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "id"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    n: int
    body: str
    to: str | None = None


class Window(Table, table=True):
    """A question that a seat has to answer by mail; joint questions share a number.

    state: open, answered, defaulted, withdrawn. `question` is the kind of decision; `fingerprint`
    stays the same as long as the seat faces the same question; `line` is the record's length when
    it was asked. Time counts from `accepted`, when a mail server accepted the report or refused it
    for good; until then nothing is `due`. It counts as running since `runs_from`, which moves when
    clocks stood still; the host has added `extra` seconds. `reminded` counts reminders; `late`
    means that everybody has been told who is late; `next_at` is when the next reminder, the
    deadline or the default is due. The seat's calendar has `entry_due`, in version `entry_number`.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("game_id", "number", "seat"),
        Index(None, "state", "next_at"),
        Index(None, "state", "due"),
    )
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    number: int
    seat: str
    question: str
    fingerprint: str
    line: int = 0
    opened: datetime = Field(sa_type=Moment)
    due: datetime | None = Field(default=None, sa_type=Moment)
    accepted: datetime | None = Field(default=None, sa_type=Moment)
    runs_from: datetime | None = Field(default=None, sa_type=Moment)
    extra: int = 0
    state: str = "open"
    reminded: int = 0
    late: bool = False
    next_at: datetime | None = Field(default=None, sa_type=Moment)
    entry_due: datetime | None = Field(default=None, sa_type=Moment)
    entry_number: int | None = None
    bank: int | None = None
    """The seconds in the seat's time bank before this answer was paid from it."""
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    punctual: str = ""
    """How that person answered: on time, late, missed; empty: not known."""


class QueueLine(Table, table=True):
    """A line of orders that waits for its turn, in the order of `position`.

    role: action, answer, condition, standing and others of `engine.queue.intake`; likewise state.
    An answer belongs to the action line above it. `data` is everything else about it, as JSON.
    """

    __tablename__ = "queue_line"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat", "position"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    seat: str
    position: int
    text: str
    role: str
    state: str
    data: str
