"""What the inbox asks of features: the only way in which it knows them.

`Feature.inbox` names what a feature does with mails; `together` lays that of all together. Where
several are asked, the first that has done something with a mail has the last word; the inbox says
in which order it asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, TypeVar

from sqlmodel import Session as Db

from pbem.campaign.feature import merged
from pbem.campaign.mails.outbox import Context
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading.requests import Command, Fits, Said
from pbem.inbox.senders import Member
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

T = TypeVar("T")
MemberHandler = Callable[[Context, t.Game, t.Seat, Said], Outcome | None]
"""Does what a player's mail says of a command. None: there is nothing to be done by it, or it is no
such command after all."""
EntrantHandler = Callable[[Context, t.Game, t.Entrant, Said], Outcome]
"""Does what a mail says of who has no seat, but may get one."""
PublicHandler = Callable[[Context, InboundMail, Said, Command], Outcome | None]
"""Does what a mail says of a command that needs no seat. None: it is no such command."""
Answer = Callable[[Context, t.Game, t.Seat, Command], Outcome]
"""Answers a request of a player by a mail."""
FindSender = Callable[[Context, t.InboundMail, InboundMail], Member | Outcome]
"""Finds who sent what came another way than by mail; or answers it, and says what came of it."""
MailToAll = Callable[[Context, InboundMail, Said], Outcome | None]
"""Does what a mail says. None: it is not meant for the feature."""


@dataclass(frozen=True, kw_only=True)
class InboxHooks:
    """What a feature does with mails. Where it may give None, the mail is none of its own."""

    commands: Mapping[str, MemberHandler] = field(default_factory=dict)
    """The commands of players, by verb. What several verbs share is called once for a mail."""
    confirmed: Mapping[str, MemberHandler] = field(default_factory=dict)
    """The same, where a player has said yes to the mail that asked him for it."""
    public_commands: Mapping[str, PublicHandler] = field(default_factory=dict)
    """The commands of anybody, by verb."""
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """Requests that are answered by a mail, by verb."""
    fits: Mapping[str, Fits] = field(default_factory=dict)
    """For whom an order is waited for: whether a line is such a command, by verb."""
    entrants: Mapping[str, EntrantHandler] = field(default_factory=dict)
    """Mails with the tag of who comes to a table or has left it, by how far that has gone."""
    tagged: Mapping[str, MailToAll] = field(default_factory=dict)
    """Mails with a tag of the feature's own, by how its seat begins."""
    automatic: Sequence[Callable[[Context, InboundMail], Outcome | None]] = ()
    """A mail that a machine has written: it is not answered."""
    complained: Sequence[Callable[[Context, t.Outgoing], Outcome | None]] = ()
    """The reader of a mail of ours has called it junk."""
    senders: Mapping[str, FindSender] = field(default_factory=dict)
    """Who sent what did not come by mail, by the source of its row."""
    invited: Sequence[MailToAll] = ()
    """Answers to an invitation, in whatever words."""
    former_player: Sequence[Callable[[Context, str], Outcome | None]] = ()
    """A mail from the address of somebody who does not play any more."""
    press_answered: Sequence[Callable[[Db, t.Game, str, str | None], int]] = ()
    """The number of the press that the mail with this Message-ID brought to a seat."""
    unsent: Sequence[Callable[[Context, t.Game, t.Seat | None, int, Sequence[str]], Outcome]] = ()
    """An answer to press that does not say whom it is for, from a seat (None: the host)."""
    spoken: Sequence[Callable[[Context, t.Game, t.Seat, Said], Outcome]] = ()
    """Texts for others in a player's mail."""
    mail_done: Sequence[Callable[[Context, t.Game, t.Seat], None]] = ()
    """All of a player's mail is done: what no mail has told yet is told now."""
    settle_settings: Sequence[Callable[[t.Seat, Said], None]] = ()
    """Take over the settings of a mail before the game begins."""
    player_wrote: Sequence[Callable[[Context, t.Game, t.Seat], object]] = ()
    """The player of a seat that somebody stands in for has sent orders."""
    bars_orders: Sequence[Callable[[Context, t.Game, t.Seat], Outcome | None]] = ()
    """A seat's orders are not taken for now, which its player is told. None: they are."""
    opposite: Sequence[Callable[[Sequence[str]], str]] = ()
    """What a `no` to these lines means that a player was shown. They stay open after a yes."""
    undoable: Sequence[Callable[[Context, t.Game, Sequence[str]], Sequence[tuple[int, str]]]] = ()
    """The lines that can be undone, where lines of the host that are no commands ask for that."""


def together(hooks: Sequence[InboxHooks]) -> InboxHooks:
    """Lay together what these features do with mails, in their order."""
    return InboxHooks(
        **{it.name: _laid([getattr(h, it.name) for h in hooks]) for it in fields(InboxHooks)}
    )


def _laid(parts: Sequence[Any]) -> Any:
    by_name = isinstance(parts[0], Mapping)
    return merged(parts) if by_name else tuple(chain.from_iterable(parts))


def first(done: Iterable[T | None]) -> T | None:
    """Return what the first feature has done that has done anything; later ones are not asked."""
    return next(filter(None, done), None)
