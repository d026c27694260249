"""What the store keeps, a class a table.

Times are aware and in UTC. Columns that say a kind or a state are plain strings; the docstring of
their table names the values. JSON is kept as text and written and read whole.
"""

from datetime import UTC, date, datetime
from typing import Any, ClassVar

from sqlalchemy import DateTime, Dialect, Index, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel

metadata = SQLModel.metadata
# Set before the tables: SQLite can change a constraint only by its name.
metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Moment(TypeDecorator[datetime]):
    """A time that goes in aware and comes out in UTC, also from SQLite, which keeps no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time in UTC. Raises ValueError for one without its zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a time without its zone cannot be stored: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Return the stored time, in UTC."""
        if value is None:
            return None
        stored: datetime = value
        return stored.replace(tzinfo=UTC) if stored.tzinfo is None else stored.astimezone(UTC)


def _id() -> Any:
    """A row's number, given by the database: None until the row is flushed."""
    return Field(default=None, primary_key=True)


def _key(table: str) -> Any:
    """A part of the primary key that is another table's row."""
    return Field(primary_key=True, foreign_key=f"{table}.id")


class Person(SQLModel, table=True):
    """Somebody with an address, in any number of games. The address is normalised."""

    id: int = _id()
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


class Game(SQLModel, table=True):
    """One campaign. `kind` is the engine's name of the game, `options` are JSON.

    status: open (players join), running, paused, over, cancelled. `commitment` is the published
    hash of the secret; `version` and `data_hash` are those of the rules that play it now.
    """

    id: int = _id()
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
    game_id: int = _key("game")
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
    id: int = _id()
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


class Seat(SQLModel, table=True):
    """A place at a game's table, with the id of the entrant that got it first.

    Before the game starts, `key`, what the game calls the seat, is empty, and `wished` is the one
    asked for, or empty; then `place` counts clockwise. `address` is its player's, empty where a bot
    plays; `name` is shown to the others; `words` were its first player's for the dice; a new
    `generation` makes the tags of earlier mails void.
    """

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "place"),)
    id: int = _key("entrant")
    game_id: int = Field(foreign_key="game.id")
    place: int = 0
    key: str = ""
    wished: str = ""
    address: str = Field(default="", index=True)
    name: str = ""
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    words: str = ""
    generation: int = 0
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
    id: int = _id()
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

    id: int = _id()
    seat_id: int = Field(foreign_key="seat.id", index=True)
    begins: datetime = Field(sa_type=Moment)
    ends: datetime = Field(sa_type=Moment)
    way: str
    state: str = Field(default="coming", index=True)


class Entry(SQLModel, table=True):
    """Line `n` of a game's record: append-only, the one truth of the game. `body` is JSON."""

    game_id: int = _key("game")
    n: int = Field(primary_key=True)
    body: str
    salt: str
    hash: str


class Snapshot(SQLModel, table=True):
    """The state at the segment that begins with line `n`, compressed; kept as long as the game."""

    game_id: int = _key("game")
    n: int = Field(primary_key=True)
    version: str
    data_hash: str
    data: bytes = Field(repr=False)


class SealedAnswer(SQLModel, table=True):
    """A seat's answer to a joint question, not yet in the record. `choice` is JSON."""

    __tablename__ = "sealed_answer"
    game_id: int = _key("game")
    seat: str = Field(primary_key=True)
    choice: str = Field(repr=False)
    source: str


