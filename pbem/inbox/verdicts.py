"""What becomes of a mail, and what is known of it on the way there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import GameTurn
from pbem.inbox.requests import Said
from pbem.inbox.senders import Member, Sender, Stranger
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t


class Verdict(NamedTuple):
    """What became of a mail: done, ignored or aside, and why."""

    status: Literal["done", "ignored", "aside"]
    reason: str


NOBODY, NOTHING = Stranger(), Said()
"""Who wrote a mail and what it says, before that is known."""
ENOUGH = Verdict("ignored", "enough was answered to this address of late")


@dataclass
class Received:
    """A mail that is being judged: each step may find out more of it for those behind it."""

    ctx: Context
    row: t.InboundMail
    message: InboundMail
    sender: Sender = NOBODY
    said: Said = NOTHING

    def __post_init__(self) -> None:
        self.address = self.message.sender or ""
        """Where it says that it is from."""


Step = Callable[[Received], Verdict | None]
"""One way in which a mail may be meant. None: it is not meant so."""


def done(what: str) -> Verdict | None:
    """The verdict on a mail with which this was done; None: nothing was."""
    return Verdict("done", what) if what else None


class Taken(NamedTuple):
    """Orders that are taken in, and not played yet."""

    at: GameTurn
    numbers: set[int]
    """Of those that its player is told about."""
    replaced: Sequence[str] = ()
    """Orders held before, which have given way to these."""
    without: Sequence[str] | None = None
    """Lines that stood in the way, and are left out."""


@dataclass
class PlayersMail:
    """A mail that surely comes from a player: each step may change what is left of it to do."""

    ctx: Context
    sender: Member
    message: InboundMail
    said: Said
    confirmed: bool = False
    """Whether its player says yes to what it says."""
    taken: Taken | None = None
    done: list[str] = field(default_factory=list)
    """What was done so far, in words; empty words where enough was answered."""

    def __post_init__(self) -> None:
        self.hooks = self.ctx.world.features.inbox
        self.game, self.seat = self.sender.game, self.sender.seat
        self.key, self.address = self.seat.key, self.seat.address


PlayersStep = Callable[[PlayersMail], bool]
"""A part of what a player's mail may say. Whether nothing else of it is to be done."""
