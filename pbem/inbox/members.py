"""What a mail does that surely comes from a player: the right tag, the address that joined."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.core.decision import Refused
from engine.queue.intake import adds
from pbem.campaign import confirmations, order_queue
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import commands, denials, hooks, limits, orders, reading, requests
from pbem.inbox.command_table import COMMANDS
from pbem.inbox.commands import Command, Said
from pbem.inbox.hooks import MemberHandler
from pbem.inbox.senders import Member
from pbem.mail.incoming import InboundMail
from pbem.reports.mail_parts import DeniedLine
from pbem.store import tables as t

BEHIND = 'It was not looked at, since the order before it stands: send it without "undo".'
NOTHING_HELD = (
    "Nothing is held for you that waits for this: write orders. If the game is paused, only the"
    " host can let it go on."
)
ALONE = ("leave", "join", "subscribe", "unsubscribe")
"""Commands of which the first is all that a mail does besides its press, in their order."""
BEFORE_ORDERS = ("zone", "back")
"""Commands that are done before the orders of a mail, in their order."""
AFTER_ORDERS = ("prefer", "propose", "vote", "withdraw", "resign", "away")
"""Commands that are done behind the orders of a mail, in their order."""


@dataclass
class PlayersMail:
    """A player's mail that is being done: each step may change what is left of it to do."""

    ctx: Context
    sender: Member
    message: InboundMail
    said: Said
    confirmed: bool = False
    """Whether it says yes to what it says."""
    done: list[str] = field(default_factory=list)
    """What was done so far, in words; empty words where enough was answered."""
    spoken: bool = False
    """Whether another answer to it is on its way, since it has texts for others."""

    @property
    def game(self) -> t.Game:
        """The game of its tag."""
        return self.sender.game

    @property
    def seat(self) -> t.Seat:
        """The seat of its tag."""
        return self.sender.seat

    @property
    def says_more(self) -> bool:
        """Whether it has orders, commands or an order block."""
        return bool(self.said.rest or self.said.commands) or self.message.block is not None


Step = Callable[[PlayersMail], str | None]
"""A part of what a mail may say. What was done, in words, where nothing else of it is to be done;
None: the next step has it."""


def handle(mail: PlayersMail) -> str:
    """Do all that the mail says. What was done, in words; empty: it says nothing that is known, and
    enough of such mails were answered."""
    last = next(done for step in PRECEDENCE if (done := step(mail)) is not None)
    hooks.mail_done(mail.ctx, mail.game, mail.seat)
    return ", ".join(filter(None, (*mail.done, last)))


def press_for_nobody(mail: PlayersMail) -> str | None:
    """An answer to press that does not say whom it is for."""
    number = mail.sender.press
    unsent = commands.unaddressed(mail.message, mail.said) if number else []
    return hooks.unsent(mail.ctx, mail.game, mail.seat, number, unsent) if unsent else None


def hosts_commands(mail: PlayersMail) -> str | None:
    """Commands that only the host has: they are denied."""
    mail.said, denied = denials.sort_out(mail.said)
    if not denied:
        return None
    mail.done.append(denials.deny(mail.ctx, mail.game, mail.seat, denied))
    return None if mail.says_more or mail.said.pieces else ""


def confirmation(mail: PlayersMail) -> str | None:
    """A yes, or a no: the mail says what it was shown."""
    ctx, game, seat, shown = mail.ctx, mail.game, mail.seat, _shown(mail)
    if len(shown) > 1:
        return orders.show_again(ctx, game, seat, shown)
    for one in shown:
        if not hooks.opposite(ctx.world, one.lines):  # who has voted may think better of it
            confirmations.take(ctx.db, game, seat, one)
        again = reading.of_lines(ctx, game, one.lines)
        mail.said, mail.confirmed = Said((*mail.said.pieces, *again)), True
    return _first(mail, hooks.confirmed(ctx.world)) if shown else None


def press(mail: PlayersMail) -> str | None:
    """Texts for others."""
    spoken = hooks.spoken(mail.ctx, mail.game, mail.seat, mail.said)
    mail.done.append(spoken)
    mail.spoken = bool(spoken)
    return "" if spoken and not mail.says_more else None


def alone(mail: PlayersMail) -> str | None:
    """A command that is all that its mail does."""
    handlers = hooks.commands(mail.ctx.world)
    return _first(mail, {verb: handlers[verb] for verb in ALONE})


def orders_and_commands(mail: PlayersMail) -> str:
    """All the rest."""
    if mail.game.status == "open":
        hooks.settle_settings(mail.ctx.world, mail.seat, mail.said)
    return _orders_and_requests(mail)


PRECEDENCE: tuple[Step, ...] = (
    press_for_nobody,
    hosts_commands,
    confirmation,
    press,
    alone,
    orders_and_commands,
)
"""In which order it is looked at what a player's mail says."""