class Event(SQLModel, table=True):
    """What happened at line `n`, told once. `body` is JSON; `to` a JSON list of seats, or all."""

    __table_args__: ClassVar[Any] = (Index(None, "game_id", "id"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    n: int
    body: str
    to: str | None = None


class Window(SQLModel, table=True):
    """A question that a seat's mail is waited for; joint questions share a number.

    state: open, answered, defaulted, withdrawn. `question` is the kind of decision, `fingerprint`
    the same as long as the seat faces the same question, `line` the record's length when it was
    asked. Time counts from `accepted`, when a mail server took the report or refused it for good;
    until then nothing is `due`. It counts as running since `runs_from`, which moves where clocks
    stood still; the host has added `extra` seconds. `reminded` counts reminders, `late` says that
    all have been told who is late; `next_at` is when the next reminder is due, or the deadline, or
    the default. The seat's calendar has `entry_due`, in the version `entry_number`.
    """

    __table_args__: ClassVar[Any] = (
        UniqueConstraint("game_id", "number", "seat"),
        Index(None, "state", "next_at"),
        Index(None, "state", "due"),
    )
    id: int = _id()
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
    """Seconds that the seat had in its time bank before this was paid from it."""
    person_id: int | None = Field(default=None, foreign_key="person.id", index=True)
    punctual: str = ""
    """How that person has answered: on time, late, missed; empty: neither."""


class QueueLine(SQLModel, table=True):
    """A line of orders that waits for its turn, in the order of `position`.

    role: action, answer, condition, standing and others of `engine.queue.intake`; state likewise.
    An answer belongs to the action line above it. `data` is what else is known of it, as JSON.
    """

    __tablename__ = "queue_line"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat", "position"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    seat: str
    position: int
    text: str
    role: str
    state: str
    data: str


class InboundMail(SQLModel, table=True):
    """A mail as it came. `server_id` names it at its `source`, the folder or mailbox it lay in.

    status: new, done, aside (for the host to look at), ignored. `reason` says why. `arrived` is
    the server's time, never the Date header. Game, seat and window are what its tag named.
    """

    __tablename__ = "inbound_mail"
    __table_args__: ClassVar[Any] = (
        UniqueConstraint("source", "server_id"),
        Index(None, "status", "arrived"),
        Index(None, "sender", "message_id"),
        Index(None, "sender", "body_hash"),
    )
    id: int = _id()
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


class Outgoing(SQLModel, table=True):
    """A mail to be sent: all that composing needs. `payload` is JSON.

    kind: report, receipt, question, reminder, notice, invitation and what else mail templates
    are there for. state: waiting, sent, withdrawn, failed; suppressed: the next mail to its seat
    tells what it would have told. It is composed again at each attempt, with the same Message-ID.
    """

    __table_args__: ClassVar[Any] = (
        Index(None, "state", "next_try"),
        Index(None, "game_id", "seat", "window"),
    )
    id: int = _id()
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
    """The process that is sending it, by its folder: nobody else takes it meanwhile."""
    claimed_until: datetime | None = Field(default=None, sa_type=Moment)
    """When it is free again, if that process has ended without a word."""
    sent: datetime | None = Field(default=None, sa_type=Moment)
    error: str = ""


class Subscriber(SQLModel, table=True):
    """An address that gets the public reports of a game, such as a forum that takes posts by mail.

    `format` is what the post is written in; `told` the last event that has been reported to it.
    Who asked by mail gets nothing, and has no `format`, until he has confirmed that he `asked`
    for one.
    """

    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "address"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    address: str = Field(index=True)
    format: str
    language: str = ""
    """The code of the one that the reports are in; empty: that of the game."""
    asked: str = ""
    told: int = 0
    confirmed: datetime | None = Field(default=None, sa_type=Moment)
    """When the address itself said yes; None: the host subscribed it, maybe for many readers."""


class Press(SQLModel, table=True):
    """What somebody writes to others through the moderator; `seat` is his, or the host.

    way: signed, anonymous, forged; it bears the name of `bears`, or none. `to` is a JSON list of
    seats, the host among them; `hidden` those of them that are not to be named, since they wrote
    without their names. `thread` is the same within a conversation; `answers` the press that it
    answers. `open` says that all may read it, `generation` whose the seat was.
    state: embargoed (its seat is late), sent, withdrawn.
    """

    __table_args__: ClassVar[Any] = (
        Index(None, "game_id", "thread"),
        Index(None, "game_id", "seat", "state"),
    )
    id: int = _id()
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


class PressCopy(SQLModel, table=True):
    """The mail by which press reached one of those it went to; `number` counts those to `seat`."""

    __tablename__ = "press_copy"
    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "seat", "number"),)
    id: int = _id()
    press_id: int = Field(foreign_key="press.id", index=True)
    game_id: int = Field(foreign_key="game.id")
    seat: str
    number: int
    message_id: str = Field(index=True)


class DiaryEntry(SQLModel, table=True):
    """What a player notes for himself: nobody else reads it before the game ends.

    `window` is the game's latest then, `moment` where the game stood, in words.
    """

    __tablename__ = "diary_entry"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    seat: str
    generation: int = 0
    window: int = 0
    moment: str = ""
    text: str = Field(repr=False)
    written: datetime = Field(sa_type=Moment)


class Answered(SQLModel, table=True):
    """How many answers an address got on a day (UTC): `count` to mails that asked for nothing,
    `asked` to those that asked for something or held orders of which none was good."""

    address: str = Field(primary_key=True)
    day: date = Field(primary_key=True)
    count: int = 0
    asked: int = 0


class AnswerCount(SQLModel, table=True):
    """How many mails of a player from which no order was taken were answered on a day (UTC), since
    an order of his last was; `window` is the last question in which one was, on that day."""

    __tablename__ = "answer_count"
    seat_id: int = _key("seat")
    generation: int = Field(primary_key=True)
    day: date = Field(primary_key=True)
    count: int = 0
    window: int = 0


