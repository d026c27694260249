"""Posts to a forum, and mails about posts."""

from typing import Literal

from pbem.reports.mail_parts import Seated
from pbem.reports.mails.base import GameMail, PlayMail

WhatReplied = Literal[
    "secret",
    "private",
    "tied",
    "bad_word",
    "not_tied",
    "which_game",
    "arrived",
    "reminder",
    "sealed",
    "seal_call",
    "seal_opened",
    "seal_wrong",
    "seal_missed",
    "seal_withdrawn",
]
"""What the moderator posts, in a thread or in private: why a post gets an answer, who is waited
for, what became of a seal."""
WhatNoted = Literal[
    "word",
    "no_forum",
    "tied",
    "edited",
    "seal_made",
    "seal_nothing",
    "seal_not_asked",
    "sealed",
    "seal_stands",
    "seal_none",
    "seal_wrong",
    "seal_more",
    "seal_first",
    "seal_shown",
    "seal_withdrawn",
    "seal_call",
]
"""What a player is told about the forum."""


class ForumStandingsMail(PlayMail):
    """The first post of a game's forum thread: how things stand, kept up to date."""

    kind = "forum_standings"
    seats: list[Seated] = []
    answered: list[str] = []
    """Who has answered, while others are still asked."""
    sealed: list[str] = []
    """Who has shown the hash of their answer, but not its text."""
    members: dict[str, str] = {}
    """The forum names of those who play from there, by seat."""
    commitment: str = ""
    left: bool = False
    """Whether the game goes on in another thread."""


class ForumReplyMail(GameMail, kw_only=True):
    """A short post in a game's thread, to members of the forum; or a private message to one."""

    kind = "forum_reply"
    what: WhatReplied
    names: list[str] = []
    """Their names on the forum."""
    member: str = ""
    """The number of the member who gets it in private; empty for a post in the thread."""
    who: str = ""
    due: str | None = None
    hash: str = ""


class ForumNoteMail(GameMail, kw_only=True):
    """A mail to a player about the forum: the word for their seat, or what became of a post."""

    kind = "forum_note"
    what: WhatNoted
    word: str = ""
    asked: list[str] = []
    """The lines that the mail is about."""
    hash: str = ""
    due: str | None = None