def _first(mail: PlayersMail, handlers: Mapping[str, MemberHandler]) -> str | None:
    """What the first of these commands has done that the mail has; None: it has none of them."""
    asked = (handler for verb, handler in handlers.items() if mail.said.asks(verb))
    done = (handler(mail.ctx, mail.game, mail.seat, mail.said) for handler in asked)
    return next((one for one in done if one is not None), None)


def _each(mail: PlayersMail, verbs: Sequence[str]) -> list[str]:
    """Do what a mail says of these commands, in this order; what was done, in words."""
    handlers = hooks.commands(mail.ctx.world)
    asked = dict.fromkeys(handlers[verb] for verb in verbs if mail.said.asks(verb))
    return [handler(mail.ctx, mail.game, mail.seat, mail.said) or "" for handler in asked]


def _undo(
    ctx: Context, game: t.Game, seat: t.Seat, command: Command, said: Said
) -> tuple[str, bool]:
    """A player's last order is taken back, or he is told why not; then new ones are not taken. What
    was done, in words, and whether it was taken back."""
    try:
        return hooks.commands(ctx.world)["undo"](ctx, game, seat, said) or "", True
    except Refused as refused:
        denied = DeniedLine(command.text, str(refused.refusal))
        return denials.deny(ctx, game, seat, [denied, *_behind(said)]), False


def _behind(said: Said) -> list[DeniedLine]:
    """The orders of a mail that were to take the place of one that stands."""
    return [DeniedLine(one.text, BEHIND) for one in said.rest if one.line.is_order]


def _shown(mail: PlayersMail) -> list[Confirmation]:
    """What a yes stands for: lines that were shown; or a no, where they ask for a vote. An order
    beside it means itself; what is said to another player means nothing here. What is grave is
    meant only by an answer to the very mail."""
    said, sender, message = mail.said, mail.sender, mail.message
    yes, no = bool(said.asks("yes")), bool(said.asks("no"))
    if sender.press or yes == no or said.orders:
        return []
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, message, sender.shown)
    shown = [
        one
        for one in found
        if not _is_grave(one) or confirmations.is_tied(one, message, sender.shown)
    ]
    if yes:
        return shown
    against = [(one, hooks.opposite(mail.ctx.world, one.lines)) for one in shown]
    return [one._replace(lines=[line]) for one, line in against if line]


def _is_grave(one: Confirmation) -> bool:
    """Whether it votes or resigns."""
    said = commands.read(one.lines)
    return any(COMMANDS[command.verb].grave for command in said.commands)


def _writes_again(said: Said, message: InboundMail) -> bool:
    """Whether the mail shows that the player answers for his seat himself."""
    meant = bool(said.rest or said.asks("go on")) or message.block is not None
    return meant and not said.asks("preview")


def _lets_go(said: Said, message: InboundMail) -> bool:
    """Whether a mail says that what is held shall go on: so, by a yes that answers nothing else, or
    by the first line of orders that are to be added. Its other lines may be remarks only."""
    yes = said.asks("go on") or (said.asks("yes") and not said.asks("no"))
    return message.block is None and bool(yes or any(adds(one.text) for one in said.rest))


def _nothing_held(said: Said) -> DeniedLine:
    return DeniedLine(" ".join(c.text for c in said.commands if c.verb == "go on"), NOTHING_HELD)


def _orders_and_requests(mail: PlayersMail) -> str:
    ctx, game, seat, said = mail.ctx, mail.game, mail.seat, mail.said
    requested = requests.requests_in(ctx.world, said)
    done = _each(mail, BEFORE_ORDERS)
    if game.status in PLAYING:
        if undo := said.asks("undo"):
            told, undone = _undo(ctx, game, seat, undo, said)
            done.append(told)
            if not undone:
                return ", ".join(filter(None, done))
        done += _of_orders(mail)
    done += _each(mail, AFTER_ORDERS)
    answerable = requested or not (mail.spoken or any(done))
    if answerable and limits.may_answer(ctx, seat.address, asked=bool(requested)):
        done.append(requests.answer_request(ctx, game, seat, said))
    return ", ".join(filter(None, done))


def _of_orders(mail: PlayersMail) -> list[str]:
    """Do what a mail says of orders, while the game is played; what was done, in words."""
    ctx, game, seat, message, said = mail.ctx, mail.game, mail.seat, mail.message, mail.said
    window, done = mail.sender.window, list[str]()
    if said.asks("clear"):
        order_queue.forget_waiting(ctx.db, game, seat.key)
    if _writes_again(said, message) and hooks.player_wrote(ctx, game, seat):
        done.append("answers for his seat again")
    if said.asks("preview"):
        done.append(orders.preview(ctx, game, seat, message, said, window))
    elif _lets_go(said, message) and (gone_on := orders.let_go(ctx, game, seat, said.rest)):
        done.append(gone_on)
    elif said.asks("go on") and not said.rest:
        done.append(denials.deny(ctx, game, seat, [_nothing_held(said)], "nothing is held"))
    elif said.rest or message.block is not None:
        done.append(orders.obey(ctx, game, seat, message, said, window, mail.confirmed))
    return done
