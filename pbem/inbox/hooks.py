"""The hooks through which the inbox asks features; it knows them in no other way.

`Feature.inbox` names what a feature does with mails; `together` combines all of them. If several
features are asked, the first that does something with a mail has the last word. The inbox decides
in which order hooks are called.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from sqlmodel import Session as Db

from engine.core.decision import Refusal
from engine.core.messages import Message
from pbem.campaign.feature import merged
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command, Fits, Said
from pbem.inbox.senders import Member
from pbem.mail.incoming import InboundMail
from pbem.reports.mail_parts import DeniedLine, PreferenceRow
from pbem.store import tables as t

T = TypeVar("T")
MemberHandler = Callable[[Context, t.Game, t.Seat, Said], Outcome | None]
"""Carries out a command in a player's mail. None: there is nothing to do, or it is no such command
after all."""
EntrantHandler = Callable[[Context, t.Game, t.Entrant, Said], Outcome]
"""Carries out what a mail from somebody without a seat says."""
PublicHandler = Callable[[Context, InboundMail, Said, Command], Outcome | None]
"""Carries out a command that needs no seat. None: it is no such command."""
Answer = Callable[[Context, t.Game, t.Seat, Command], Outcome]
"""Answers a player's request by a mail."""
FindSender = Callable[[Context, t.InboundMail, InboundMail], Member | Outcome]
"""Finds who sent something that did not come by mail; or answers it, and returns what was done."""
GamesMeant = Callable[[World, Db, int], Collection[int]]
"""Finds the games that something may change that did not come by mail, by its row's number."""
MailToAll = Callable[[Context, InboundMail, Said], Outcome | None]
"""Does what a mail says. None: it is not meant for the feature."""


class SettledSettings(NamedTuple):
    """The preferences that were stored, each as it is now; and the lines that could not be."""

    rows: list[PreferenceRow]
    problems: list[DeniedLine]


Settles = Callable[[Context, t.Seat, Said], SettledSettings]
"""Stores preferences."""


@dataclass(frozen=True, kw_only=True)
class InboxHooks:
    """What a feature does with mails. A hook that may return None does so when a mail is not for
    it."""

    commands: Mapping[str, MemberHandler] = field(default_factory=dict)
    """The commands of players, by verb. A function listed for several verbs is called once a
    mail."""
    confirmed: Mapping[str, MemberHandler] = field(default_factory=dict)
    """The same, for when a player says yes to the mail that asked them to confirm."""
    public_commands: Mapping[str, PublicHandler] = field(default_factory=dict)
    """The commands open to anybody, by verb."""
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """Requests that are answered by a mail, by verb."""
    fits: Mapping[str, Fits] = field(default_factory=dict)
    """Tells whether a line really is this command, if its sender's order is awaited; by verb."""
    entrants: Mapping[str, EntrantHandler] = field(default_factory=dict)
    """Handles mails with the tag of an entrant, by the entrant's state."""
    tagged: Mapping[str, MailToAll] = field(default_factory=dict)
    """Handles mails with a tag of the feature's own, by how the tag's seat begins."""
    automatic: Sequence[Callable[[Context, InboundMail], Outcome | None]] = ()
    """Handles a mail that a machine wrote, and that is not answered."""
    complained: Sequence[Callable[[Context, t.Outgoing], Outcome | None]] = ()
    """A reader has reported one of our mails as junk."""
    senders: Mapping[str, FindSender] = field(default_factory=dict)
    """Finds the sender of what did not come by mail, by its row's source."""
    games_meant: Mapping[str, GamesMeant] = field(default_factory=dict)
    """Finds the games that such a thing may change, by its row's source."""
    invited: Sequence[MailToAll] = ()
    """Reads answers to an invitation, in whatever words."""
    former_player: Sequence[Callable[[Context, InboundMail, Sequence[t.Game]], Outcome | None]] = ()
    """Handles a mail from the address of somebody who no longer plays, given the games that it is
    about."""
    press_answered: Sequence[Callable[[Db, t.Game, str, str | None], int]] = ()
    """Finds the number of the press that the mail with this Message-ID brought to a seat."""
    unsent: Sequence[Callable[[Context, t.Game, t.Seat | None, int, Sequence[str]], Outcome]] = ()
    """Asks whom an answer to press is for, if it does not say; from a seat (None: the host)."""
    spoken: Sequence[Callable[[Context, t.Game, t.Seat, Said], Outcome]] = ()
    """Passes on the texts for others in a player's mail."""
    mail_done: Sequence[Callable[[Context, t.Game, t.Seat], None]] = ()
    """Called when all of a player's mail is done, to report whatever no mail has reported yet."""
    settle_settings: Sequence[Callable[[t.Seat, Said], None]] = ()
    """Applies the settings in a mail before the game begins."""
    joined: Sequence[Settles] = ()
    """Stores the preferences that came with a wish to join, and says which."""
    host_prefers: Sequence[Callable[[Context, Said], Sequence[tuple[str, Message | Refusal]]]] = ()
    """Stores how the host wants to get mails; returns each line about that, and what became of
    it."""
    player_wrote: Sequence[Callable[[Context, t.Game, t.Seat], object]] = ()
    """A player whose seat has a stand-in has sent orders."""
    bars_orders: Sequence[Callable[[Context, t.Game, t.Seat], Outcome | None]] = ()
    """Refuses a seat's orders for now and tells its player so. None: they are accepted."""
    opposite: Sequence[Callable[[Sequence[str]], str]] = ()
    """Returns what a `no` to lines shown to a player means. After a `yes` they stay open."""
    undoable: Sequence[Callable[[Context, t.Game, Sequence[str]], Sequence[tuple[int, str]]]] = ()
    """Returns the lines that can be undone, if a host's lines that are no commands ask for that."""


def together(hooks: Sequence[InboxHooks]) -> InboxHooks:
    """Combine these features' hooks, in their order."""
    return InboxHooks(
        **{it.name: _laid([getattr(h, it.name) for h in hooks]) for it in fields(InboxHooks)}
    )


def _laid(parts: Sequence[Any]) -> Any:
    by_name = isinstance(parts[0], Mapping)
    return merged(parts) if by_name else tuple(chain.from_iterable(parts))


def first(done: Iterable[T | None]) -> T | None:
    """Return the result of the first feature that did something; later ones are not asked."""
    return next(filter(None, done), None)
