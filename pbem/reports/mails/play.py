"""Mails that tell how a game goes."""

from typing import Any, ClassVar, Literal

from msgspec import field

from pbem.reports.mail_parts import (
    Delivered,
    Free,
    Held,
    Position,
    PressTold,
    Revealed,
    Said,
    Seated,
    SeatTold,
    SpokenTold,
    Story,
    Vote,
    WindowTold,
)
from pbem.reports.mails.base import GameMail, PlayMail, SeatMail

Act = Literal[
    "paused",
    "resumed",
    "extended",
    "pace",
    "looked",
    "ruled",
    "undone",
    "taken_back",
    "corrected",
    "went_on",
    "cancelled",
    "moved",
    "arrived",
    "late",
    "released",
    "replaced",
    "resigned",
    "stand_in",
    "stand_in_ended",
    "vote_closed",
]
"""What a notice is about."""


class ReportMail(PlayMail):
    """What is asked, what has happened, where everybody stands."""

    kind = "report"
    invited: bool = False
    """Whether the next orders can be sent before they are asked for."""
    stood_in: str = ""
    """What answers in the reader's place: "bot", "standing orders"; empty if nothing does."""
    with_map: bool = False
    """Whether a reader who wants no maps has asked for this one."""
    whole: bool = False
    """Whether the whole position is told, whatever has happened."""


class StartedMail(ReportMail, kw_only=True):
    """The first report."""

    kind = "started"
    commitment: str
    seating: list[Seated]
    words: dict[str, str] = {}
    """The words that each seat gave for the dice."""


class FinalMail(PlayMail, kw_only=True):
    """The end of a game."""

    kind = "final"
    tells_its_seat = False  # everybody is told everyone's result in the same words
    revealed: Revealed


class ReminderMail(SeatMail):
    """A question that is still open; `left`: how many seconds until its deadline."""

    kind = "reminder"
    left: int | None = None


class ReceiptMail(SeatMail):
    """What became of each line of orders."""

    kind = "receipt"
    replaced: list[str] = []
    """What was held before and is no longer."""
    without: list[str] | None = None
    """If held orders were played: the lines that were left out to do so."""
    late: bool = False
    """Whether held orders were played because no answer came in time."""
    by_host: bool = False
    repeated: bool = False
    """Whether the same orders were held before, and nothing has changed."""
    asked_next: bool = False
    """Whether the report that follows asks something; the receipt need not repeat it."""
    over: bool = False
    """Whether the game is over; the mail that follows tells how it ended."""
    spoken: list[SpokenTold] = []
    unused_yes: bool = False
    """Whether the mail also said yes to orders shown before, which still wait for one."""


class PreviewMail(SeatMail):
    """What orders would do."""

    kind = "preview"
    doubts: list[Said] = []
    """Why a yes would be asked for before they are played."""


class OrderFormMail(SeatMail):
    """A page that writes orders for the question of another mail, for players who want it."""

    kind = "order_form"
    own: list[str] = []
    """Where the reader has pieces, as the menu names places."""


class HeldMail(SeatMail):
    """What is held for a seat."""

    kind = "held"


class StatusMail(PlayMail):
    """How a game stands."""

    kind = "status"
    state: str = "running"
    windows: int = 0
    seats: list[SeatTold] = []
    delivered: Delivered | None = None
    asked: str = ""
    unused: list[str] | None = None
    """The lines of a mail in which nothing could be used; None if the status was asked for."""
    said: Said = ""
    declined: Literal["", "resign", "other"] = ""
    """What the reader has said no to; empty if to nothing."""


class NoticeMail(PlayMail, kw_only=True):
    """Tells everybody of an act by the host, or by all."""

    kind = "notice"
    act: Act
    because: str = ""
    source: str = ""
    """Who acted, if not the host."""
    due: str | None = None
    to: str = ""
    """The moderator's new address; empty if the host has named none."""
    who: str = ""
    name: str = ""
    """The seat concerned, and the name of its player."""
    by: str = ""
    why: str = ""
    """Who stands in for the seat, and why; or that its new player is the host."""
    vote: Vote | None = None
    hours: int = 0
    pace: list[Said] = []
    line: int = 0
    choice: list[Any] = []
    since: str = ""
    late: list[str] = []
    """Who has missed the deadline. The earliest time at which an answer of theirs stops counting is
    `until`, the latest is `ends`."""
    until: str = ""
    ends: str = ""
    revealed: Revealed | None = None


class HandoverMail(SeatMail, kw_only=True):
    """A seat as its new player finds it."""

    kind = "handover"
    tells_its_seat = False  # another player has played the seat
    legacy: Held
    press: list[PressTold] = []
    story: list[Free]


class DigestedGame(PlayMail):
    """What a digest says about one game."""

    state: str = "running"
    invited: bool = False
    asked: bool = False
    """Whether something is asked now that the digest does not ask."""
    asked_in: int | None = None
    """The window in which the question was asked."""
    several: bool = False
    """Whether it is one of several games."""
    stood_in: str = ""
    """What answers in the reader's place now, as in a report."""


class DigestMail(PlayMail, kw_only=True):
    """What has happened in all games of a player."""

    kind = "digest"
    needs: ClassVar[str] = ""
    games: list[DigestedGame]


class HelpMail(PlayMail):
    """How to write to the moderator."""

    kind = "help"
    needs: ClassVar[str] = ""
    topic: str = ""
    asked: str = ""
    press: list[Said] = []


class HistoryMail(GameMail):
    """What happened earlier: a problem, or a list of windows, or the stories of some of them."""

    kind = "history"
    position: Position = field(default_factory=Position)
    """What the reader sees now: some events are told differently because of it."""
    problem: Said = ""
    listed: list[WindowTold] | None = None
    all: int = 0
    windows: list[Story] = []
    left: list[int] = []


class VoteMail(SeatMail, kw_only=True):
    """A proposal to vote on, with its reason if one is given; or a vote that was cast."""

    kind = "vote"
    step: Literal["opened", "cast"]
    proposal: Vote
    asked: bool
    everybody: bool
    because: str = ""
