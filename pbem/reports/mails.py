"""The mails that the moderator writes: a struct for each kind, stored as JSON with its row.

A mail is checked when it is written, in the transaction of what it tells: a missing or a wrong
field undoes it. The head is filled in then, by whom the mail is for. What each kind says is in
`composers/`.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from msgspec import Struct, field

from pbem.reports.mail_parts import (
    ActTold,
    AwayIn,
    CalendarEntry,
    Delivered,
    DeniedLine,
    DiaryTold,
    Free,
    GameTold,
    Held,
    Lines,
    Moderator,
    Position,
    PreferenceRow,
    PressTold,
    Punctuality,
    Question,
    Revealed,
    Said,
    Seated,
    SeatTold,
    Silence,
    SpokenTold,
    Story,
    TextTold,
    Vote,
    WindowTold,
)

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
"""What a notice tells."""
WhyRefused = Literal[
    "full",
    "taken",
    "already",
    "too_late",
    "unknown_seat",
    "cannot_leave",
    "no_game",
    "not_joined",
    "unpunctual",
    "waits",
    "unclear",
    "gone",
    "over",
]
"""Why somebody cannot join, leave or wait; or that he waits."""
WhyNoReports = Literal["forbidden", "over", "plays", "format", "shared", "not subscribed"]
"""Why somebody does not get public reports, or still gets them."""
WhatReplied = Literal["secret", "private", "tied", "bad_word", "not_tied", "reminder"]
"""Why a post is answered in a thread; or that somebody is waited for."""
WhatNoted = Literal["word", "no_forum", "tied", "edited"]
"""What a player is told of the forum."""
Resigning = Literal["asked", "done", "vacant", "taken", "over"]
"""How far somebody is who resigns, or what has come of his seat."""
Doubt = Literal["untagged", "elsewhere", "doubted", "unknown"]
"""Why it is not sure whose a mail is."""


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


# In play


class ReportMail(PlayMail):
    """What is asked, what has happened, where everybody stands."""

    kind = "report"
    invited: bool = False
    """Whether the next orders can be sent before they are asked for."""
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
    """What each seat gave for the dice."""


class FinalMail(PlayMail, kw_only=True):
    """The end of a game."""

    kind = "final"
    revealed: Revealed


class ReminderMail(SeatMail):
    """A question that is still open; `left`: the seconds until its deadline."""

    kind = "reminder"
    left: int | None = None


class ReceiptMail(SeatMail):
    """What became of each line of orders."""

    kind = "receipt"
    replaced: list[str] = []
    """What was held before and is no more."""
    without: list[str] | None = None
    """Lines that were left out, where what was held behind them goes on."""
    late: bool = False
    """Whether that is so since no answer came in time."""
    by_host: bool = False
    spoken: list[SpokenTold] = []


class PreviewMail(SeatMail):
    """What would become of orders."""

    kind = "preview"


class OrderFormMail(SeatMail):
    """A page that writes orders to the question of another mail, for who wants it."""

    kind = "order_form"


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
    """A mail in which nothing could be used; None: it asked for this."""
    said: Said = ""


class ForumStandingsMail(PlayMail):
    """The first post of a game's thread in a forum: how things stand, kept up to date."""

    kind = "forum_standings"
    seats: list[Seated] = []
    answered: list[str] = []
    """Who has answered what others are still asked."""
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


class ForumNoteMail(GameMail, kw_only=True):
    """What a player is told by mail of the forum: his word for it, or what became of a post."""

    kind = "forum_note"
    what: WhatNoted
    word: str = ""
    asked: list[str] = []
    """The lines that it is about."""


