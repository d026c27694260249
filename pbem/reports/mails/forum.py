"""What is posted to a forum, and what its members are told."""

from typing import Literal

from pbem.reports.mail_parts import Seated
from pbem.reports.mails.base import GameMail, PlayMail

WhatReplied = Literal[
    "secret",
    "private",
    "tied",
    "bad_word",
    "not_tied",
    "reminder",
    "sealed",
    "seal_call",
    "seal_opened",
    "seal_wrong",
    "seal_missed",
    "seal_withdrawn",
]
"""Why a post is answered in a thread; that somebody is waited for; what became of a seal."""
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
"""What a player is told of the forum."""


class ForumStandingsMail(PlayMail):
    """The first post of a game's thread in a forum: how things stand, kept up to date."""

    kind = "forum_standings"
    seats: list[Seated] = []
    answered: list[str] = []
    """Who has answered what others are still asked."""
    sealed: list[str] = []
    """Who has shown the hash of his answer, and not its text."""
    members: dict[str, str] = {}
    """What the forum calls who plays a seat from there."""
    commitment: str = ""


class ForumReplyMail(GameMail, kw_only=True):
    """A short post in a game's thread, to members of the forum."""

    kind = "forum_reply"
    what: WhatReplied
    names: list[str] = []
    """What the forum calls them."""
    who: str = ""
    due: str | None = None
    hash: str = ""


class ForumNoteMail(GameMail, kw_only=True):
    """What a player is told by mail of the forum: his word for it, or what became of a post."""

    kind = "forum_note"
    what: WhatNoted
    word: str = ""
    asked: list[str] = []
    """The lines that it is about."""
    hash: str = ""
    due: str | None = None
