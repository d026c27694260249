"""Mails in and out, and what keeps us from sending too many."""

from datetime import date, datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, key_of, row_id


class InboundMail(Table, table=True):
    """A mail as it came. `server_id` identifies it at its `source`, the folder or mailbox it was
    in.

    status: new, done, aside (for the host to look at), ignored. `reason` says why. `arrived` is the
    server's time, never the Date header. Game, seat and window are those named by its tag.
    """

    __tablename__ = "inbound_mail"
    __table_args__: ClassVar[Any] = (
        UniqueConstraint("source", "server_id"),
        Index(None, "status", "arrived"),
        Index(None, "sender", "message_id"),
        Index(None, "sender", "body_hash"),
    )
    id: int = row_id()
    source: str
    server_id: str
    arrived: datetime = Field(sa_type=Moment)
    raw: bytes = Field(repr=False)
    sender: str = ""
    message_id: str = ""
    body_hash: str = ""
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    window: int | None = None
    status: str = "new"
    reason: str = ""
    attempts: int = 0
    finished: datetime | None = Field(default=None, sa_type=Moment)


class Routing(Table, table=True):
    """A mail waiting in a unit of work: one row for each game that it may change, with the game's
    number; unit 0 if it is about none."""

    unit: int = Field(primary_key=True)
    message_id: int = Field(
        primary_key=True, index=True, foreign_key="inbound_mail.id", ondelete="CASCADE"
    )


class Outgoing(Table, table=True):
    """A mail to be sent, with everything needed to compose it. `payload` is JSON.

    kind: report, receipt, question, reminder, notice, invitation and the other kinds that mail
    templates exist for. state: waiting, sent, withdrawn, failed; suppressed: the next mail to its
    seat says what it would have said. It is composed again at each attempt, with the same
    Message-ID.
    """

    __table_args__: ClassVar[Any] = (
        Index(None, "state", "next_try"),
        Index(None, "game_id", "seat", "window"),
        Index(None, "recipient", "kind"),
    )
    id: int = row_id()
    message_id: str = Field(unique=True)
    game_id: int | None = Field(default=None, foreign_key="game.id")
    seat: str | None = None
    recipient: str
    kind: str
    payload: str = Field(repr=False)
    window: int | None = None
    in_reply_to: str | None = None
    refs: str = ""
    created: datetime = Field(sa_type=Moment)
    state: str = "waiting"
    attempts: int = 0
    next_try: datetime = Field(sa_type=Moment)
    claimed_by: str | None = None
    """The process that is sending it, by its folder; others leave it alone."""
    claimed_until: datetime | None = Field(default=None, sa_type=Moment)
    """When it is free again, if that process has vanished."""
    sent: datetime | None = Field(default=None, sa_type=Moment)
    error: str = ""


class SendingRate(Table, table=True):
    """What was taken up for sending within the last minute, to a domain for which the configuration
    has a limit (empty: to all together)."""

    __tablename__ = "sending_rate"
    domain: str = Field(primary_key=True)
    recent: str = "[]"
    """JSON: pairs of a moment and how many mails it was."""


class Answered(Table, table=True):
    """How many answers an address got on a day (UTC): `count` to mails that asked for nothing,
    `asked` to those that asked for something or had only unusable orders."""

    address: str = Field(primary_key=True)
    day: date = Field(primary_key=True)
    count: int = 0
    asked: int = 0


class AnswerCount(Table, table=True):
    """How many mails of a player without usable orders were answered on a day (UTC), since an order
    was last taken; `window` is the last question during which one was, on that day."""

    __tablename__ = "answer_count"
    seat_id: int = key_of("seat")
    generation: int = Field(primary_key=True)
    day: date = Field(primary_key=True)
    count: int = 0
    window: int = 0


class PendingConfirmation(Table, table=True):
    """Lines that a mail showed to a seat (None: to the host), and that a `yes` to it applies.

    `number` is the one in the mail's tag, `message_id` the last mail that showed them. `lines` is a
    JSON list; or a list of lists, from which a mail picks one by number. A seat's rows have their
    `id` in the order in which they were shown.
    state: shown; settled (something else has come since: a `yes` has to name what it means); done
    (holds the last number given; its lines are gone).
    """

    __tablename__ = "pending_confirmation"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat_id"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    number: int
    message_id: str
    lines: str = Field(repr=False)
    state: str


class ToldHost(Table, table=True):
    """A thing that the host was told and is not told again: `once` names the occasion."""

    __tablename__ = "told_host"
    once: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)


class Bouncing(Table, table=True):
    """An address that our mails do not reach, until somebody writes from it.

    `strikes` counts the days on which a mail was refused for good, and `struck` is the last of
    them; `again` counts mails sent again after a failure that may pass.
    """

    address: str = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)
    strikes: int = 0
    struck: datetime | None = Field(default=None, sa_type=Moment)
    again: int = 0
    reason: str = ""