class NoticeMail(PlayMail, kw_only=True):
    """An act of the host, or of all, told to all."""

    kind = "notice"
    act: Act
    because: str = ""
    source: str = ""
    """Whose act it is, if not the host's."""
    due: str | None = None
    to: str = ""
    """The address at which it is played from now on; empty: the host has named none."""
    who: str = ""
    name: str = ""
    """The seat that it is about, and the name of its player."""
    by: str = ""
    why: str = ""
    """Who stands in for it, and why."""
    vote: Vote | None = None
    hours: int = 0
    pace: list[Said] = []
    line: int = 0
    choice: list[Any] = []
    since: str = ""
    late: list[str] = []
    """Who has let the deadline pass; the answers of the first count `until`, of all till it
    `ends`."""
    until: str = ""
    ends: str = ""
    revealed: Revealed | None = None


class HandoverMail(SeatMail, kw_only=True):
    """A seat as its new player finds it."""

    kind = "handover"
    legacy: Held
    press: list[PressTold] = []
    story: list[Free]


class DigestedGame(PlayMail):
    """What a digest says of one game."""

    state: str = "running"
    invited: bool = False
    asked: bool = False
    """Whether something is asked by now that the digest does not ask."""
    asked_in: int | None = None
    """The window in which the question was asked."""
    several: bool = False
    """Whether it is one of several games."""


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
    """What is past: a problem, or what there is, or the stories of some windows."""

    kind = "history"
    problem: Said = ""
    listed: list[WindowTold] | None = None
    all: int = 0
    windows: list[Story] = []
    left: list[int] = []


# Asked for a yes, or refused


class YesMail(PlayMail):
    """Lines that are applied by a yes."""

    conflict: bool = False
    """Whether the mail says two things."""
    texts: list[TextTold] = []
    text: str = ""
    """What the mail said, where no line of it can be applied."""


class AskMail(YesMail):
    """Orders without a tag; or several mails (so many) whose yes is meant, or remarks that leave
    it open whether the orders are meant (`doubts`); or several `ways` to understand them, each with
    its lines, of which a number picks one."""

    kind = "ask"
    doubts: list[Said] = []
    several: int = 0
    ways: list[list[str]] = []


class StaleMail(YesMail):
    """Orders for a window that is over."""

    kind = "stale"
    needs: ClassVar[str] = "seat"
    window: int | None = None


class ElsewhereMail(YesMail):
    """A mail from another address."""

    kind = "elsewhere"


class DoubtedMail(YesMail):
    """A mail that the own server does not believe."""

    kind = "doubted"


class UnknownMail(YesMail):
    """An answer to a mail that is not known."""

    kind = "unknown"


class DeniedMail(GameMail, kw_only=True):
    """What a player asked for and cannot have."""

    kind = "denied"
    denied: list[DeniedLine]
    host: bool = False
    """Whether he is the host."""


class UnreadableMail(Mail, kw_only=True):
    """A mail that could not be used."""

    kind = "unreadable"
    reason: Said
    subject: str = ""


class ReturnedMail(GameMail, kw_only=True):
    """Mails to who has now written did not get through."""

    kind = "returned"
    since: str
    reason: str


# Players come and go


class InvitationMail(GameMail, kw_only=True):
    """To whom the host invites; `seats` are free."""

    kind = "invitation"
    seats: list[str]
    places: int
    commitment: str
    new_dice: bool = False
    because: str = ""
    pace: list[Said] = []
    terms: list[Said] = []


class ConfirmMail(GameMail):
    """A wish to join, to be confirmed."""

    kind = "confirm"
    wanted: str = ""
    taken: list[str] = []
    free: list[str] = []
    name: str = ""
    words: str = ""


class JoinedMail(GameMail, kw_only=True):
    """Welcome; so many seats are still free."""

    kind = "joined"
    free: int
    commitment: str = ""
    wanted: str = ""
    name: str = ""
    words: str = ""
    punctual: Punctuality | None = None


class RefusedMail(Mail, kw_only=True):
    """A wish to join, to leave or to wait that cannot be fulfilled; or it is, and `why` says so."""

    kind = "refused"
    why: WhyRefused
    wanted: str = ""
    free: list[str] = []
    begun: bool = False
    asked: bool = False
    """Whether a question was passed on to the host."""
    punctual: Punctuality | None = None
    least: int = 0


