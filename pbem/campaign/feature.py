"""The hooks through which the core asks and tells its features; it knows them in no other way.

A feature is a folder of `pbem.features`. Its `FEATURE` names the functions that the core calls; a
hook that it does not name does nothing. The core imports no feature: a `World` carries them.
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
"""Stands for a game's number if something is not about a single game."""
Payload = dict[str, Any]
Span = tuple[datetime, datetime]
"""From when, until when."""


class Done(NamedTuple):
    """What a host command did, and what became of each line of orders."""

    said: Message
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Timed:
    """A kind of thing that comes due by the clock: how to find the next one, and what to do
    then."""

    name: str
    earliest: Callable[[Db, datetime, set[int], Any], tuple[int, datetime] | None]
    """Called with the time up to which to look, the numbers to ignore, and a game's number (None:
    all games)."""
    come: Callable[[Context, int, datetime], None]
    """Does what is due, as of when it came due; is given its number and the real time now."""
    tell: Callable[[Context, int, Exception], None]
    """Tells the host that it failed."""
    games_due: Callable[[Db, datetime], Collection[int]]
    """Returns the games in which something has come due by then."""
    called: Callable[[Db, int], str]
    """Returns the name of an item, given its number: it is the same whatever was judged before in
    other games."""
    about: Callable[[Db, int], Collection[int]] | None = None
    """Returns the games that an item is about, by its number, if its kind is not about one game
    (then NO_GAME handles it)."""
    after_windows: bool = False
    """Whether a window that is due at the same time goes first."""
    guarded: bool = False
    """Whether the safety stop checks it first."""


HostHandler = Callable[["Context", t.Game, "HostCommand"], Done]
"""Carries out a command of the host, tells everybody, and returns what it did. Raises Refused."""


def nothing(*_args: Any) -> None:
    """Do nothing."""


def no_part(*_args: Any) -> Payload:
    """Add nothing."""
    return {}


def no_parts(*_args: Any) -> Sequence[Any]:
    """Return nothing."""
    return ()


def as_it_is(*_args: Any) -> bool:
    """Leave a mail as it is."""
    return True


@dataclass(frozen=True, kw_only=True)
class Feature:
    """The functions of a feature that the core calls; the strings say when or what for."""

    name: str

    # Events the feature is told of
    window_closed: Callable[[Context, t.Game, str], None] = nothing
    """A seat's question is no longer open."""
    clocks_resumed: Callable[[Context, t.Game, datetime], None] = nothing
    """A game's clocks run again after they were stopped at that time."""
    game_resumed: Callable[[Context, t.Game], None] = nothing
    """The host has ended a pause."""
    game_ended: Callable[[Context, t.Game], None] = nothing
    """The game is over, or was given up."""
    never_begins: Callable[[Context, t.Game], None] = nothing
    """A game is given up before it has begun."""
    about_to_report: Callable[[GameTurn], None] = nothing
    """All moves are made, and the seats are about to be told."""
    zone_changed: Callable[[Context, t.Person], None] = nothing
    """A player has changed their time zone."""
    digest_changed: Callable[[Context, t.Person], None] = nothing
    """A player wants their digest at another hour, or no digest."""
    all_wanted: Callable[[Context, t.Person], None] = nothing
    """A player wants all mails again, after some were held back."""
    publicly_told: Callable[[Context, t.Game, Session, PlayMail], None] = nothing
    """Something public has happened; the report passed on still lacks the events."""
    publicly_said: Callable[[Context, t.Game, PressMail], None] = nothing
    """Something was said that everybody may read."""
    seat_emptied: Callable[[Context, t.Game, t.Seat], None] = nothing
    """A seat has lost its player: everything that was theirs is void."""
    seat_passed_on: Callable[[Context, t.Game, str], None] = nothing
    """A seat has another player, or a bot permanently."""
    player_is_back: Callable[[Context, t.Game, t.Seat], None] = nothing
    """A player answers for their seat again after somebody stood in."""
    player_left: Callable[[Context, t.Game], None] = nothing
    """A player has resigned, and everybody has been told."""

    # Requests to act
    offer_seat: Callable[[Context, t.Game, t.Seat, str], None] = nothing
    """Offer a seat to others, giving the reason."""

    # Requests for information
    time_off: Callable[[Db, t.Game, str], Sequence[Span]] = no_parts
    """When the deadlines of a seat are suspended, in order."""
    away: Callable[[Db, t.Game], Mapping[str, datetime]] = no_part
    """Until when players are away, by seat."""
    open_votes: Callable[[Db, t.Game, str | None], Sequence[OpenVote]] = no_parts
    """The open votes that a seat (None: the public) may see."""
    spoken: Callable[[Context], Sequence[SpokenTold]] = no_parts
    """What became of texts meant for others; asking counts as telling it."""
    diaries: Callable[[Db, t.Game], Sequence[DiaryTold]] = no_parts
    """The diaries of a game that has ended."""
    press_of: Callable[[Db, t.Game, str], Sequence[PressTold]] = no_parts
    """A seat's press, for its next player."""
    press_to_all: Callable[[Db, t.Game], Sequence[PressTold]] = no_parts
    """The press of a game that everybody may read, oldest first."""
    readers: Callable[[Db, t.Game], Sequence[str]] = no_parts
    """The addresses of people who follow a game."""
    status_part: Callable[[Db, t.Game, Vocabulary | None], Payload] = no_part
    """What the feature adds to `pbem status` about a game."""

    host_commands: Mapping[str, HostHandler] = field(default_factory=dict)
    """The host's commands, by verb."""
    inbox: InboxHooks | None = None
    """What it does with incoming mails; read by the inbox."""

    timed: Sequence[Timed] = ()
    """What comes due by the clock."""

    # Mails about to be sent
    own_mails: Mapping[str, Callable[[World, Db, t.Outgoing], bool]] = field(default_factory=dict)
    """The feature's own kinds of mail, with a function that updates one just before it is sent;
    False: there is nothing to tell any more."""
    before_sending: Callable[[Db, t.Game, t.Outgoing, PlayMail, datetime], bool] = as_it_is
    """Update a mail just before it is sent; False: it is not sent now, and its row says why."""


class Features(tuple[Feature, ...]):
    """All features, and their inbox hooks combined once."""

    inbox: InboxHooks

    def __new__(cls, features: Iterable[Feature], inbox: InboxHooks) -> Features:
        """Make the collection; features are asked in this order."""
        made = super().__new__(cls, features)
        made.inbox = inbox
        return made


def merged(parts: Iterable[Mapping[str, Any]]) -> Payload:
    """Merge several mappings; later ones win."""
    return {key: value for part in parts for key, value in part.items()}
