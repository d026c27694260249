"""Mails about players who come and go, and about what they prefer."""

from typing import ClassVar, Literal

from pbem.reports.mail_parts import AwayIn, DeniedLine, PreferenceRow, Punctuality, Said
from pbem.reports.mails.base import GameMail, Mail, PlayMail

WhyRefused = Literal[
    "full",
    "taken",
    "already",
    "too_late",
    "given_up",
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
"""Why somebody cannot join, leave or wait; or that they wait."""
WhyNoReports = Literal["forbidden", "over", "plays", "format", "shared", "not subscribed"]
"""Why somebody does not get public reports, or still gets them."""
Resigning = Literal["asked", "done", "vacant", "taken", "over", "replaced"]
"""How far a resignation has come, or what became of the seat."""


class InvitationMail(GameMail, kw_only=True):
    """An invitation from the host; `seats` are free, and `leads` lists the powers that each of them
    begins with, if these are several."""

    kind = "invitation"
    seats: list[str]
    places: int
    commitment: str
    new_dice: bool = False
    because: str = ""
    host: str = ""
    """The host's address."""
    pace: list[Said] = []
    terms: list[Said] = []
    leads: dict[str, list[str]] = {}


class ConfirmMail(GameMail):
    """A request to join, to be confirmed."""

    kind = "confirm"
    wanted: str = ""
    taken: list[str] = []
    free: list[str] = []
    name: str = ""
    words: str = ""
    settings: list[str] = []
    spoken: str = ""
    """The language that the wish to join asks for."""
    written: str = ""
    """The language that it was written in."""


class JoinedMail(GameMail, kw_only=True):
    """Welcome; `free`: how many seats are still free."""

    kind = "joined"
    free: int
    commitment: str = ""
    wanted: str = ""
    name: str = ""
    words: str = ""
    punctual: Punctuality | None = None
    settings: list[PreferenceRow] = []
    """The preferences that came with the wish to join, as they are now."""
    problems: list[DeniedLine] = []
    """Those that could not be stored."""


class RefusedMail(Mail, kw_only=True):
    """A request to join, leave or wait that is refused; or one that is granted, as `why` says."""

    kind = "refused"
    why: WhyRefused
    wanted: str = ""
    free: list[str] = []
    begun: bool = False
    asked: bool = False
    """Whether a question was passed on to the host."""
    punctual: Punctuality | None = None
    least: int = 0


class StrangerMail(Mail):
    """Tells what this address is, for somebody whose words no command knows. It names no game:
    whoever may join one knows its name."""

    kind = "stranger"
    open: bool = False
    """Whether any game has a free seat."""
    host: str = ""
    """The host's address; empty if it is not told."""
    site: str = ""
    """Where the pages of the campaigns are."""
    spoken: str = ""
    """The language that they wrote in."""


class LeftMail(GameMail):
    """A seat given back; or an offer (of this seat) or an invitation declined."""

    kind = "left"
    declined: str = ""
    invitation: bool = False


class TakeoverMail(GameMail, kw_only=True):
    """An invitation to take a seat over; `offered`: why, if the host did not offer it; `unclear`:
    an answer to it said neither yes nor no."""

    kind = "takeover"
    who: str
    because: str = ""
    offered: str = ""
    unclear: bool = False
    pace: list[Said] = []
    commitment: str = ""


class ResignMail(GameMail, kw_only=True):
    """To a player who wants to resign, or has resigned; `last`: nobody else plays."""

    kind = "resign"
    step: Resigning
    who: str
    last: bool = False


class AwayMail(PlayMail):
    """The answer to a player who is away, or back."""

    kind = "away"
    games: list[AwayIn] = []
    problem: Said = ""
    back: bool = False


class AwayAskMail(GameMail):
    """Asks whether a player is away."""

    kind = "away_ask"
    needs: ClassVar[str] = "seat"


class ReturnedMail(GameMail, kw_only=True):
    """Tells a player who writes again that mails to them did not get through."""

    kind = "returned"
    since: str
    reason: str


class PreferencesMail(GameMail, kw_only=True):
    """What a player prefers for their mails."""

    kind = "preferences"
    rows: list[PreferenceRow]
    problems: list[DeniedLine] = []
    changed: bool = False
    digest: str | None = None
    keeps_back: bool = False


class SubscriptionMail(GameMail, kw_only=True):
    """To somebody who wants the public reports, or no more of them."""

    kind = "subscription"
    step: Literal["asked", "done", "ended", "refused"]
    why: WhyNoReports | None = None
    form: str = ""
