"""What the core asks of its features, and tells them: the only way in which it knows them.

A feature is a folder of `pbem.features`; its `FEATURE` names the functions that the core calls, and
what it does not name does nothing. The core imports no feature: a `World` carries those there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlmodel import Session as Db

from pbem.reports.mail_parts import DiaryTold, Line, OpenVote, PressTold, SpokenTold
from pbem.reports.mails import PlayMail, PressMail
from pbem.store import tables as t

if TYPE_CHECKING:
    from engine.core.messages import Message
    from engine.core.session import Session
    from engine.orders.vocabulary import Vocabulary
    from pbem.campaign.mails.outbox import Context
    from pbem.campaign.turns import GameTurn
    from pbem.campaign.world import World
    from pbem.inbox.hooks import InboxHooks
    from pbem.inbox.reading.hosts_grammar import HostCommand

NO_GAME = 0
"""The number in place of a game's of what is about none of them alone."""
Payload = dict[str, Any]
Span = tuple[datetime, datetime]
"""From when, until when."""


class Done(NamedTuple):
    """What was done; what became of each line of orders."""

    said: Message
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Timed:
    """A kind of what comes due by the clock: how the first is found, and what is done then."""

    name: str
    earliest: Callable[[Db, datetime, set[int], Any], tuple[int, datetime] | None]
    """Given until when, which to leave out, and the number of a game (None: all of them)."""
    come: Callable[[Context, int, datetime], None]
    """Does it as of when it came due, given its number, and how late it is really."""
    tell: Callable[[Context, int, Exception], None]
    """Tells the host that it failed."""
    games_due: Callable[[Db, datetime], Collection[int]]
    """In which games one has come due by then."""
    about: Callable[[Db, int], Collection[int]] | None = None
    """The games that one is about, by its number, where it is not of one game: NO_GAME has it."""
    after_windows: bool = False
    """Whether a window that is due at the same time goes first."""
    guarded: bool = False
    """Whether the safety stop looks at it before."""


HostHandler = Callable[["Context", t.Game, "HostCommand"], Done]
"""What does a command of the host, tells all, and says so. It raises Refused if it cannot."""


def nothing(*_args: Any) -> None:
    """Do nothing."""


def no_part(*_args: Any) -> Payload:
    """Have nothing to add."""
    return {}


def no_parts(*_args: Any) -> Sequence[Any]:
    """Know of nothing."""
    return ()


def as_it_is(*_args: Any) -> bool:
    """Leave a mail as it is."""
    return True


@dataclass(frozen=True, kw_only=True)
class Feature:
    """The functions of a feature that the core calls."""

    name: str

    # Told what has happened
    window_closed: Callable[[Context, t.Game, str], None] = nothing
    """A seat's question waits for no answer any more."""
    clocks_resumed: Callable[[Context, t.Game, datetime], None] = nothing
    """The clocks of a game run again that were stopped at that time."""
    game_resumed: Callable[[Context, t.Game], None] = nothing
    """The host has ended a pause."""
    game_ended: Callable[[Context, t.Game], None] = nothing
    """The game is over, or given up."""
    about_to_report: Callable[[GameTurn], None] = nothing
    """All moves are made, and the seats are about to be told."""
    zone_changed: Callable[[Context, t.Person], None] = nothing
    """A player has another time zone."""
    digest_changed: Callable[[Context, t.Person], None] = nothing
    """A player wants his digest at another hour, or none."""
    all_wanted: Callable[[Context, t.Person], None] = nothing
    """A player wants all mails again, some of which were kept back."""
    publicly_told: Callable[[Context, t.Game, Session, PlayMail], None] = nothing
    """Something has happened that all may know: a report without what is told of it."""
    publicly_said: Callable[[Context, t.Game, PressMail], None] = nothing
    """Something was said that all may read."""
    seat_emptied: Callable[[Context, t.Game, t.Seat], None] = nothing
    """The player of a seat has it no longer: what is his is void."""
    seat_passed_on: Callable[[Context, t.Game, str], None] = nothing
    """A seat has another player, or a bot for good."""
    player_is_back: Callable[[Context, t.Game, t.Seat], None] = nothing
    """The player of a seat that somebody stood in for answers himself again."""
    player_left: Callable[[Context, t.Game], None] = nothing
    """A player has resigned, and all have been told."""

    # Asked to act
    offer_seat: Callable[[Context, t.Game, t.Seat, str], None] = nothing
    """Offer a seat to others, and why."""

    # Asked for what it knows
    time_off: Callable[[Db, t.Game, str], Sequence[Span]] = no_parts
    """When the deadlines of a seat wait, first to last."""
    away: Callable[[Db, t.Game], Mapping[str, datetime]] = no_part
    """Until when players are away, by seat."""
    open_votes: Callable[[Db, t.Game, str | None], Sequence[OpenVote]] = no_parts
    """What is voted on, as a seat (None: the public) may see."""
    spoken: Callable[[Context], Sequence[SpokenTold]] = no_parts
    """What became of texts for others; it is told by that."""
    diaries: Callable[[Db, t.Game], Sequence[DiaryTold]] = no_parts
    """The diaries of a game that has ended."""
    press_of: Callable[[Db, t.Game, str], Sequence[PressTold]] = no_parts
    """The press of a seat, for its next player."""
    press_to_all: Callable[[Db, t.Game], Sequence[PressTold]] = no_parts
    """The press of a game that all may read, the oldest first."""
    readers: Callable[[Db, t.Game], Sequence[str]] = no_parts
    """The addresses of people who follow a game."""
    status_part: Callable[[Db, t.Game, Vocabulary | None], Payload] = no_part
    """What `pbem status` says of a game besides."""

    host_commands: Mapping[str, HostHandler] = field(default_factory=dict)
    """The host's commands, by verb."""
    inbox: InboxHooks | None = None
    """What it does with mails that come in: the inbox asks for that."""

    timed: Sequence[Timed] = ()
    """What comes due by the clock."""

    # Mails on their way
    own_mails: Mapping[str, Callable[[World, Db, t.Outgoing], bool]] = field(default_factory=dict)
    """Kinds of mail of its own that bring themselves up to when they go out; False: one has
    nothing to tell by now."""
    before_sending: Callable[[Db, t.Game, t.Outgoing, PlayMail, datetime], bool] = as_it_is
    """Bring a mail up to when it goes out; False: it does not go now, and its row says why."""


class Features(tuple[Feature, ...]):
    """All features, and what they do with mails, laid together once."""

    inbox: InboxHooks

    def __new__(cls, features: Iterable[Feature], inbox: InboxHooks) -> Features:
        """These features, in the order in which they are asked."""
        made = super().__new__(cls, features)
        made.inbox = inbox
        return made


def merged(parts: Iterable[Mapping[str, Any]]) -> Payload:
    """Lay several parts together."""
    return {key: value for part in parts for key, value in part.items()}
