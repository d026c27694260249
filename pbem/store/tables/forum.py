"""The forum: threads, posts out and in, and its members."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from pbem.store.tables.columns import Moment, Table, key_of, row_id


class ForumThread(Table, table=True):
    """A thread of the forum in which a game is posted: one for each `part` of it.

    `thread` and `opening` are the forum's numbers of the thread and its first post, empty until it
    has begun. `round` is the one being played, `told` the last event that has been posted. state:
    open, closed. `looked` is when its posts were last read, `reminded` the last window about which
    an older version reminded players there. `language` is what its posts are in; empty: the game's.
    """

    __tablename__ = "forum_thread"
    __table_args__: ClassVar[Any] = (UniqueConstraint("game_id", "part"),)
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id")
    part: int
    round: int = 0
    thread: str = Field(default="", index=True)
    opening: str = ""
    told: int = 0
    reminded: int = 0
    looked: datetime | None = Field(default=None, sa_type=Moment)
    state: str = "open"
    language: str = ""


class ForumPosting(Table, table=True):
    """A text to be posted, or edited, in a thread; those of a thread go out in order.

    `kind` and `payload` are those of a mail; standings have no payload, and show how things stand
    when they go out. `part` counts the posts if one mail takes several. `post` is the forum's
    number of it. `begun`: it was tried, and nobody knows whether it was posted.
    state: waiting, sent, queued (a person has to approve it in the forum), lost (it may have begun
    the thread, or not), withdrawn, failed.
    """

    __tablename__ = "forum_posting"
    __table_args__: ClassVar[Any] = (Index(None, "state", "next_try"),)
    id: int = row_id()
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


class ForumPost(Table, table=True):
    """A version of a post as seen in the forum, with the mail made from it, if it has orders.

    `author` is the member's number there, `hash` that of the text; `version` counts the versions
    seen. `text` is what the post said, whoever wrote it.
    """

    __tablename__ = "forum_post"
    __table_args__: ClassVar[Any] = (UniqueConstraint("post", "version"),)
    id: int = row_id()
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


class ForumMember(Table, table=True):
    """A member of the forum, by their number there, who plays a seat; `name` is their latest name.
    Valid as long as the seat has the same `generation`."""

    __tablename__ = "forum_member"
    game_id: int = key_of("game")
    author: str = Field(primary_key=True)
    name: str = ""
    seat_id: int = Field(foreign_key="seat.id", index=True)
    generation: int = 0
    tied: datetime = Field(sa_type=Moment)


class ForumSeal(Table, table=True):
    """The hash of orders that a seat has shown for a window; the text comes later.

    `called`: the player was told that everybody has answered; `shown`: the text has been in the
    thread.
    state: standing, opened, replaced, withdrawn, missed (its window closed without the text).
    """

    __tablename__ = "forum_seal"
    id: int = row_id()
    game_id: int = Field(foreign_key="game.id", index=True)
    seat: str
    window: int
    hash: str
    sealed: datetime = Field(sa_type=Moment)
    called: bool = False
    shown: bool = False
    state: str = "standing"
