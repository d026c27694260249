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
    """What every mail has: its head, filled in when it is written."""

    kind: ClassVar[str] = ""
    """The name of the kind, in its composer and its row."""
    needs: ClassVar[str] = ""
    """Which field of the head this kind must have: game or seat."""
    tells_its_seat: ClassVar[bool] = True
    """Whether it calls the seat's player "you" in what happened; if not, it uses the seat's
    name."""

    moderator: Moderator = field(default_factory=Moderator)
    at: str = ""
    """When it was written."""
    zone: str = ""
    """The reader's time zone, such as Europe/Madrid."""
    zone_of_game: bool = False
    """Whether the reader has not set a time zone, so that this is the game's; times then name
    it."""
    language: str = "en"
    """The code of the language that it is written in."""
    game: GameTold | None = None
    seat: str | None = None
    """The reader's seat; None for the public, or a person without a seat."""
    tag: str = ""
    """The tag in the subject."""
    reply_to: str = ""
    """The address for answers."""
    order_page: str = ""
    """The address of the page that writes the seat's orders; only its player knows it."""
    silence: Silence | None = None


class GameMail(Mail):
    """A mail about a game."""

    needs: ClassVar[str] = "game"


class PlayMail(GameMail):
    """A mail about how a game goes, with the parts that several such kinds have."""

    position: Position = field(default_factory=Position)
    question: Question | None = None
    events: list[Free] = []
    """What the reader has not been told yet, or what this mail is about: what, data, n."""
    held: Held | None = None
    told: Lines = field(default_factory=Lines)
    """The lines that the mail is about."""
    rules: Free = {}
    """Facts about these rules, for help: Game.rules_facts."""
    map: bool = False
    """Whether a map of the view can be drawn."""
    no_map: bool = False
    """Whether the reader wants no map."""
    map_missing: bool = False
    """Whether a map was wanted but could not be drawn."""
    calendar: list[CalendarEntry] = []
    unsubscribe: str = ""
    """A mailto URI for a mail that ends these reports."""
    format: str = ""
    """The format that a forum needs."""


class SeatMail(PlayMail):
    """A mail to a seat's player, about their game."""

    needs: ClassVar[str] = "seat"
