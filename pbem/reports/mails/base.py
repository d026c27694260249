"""What all mails have: the head, the game, and how it goes."""

from typing import ClassVar

from msgspec import Struct, field

from pbem.reports.mail_parts import (
    CalendarEntry,
    Free,
    GameTold,
    Held,
    Lines,
    Moderator,
    Position,
    Question,
    Silence,
)


class Mail(Struct, kw_only=True, omit_defaults=True):
    """What every mail says: its head, found when it is written."""

    kind: ClassVar[str] = ""
    """Of its composer and its row."""
    needs: ClassVar[str] = ""
    """What of its head it cannot do without: game, or seat."""

    moderator: Moderator = field(default_factory=Moderator)
    at: str = ""
    """When it was written."""
    zone: str = ""
    """The reader's, as Europe/Madrid."""
    language: str = "en"
    """The code of the one that it is written in."""
    game: GameTold | None = None
    seat: str | None = None
    """Of the reader; None: the public, or a person without a seat."""
    tag: str = ""
    """What the subject carries."""
    reply_to: str = ""
    """The address that answers go to."""
    order_page: str = ""
    """Where the page is that writes orders for the seat, known to its player only."""
    silence: Silence | None = None


class GameMail(Mail):
    """A mail about a game."""

    needs: ClassVar[str] = "game"


class PlayMail(GameMail):
    """A mail about how a game goes: all parts that several kinds tell."""

    position: Position = field(default_factory=Position)
    question: Question | None = None
    events: list[Free] = []
    """What the reader has not been told, or what this mail is about: what, data, n."""
    held: Held | None = None
    told: Lines = field(default_factory=Lines)
    """The lines that the mail is about."""
    rules: Free = {}
    """What the rules at hand say of themselves, for help: Game.rules_facts."""
    map: bool = False
    """Whether a map can be drawn of the view."""
    no_map: bool = False
    """Whether the reader wants none."""
    calendar: list[CalendarEntry] = []
    unsubscribe: str = ""
    """A mailto URI at which a mail ends these reports."""
    format: str = ""
    """What a forum wants it written in."""


class SeatMail(PlayMail):
    """A mail to who has a seat, about how his game goes."""

    needs: ClassVar[str] = "seat"
