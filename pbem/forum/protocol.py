"""What the moderator wants of a forum, whichever it is.

A post is known by its number there, a member by his: names change. Whoever cannot do something
raises the error that says what to do about it.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from msgspec import Struct

from pbem.reports.rendering.document import Document


class Limits(NamedTuple):
    """What a forum takes: at most so many characters in a post, and seconds between two; whether
    posts can be written anew."""

    most: int
    seconds: int
    edits: bool = True


class Picture(NamedTuple):
    """A picture that goes with a post."""

    name: str
    png: bytes


class Posted(NamedTuple):
    """Where a post stands."""

    thread: str
    post: str


class ForumPost(Struct, frozen=True, kw_only=True):
    """A post as it was read: `text` is what stands there, with its markup."""

    id: str
    thread: str
    author: str
    """The member's number."""
    name: str
    """What he is called now: for mentions only."""
    written: datetime
    text: str
    edited: datetime | None = None
    deleted: bool = False
    private: bool = False


class ForumProblem(Exception):
    """A forum did not do what was asked of it; the text says why, without any secret."""


class TryLater(ForumProblem):
    """It is out of reach, or busy, or lets nobody post just now; in so many seconds, if it says."""

    def __init__(self, why: str, seconds: float = 0) -> None:
        super().__init__(why)
        self.seconds = seconds


class Unsure(TryLater):
    """Nobody knows whether it was done: the answer got lost."""


class NotTaken(ForumProblem):
    """It will never take this."""


class Unauthorized(ForumProblem):
    """It does not know the moderator's account any more: nothing will work until that is mended."""


class Queued(ForumProblem):
    """It has taken the post, which waits for a person to approve it: it has no number yet."""


class Forum(Protocol):
    """A forum. All of it blocks, for as long as the forum takes, and may raise ForumProblem."""

    limits: Limits

    def account(self) -> str:
        """Tell the number of the moderator's own account there."""

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Write a post into a thread; None: a new thread of this title."""

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Write a post anew."""

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Read the posts of a thread that are not known, and the latest again, since they may have
        changed."""

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Read the private messages to the moderator since then."""

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Write a private message to a member. Raises NotTaken where there are none."""

    def close(self) -> None:
        """Let its connections go."""