class PendingConfirmation(SQLModel, table=True):
    """Lines that a mail showed to a seat (None: to the host), and that a `yes` to it applies.

    `number` is what the mail's tag carries, `message_id` the last mail that showed them, `lines`
    a JSON list; or one of lists, of which a mail picks one by its number. Those of a seat lie in
    the order of `id` in which they were shown.
    state: shown; settled (something else has come since: a `yes` has to name what it means);
    done (the last number that was given; its lines are gone).
    """

    __tablename__ = "pending_confirmation"
    __table_args__: ClassVar[Any] = (Index(None, "game_id", "seat_id"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    seat_id: int | None = Field(default=None, foreign_key="seat.id")
    number: int
    message_id: str
    lines: str = Field(repr=False)
    state: str


class SafetyStop(SQLModel, table=True):
    """What the safety stop remembers from one look at clock and mailbox to the next: one row.

    Where all clocks stand still, `why` says for which of its reasons, `since` when, `seen` what
    was told of it, and `at` what the clock showed then.
    """

    __tablename__ = "safety_stop"
    id: int = _id()
    looked: datetime | None = Field(default=None, sa_type=Moment)
    released: datetime = Field(sa_type=Moment)
    """When the clocks were last let go: what was missed before does not count any more."""
    why: str = ""
    since: datetime | None = Field(default=None, sa_type=Moment)
    seen: str = ""
    at: datetime | None = Field(default=None, sa_type=Moment)


class ToldHost(SQLModel, table=True):
    """What the host was told, and is not told again: `once` names the occasion."""

    __tablename__ = "told_host"
    once: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment)


class ForumThread(SQLModel, table=True):
    """A thread of the forum in which a game is posted: one for each `part` of it.

    `thread` and `opening` are the numbers there of it and of its first post, empty until it has
    begun; `round` is the one that is being played, `told` the last event that stands in a post.
    state: open, closed. `looked` is when its posts were last read, `reminded` the last window of
    which players were reminded there.
    """

    __tablename__ = "forum_thread"
    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "part"),)
    id: int = _id()
    game_id: int = Field(foreign_key="game.id")
    part: int
    round: int = 0
    thread: str = Field(default="", index=True)
    opening: str = ""
    told: int = 0
    reminded: int = 0
    looked: datetime | None = Field(default=None, sa_type=Moment)
    state: str = "open"


class ForumPosting(SQLModel, table=True):
    """What is to be posted, or written anew, in a thread: rows of a thread go out in their order.

    `kind` and `payload` are those of a mail; standings have no payload, and tell how things stand
    when they go out. `part` counts where one mail takes several posts. `post` is its number there.
    `begun`: it was tried, and nobody knows whether it stands there.
    state: waiting, sent, queued (a person has to approve it there), withdrawn, failed.
    """

    __tablename__ = "forum_posting"
    __table_args__: ClassVar[Any] = (Index(None, "state", "next_try"),)
    id: int = _id()
    thread_id: int = Field(foreign_key="forum_thread.id", index=True)
    kind: str
    payload: str = Field(default="", repr=False)
    part: int = 1
    post: str = ""
    created: datetime = Field(sa_type=Moment)
    state: str = "waiting"
    attempts: int = 0
    next_try: datetime = Field(sa_type=Moment)
    begun: datetime | None = Field(default=None, sa_type=Moment)
    sent: datetime | None = Field(default=None, sa_type=Moment)
    error: str = ""


class ForumPost(SQLModel, table=True):
    """A version of a post as it was seen in the forum, with the letter that was made of it, if it
    has orders. `author` is the member's number there, `hash` that of the text; `version` counts
    what was seen of it. `text` is what stood there, whoever wrote it."""

    __tablename__ = "forum_post"
    __table_args__: ClassVar[Any] = (UniqueConstraint("post", "version"),)
    id: int = _id()
    thread_id: int | None = Field(default=None, foreign_key="forum_thread.id", index=True)
    post: str
    version: int
    author: str
    name: str
    written: datetime = Field(sa_type=Moment)
    seen: datetime = Field(sa_type=Moment)
    edited: datetime | None = Field(default=None, sa_type=Moment)
    deleted: bool = False
    private: bool = False
    hash: str
    text: str = Field(repr=False)
    mail_id: int | None = Field(default=None, foreign_key="inbound_mail.id", index=True)


class ForumMember(SQLModel, table=True):
    """A member of the forum, by his number there, who plays a seat; `name` is what he was called
    last. It holds as long as the seat has the same `generation`."""

    __tablename__ = "forum_member"
    game_id: int = _key("game")
    author: str = Field(primary_key=True)
    name: str = ""
    seat_id: int = Field(foreign_key="seat.id", index=True)
    generation: int = 0
    tied: datetime = Field(sa_type=Moment)
