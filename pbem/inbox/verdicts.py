"""What was decided about a mail, and what is known of it until then."""

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
    """What became of a mail: done, ignored or aside, and by what."""

    status: Literal["done", "ignored", "aside"]
    outcomes: tuple[Outcome, ...]

    @property
    def reason(self) -> str:
        """The outcomes, as the log and the store have them."""
        return outcomes.listed(self.outcomes)


NOBODY, NOTHING = Stranger(), Said()
"""Who wrote a mail and what it says, before that is known."""


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


def done(outcome: Outcome) -> Verdict:
    """Judge a mail with which this was done; it is ignored if enough was answered."""
    return Verdict("ignored" if outcome == ENOUGH else "done", (outcome,))


def done_if(outcome: Outcome | None) -> Verdict | None:
    """Judge a mail with which this was done; None: nothing was."""
    return None if outcome is None else done(outcome)


def ignored(what: What, about: str = "") -> Verdict:
    """Judge a mail with which nothing is done, for this reason."""
    return Verdict("ignored", (Outcome(what, about),))


class Taken(NamedTuple):
    """Orders that are taken in, and not played yet."""

    at: GameTurn
    numbers: set[int]
    """Of those that its player is told about."""
    replaced: Sequence[str] = ()
    """Orders held before, which have given way to these."""
    without: Sequence[str] | None = None
    """Lines that stood in the way, and are left out."""
    asides: Asides = NONE


@dataclass
class PlayersMail:
    """A mail that surely comes from a player: each step may change what is left of it to do."""

    ctx: Context
    sender: Member
    message: InboundMail
    said: Said
    confirmed: bool = False
    """Whether its player says yes to what it says."""
    picked: bool = False
    """Whether that is one of several ways that were listed."""
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
        """Do the first of these commands that the mail has; whether it has one."""
        said = self.said.verbs
        return self.first_of([handlers[verb] for verb in handlers if verb in said], self.said)

    def first_of(self, features: Iterable[Callable[..., Outcome | None]], *about: object) -> bool:
        """Let these do something with it, of which the first that does has the last word; whether
        one has."""
        for does in features:
            if done := does(self.ctx, self.game, self.seat, *about):
                self.done.append(done)
                return True
        return False


PlayersStep = Callable[[PlayersMail], bool]
"""A part of what a player's mail may say. Whether nothing else of it is to be done."""
