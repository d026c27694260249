"""The verdict on a mail, and what is known of the mail until then."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pbem.campaign.mails.outbox import Context
from pbem.campaign.receipts import NONE
from pbem.campaign.turns import GameTurn
from pbem.inbox import outcomes
from pbem.inbox.hooks import MemberHandler
from pbem.inbox.outcomes import ENOUGH, Outcome, What
from pbem.inbox.reading.requests import Said
from pbem.inbox.senders import Member, Sender, Stranger
from pbem.mail.incoming import InboundMail
from pbem.reports.mail_parts import Asides
from pbem.store import tables as t


class Verdict(NamedTuple):
    """What became of a mail (done, ignored or aside) and why."""

    status: Literal["done", "ignored", "aside"]
    outcomes: tuple[Outcome, ...]

    @property
    def reason(self) -> str:
        """The outcomes, as the log and the store have them."""
        return outcomes.listed(self.outcomes)


NOBODY, NOTHING = Stranger(), Said()
"""The sender and contents of a mail before they are known."""


@dataclass
class Received:
    """A mail being judged; each step may find out more about it for later ones."""

    ctx: Context
    row: t.InboundMail
    message: InboundMail
    sender: Sender = NOBODY
    said: Said = NOTHING

    def __post_init__(self) -> None:
        self.address = self.message.sender or ""
        """The address that it says it is from."""


Step = Callable[[Received], Verdict | None]
"""One way to understand a mail. None: the mail is not meant this way."""


def done(outcome: Outcome) -> Verdict:
    """Return the verdict on a mail with this outcome; it is ignored if enough was answered."""
    return Verdict("ignored" if outcome == ENOUGH else "done", (outcome,))


def done_if(outcome: Outcome | None) -> Verdict | None:
    """Return the verdict on a mail with this outcome; None: nothing was done."""
    return None if outcome is None else done(outcome)


def ignored(what: What, about: str = "") -> Verdict:
    """Return the verdict on a mail that is ignored for this reason."""
    return Verdict("ignored", (Outcome(what, about),))


class Taken(NamedTuple):
    """Orders that have been taken in and are not played yet."""

    at: GameTurn
    numbers: set[int]
    """The numbers of the orders that the player is told about."""
    replaced: Sequence[str] = ()
    """Orders held before that these have replaced."""
    without: Sequence[str] | None = None
    """Lines that stood in the way and are left out."""
    asides: Asides = NONE


@dataclass
class PlayersMail:
    """A mail that provably comes from a player; each step may change what is left to do."""

    ctx: Context
    sender: Member
    message: InboundMail
    said: Said
    confirmed: bool = False
    """Whether its player has said yes to it."""
    picked: bool = False
    """Whether it was selected from a list of alternatives."""
    unused_yes: bool = False
    """Whether it also says yes to orders that were shown, which cannot be played with its own."""
    taken: Taken | None = None
    done: list[Outcome] = field(default_factory=list)
    """What was done so far."""

    def __post_init__(self) -> None:
        self.hooks = self.ctx.world.features.inbox
        self.game, self.seat = self.sender.game, self.sender.seat
        self.key, self.address = self.seat.key, self.seat.address

    def add(self, outcome: Outcome | None) -> None:
        """Note what was done; None: nothing was."""
        if outcome is not None:
            self.done.append(outcome)

    def do_first(self, handlers: Mapping[str, MemberHandler]) -> bool:
        """Do the first of these commands that the mail has; tell whether one did something."""
        said = self.said.verbs
        return self.first_of([handlers[verb] for verb in handlers if verb in said], self.said)

    def first_of(self, features: Iterable[Callable[..., Outcome | None]], *about: object) -> bool:
        """Call these in order until one does something; tell whether one did."""
        for does in features:
            if done := does(self.ctx, self.game, self.seat, *about):
                self.done.append(done)
                return True
        return False


PlayersStep = Callable[[PlayersMail], bool]
"""Handles a part of what a player's mail may say; True ends the handling of the mail."""
