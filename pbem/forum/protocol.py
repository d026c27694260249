"""What the moderator needs from any forum.

A post or member is known by its number on the forum, since names change. A method that cannot do
something raises the error that says how to go on.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from msgspec import Struct

from pbem.reports.rendering.document import Document


class Limits(NamedTuple):
    """What a forum accepts: at most this many characters in a post, at least this many seconds
    between two posts, and whether posts can be edited."""

    most: int
    seconds: int
    edits: bool = True


class Picture(NamedTuple):
    """A picture that goes with a post."""

    name: str
    png: bytes


class Posted(NamedTuple):
    """Where a post is."""

    thread: str
    post: str


class ForumPost(Struct, frozen=True, kw_only=True):
    """A post that was read; `text` is its source, with markup."""

    id: str
    thread: str
    author: str
    """The member's number."""
    name: str
    """The member's present name, used only for mentions."""
    written: datetime
    text: str
    edited: datetime | None = None
    deleted: bool = False
    private: bool = False


class ForumProblem(Exception):
    """A forum did not do what was asked; the text says why and contains no secret."""


class TryLater(ForumProblem):
    """The forum is out of reach or busy, or accepts no posts just now. `seconds` says for how long,
    if it is known."""

    def __init__(self, why: str, seconds: float = 0) -> None:
        super().__init__(why)
        self.seconds = seconds


class Unsure(TryLater):
    """The answer got lost, so that nobody knows whether it was done."""


class NotTaken(ForumProblem):
    """The forum will never accept this."""


class Forbidden(NotTaken):
    """The account has no right to do this, or what it is about is not there."""


class Unauthorized(ForumProblem):
    """The forum no longer knows the moderator's account: nothing will work until that is fixed."""


class Queued(ForumProblem):
    """The forum has the post, but a person must approve it first. It has no number yet."""


class Forum(Protocol):
    """A forum. Every method blocks until the forum answers, and may raise ForumProblem."""

    limits: Limits

    def account(self) -> str:
        """Return the number of the moderator's own account on the forum."""

    def post(
        self, thread: str | None, title: str, document: Document, pictures: Sequence[Picture] = ()
    ) -> Posted:
        """Write a post into a thread; with None, begin a new thread with this title."""

    def edit(self, post: str, document: Document, pictures: Sequence[Picture] = ()) -> None:
        """Replace the text of a post."""

    def posts(self, thread: str, known: Collection[str]) -> list[ForumPost]:
        """Read the posts of a thread that are not known yet, and the latest ones again, since they
        may have changed."""

    def whispers(self, since: datetime) -> list[ForumPost]:
        """Read the private messages that the moderator has received since then."""

    def whisper(self, member: str, name: str, title: str, document: Document) -> Posted:
        """Send a private message to a member. Raises NotTaken if the forum has none."""

    def close(self) -> None:
        """Close the connections."""