class LeftMail(GameMail):
    """A seat given back; or an offer (of this seat) or an invitation declined."""

    kind = "left"
    declined: str = ""
    invitation: bool = False


class TakeoverMail(GameMail, kw_only=True):
    """An invitation to take a seat over; `offered`: why, if not by the host."""

    kind = "takeover"
    who: str
    because: str = ""
    offered: str = ""
    pace: list[Said] = []
    commitment: str = ""


class ResignMail(GameMail, kw_only=True):
    """To who resigns, or has; `last`: nobody else plays."""

    kind = "resign"
    step: Resigning
    who: str
    last: bool = False


class AwayMail(PlayMail):
    """The answer to who is away, or back."""

    kind = "away"
    games: list[AwayIn] = []
    problem: Said = ""
    back: bool = False


class AwayAskMail(GameMail):
    """Asks whether a player is away."""

    kind = "away_ask"
    needs: ClassVar[str] = "seat"


class PreferencesMail(GameMail, kw_only=True):
    """What a player prefers of his mails."""

    kind = "preferences"
    rows: list[PreferenceRow]
    problems: list[DeniedLine] = []
    changed: bool = False
    digest: str | None = None
    keeps_back: bool = False


class SubscriptionMail(GameMail, kw_only=True):
    """To who wants the public reports, or no more of them."""

    kind = "subscription"
    step: Literal["asked", "done", "ended", "refused"]
    why: WhyNoReports | None = None
    form: str = ""


class VoteMail(SeatMail, kw_only=True):
    """A proposal to vote on, or a vote that was cast."""

    kind = "vote"
    step: Literal["opened", "cast"]
    proposal: Vote
    asked: bool
    everybody: bool


# What people write


class PressMail(GameMail, kw_only=True):
    """What somebody writes to others."""

    kind = "press"
    press: PressTold
    is_answer: bool = False
    may_be_forged: bool = False
    """Whether press may bear another player's name in this game."""
    format: str = ""
    """As in reports."""


class PressReceiptMail(GameMail, kw_only=True):
    """What became of press and diary; `released`: it was held while its writer was late."""

    kind = "press_receipt"
    spoken: list[SpokenTold]
    released: bool = False


class UnsentMail(GameMail, kw_only=True):
    """An answer to press (by whom, and whether it went to `others`, too) that does not say to whom
    it shall go."""

    kind = "unsent"
    text: list[str]
    by: str
    others: bool


class DiaryMail(GameMail, kw_only=True):
    """A player's own diary."""

    kind = "diary"
    needs: ClassVar[str] = "seat"
    entries: list[DiaryTold]


# To the host


class HostMail(Mail, kw_only=True):
    """Something that the host has to look at."""

    kind = "host"
    subject: Said
    lines: list[Said]


class HostAskMail(PlayMail, kw_only=True):
    """Commands that a yes of the host does."""

    kind = "host_ask"
    why: Doubt
    texts: list[TextTold] = []
    not_commands: list[str] = []


class HostReceiptMail(PlayMail, kw_only=True):
    """What became of the host's commands, and what he can do."""

    kind = "host_receipt"
    acts: list[ActTold]
    forms: list[str]
    changes: list[str]
    state: str
    undoable: list[tuple[int, str]] = []
    not_commands: list[str] = []
    asks: bool = False
    """Whether he asks how the game stands."""
    several: bool = False
    """Whether his yes may mean several mails."""


def _kinds(above: type[Mail]) -> Iterator[tuple[str, type[Mail]]]:
    """The kinds of mail, by name."""
    for one in above.__subclasses__():
        if "kind" in vars(one):
            yield one.kind, one
        yield from _kinds(one)


KINDS: Mapping[str, type[Mail]] = dict(_kinds(Mail))
