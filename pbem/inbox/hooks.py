"""What the inbox asks of features: the only way in which it knows them.

`Feature.inbox` names what a feature does with mails. Where several are asked, the first that has
done something with a mail has the last word; the inbox says in which order it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session as Db

from pbem.campaign.feature import merged, no_parts, nothing
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.inbox.commands import Command, Said
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

MemberHandler = Callable[[Context, t.Game, t.Seat, Said], str | None]
"""Does what a player's mail says of a command. What was done, in words; empty: nothing, since
enough was answered; None: it is no such command after all."""
EntrantHandler = Callable[[Context, t.Game, t.Entrant, Said], str]
"""Does what a mail says of who has no seat, but may get one. What was done, in words."""
PublicHandler = Callable[[Context, InboundMail, Said, Command], str | None]
"""Does what a mail says of a command that needs no seat. The same."""
Answer = Callable[[Context, t.Game, t.Seat, Command], str]
"""Answers a request of a player by a mail. What was done, in words."""
Fits = Callable[[Command], bool]
"""Whether a line is this command, and no order that looks like it."""


def say_nothing(*_args: Any) -> str:
    """Do nothing with a mail."""
    return ""


def no_number(*_args: Any) -> int:
    """Know no press."""
    return 0


def no_change(*_args: Any) -> bool:
    """Change nothing."""
    return False


@dataclass(frozen=True, kw_only=True)
class InboxHooks:
    """What a feature does with mails. What it has done is told in words, for the log; empty: the
    mail is none of its own."""

    # By a player's or anybody's command
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

    # By who wrote
    entrants: Mapping[str, EntrantHandler] = field(default_factory=dict)
    """Mails with the tag of an entrant, by his state."""
    automatic: Callable[[Context, InboundMail], str] = say_nothing
    """A mail that a machine has written: it is not answered."""
    tagged: Callable[[Context, InboundMail, Said], str] = say_nothing
    """A mail with a tag of the feature's own."""
    invited: Callable[[Context, InboundMail, Said], str] = say_nothing
    """An answer to an invitation, in whatever words."""
    former_player: Callable[[Context, str], str] = say_nothing
    """A mail from the address of somebody who does not play any more."""

    # Players' texts for others
    press_answered: Callable[[Db, t.Game, str, str | None], int] = no_number
    """The number of the press that the mail with this Message-ID brought to a seat."""
    unsent: Callable[[Context, t.Game, t.Seat | None, int, Sequence[str]], str] = say_nothing
    """An answer to press that does not say whom it is for, from a seat (None: the host)."""
    spoken: Callable[[Context, t.Game, t.Seat, Said], str] = say_nothing
    """Texts for others in a player's mail."""
    mail_done: Callable[[Context, t.Game, t.Seat], None] = nothing
    """All of a player's mail is done: what no mail has told yet is told now."""

    # Besides
    settle_settings: Callable[[t.Seat, Said], None] = nothing
    """Take over the settings of a mail before the game begins."""
    player_wrote: Callable[[Context, t.Game, t.Seat], bool] = no_change
    """A player has sent orders; whether he answers for his seat himself from now on."""
    opposite: Callable[[Sequence[str]], str] = say_nothing
    """What a `no` to these lines means that a player was shown. They stay open after a yes."""
    undoable: Callable[[Context, t.Game, Sequence[str]], Sequence[tuple[int, str]]] = no_parts
    """The lines that can be undone, where lines of the host that are no commands ask for that."""


def of(world: World) -> Iterator[InboxHooks]:
    """What the features do with mails, in their order."""
    return (feature.inbox for feature in world.features if feature.inbox)


def first(done: Iterable[str]) -> str:
    """What the first feature has done that has done anything."""
    return next(filter(None, done), "")


def commands(world: World) -> Mapping[str, MemberHandler]:
    """What does each command of a player, by verb."""
    return merged(hooks.commands for hooks in of(world))


def entrants(world: World) -> Mapping[str, EntrantHandler]:
    """What is done with mails that have the tag of an entrant, by his state."""
    return merged(hooks.entrants for hooks in of(world))


def confirmed(world: World) -> Mapping[str, MemberHandler]:
    """What does each command that a player has confirmed, by verb."""
    return merged(hooks.confirmed for hooks in of(world))


def public_commands(world: World) -> Mapping[str, PublicHandler]:
    """What does each command of anybody, by verb."""
    return merged(hooks.public_commands for hooks in of(world))


def press_answered(world: World, db: Db, game: t.Game, key: str, message_id: str | None) -> int:
    """The number of the press that a mail brought to a seat; 0: it brought none."""
    return max((hooks.press_answered(db, game, key, message_id) for hooks in of(world)), default=0)


def tagged(ctx: Context, message: InboundMail, said: Said) -> str:
    """Do what a mail says with a tag of a feature's own."""
    return first(hooks.tagged(ctx, message, said) for hooks in of(ctx.world))


def unsent(
    ctx: Context, game: t.Game, seat: t.Seat | None, number: int, lines: Sequence[str]
) -> str:
    """Ask the writer of an answer to press (None: the host) whom it is for."""
    return first(hooks.unsent(ctx, game, seat, number, lines) for hooks in of(ctx.world))


def spoken(ctx: Context, game: t.Game, seat: t.Seat, said: Said) -> str:
    """Do what the texts for others in a player's mail say."""
    done = [hooks.spoken(ctx, game, seat, said) for hooks in of(ctx.world)]
    return ", ".join(filter(None, done))


def mail_done(ctx: Context, game: t.Game, seat: t.Seat) -> None:
    """Tell what no mail has told yet of a player's mail."""
    for hooks in of(ctx.world):
        hooks.mail_done(ctx, game, seat)


def settle_settings(world: World, seat: t.Seat, said: Said) -> None:
    """Take over the settings of a mail before the game begins."""
    for hooks in of(world):
        hooks.settle_settings(seat, said)


def player_wrote(ctx: Context, game: t.Game, seat: t.Seat) -> bool:
    """A player has sent orders; whether he answers for his seat himself from now on."""
    wrote = [hooks.player_wrote(ctx, game, seat) for hooks in of(ctx.world)]
    return any(wrote)


def former_player(ctx: Context, address: str) -> str:
    """Answer somebody who does not play any more."""
    return first(hooks.former_player(ctx, address) for hooks in of(ctx.world))


def opposite(world: World, lines: Sequence[str]) -> str:
    """What a `no` to these lines means; empty: nothing."""
    return first(hooks.opposite(lines) for hooks in of(world))
