"""What a mail does that surely comes from a player: the right tag, the address that joined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.decision import Refusal, Refused
from engine.queue.intake import adds
from pbem.campaign import confirmations, game_data, order_queue
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.inbox import commands, denials, hooks, limits, orders, press_answers, requests
from pbem.inbox.commands import Command, IsOrder, Said
from pbem.inbox.denials import Denied
from pbem.inbox.hooks import MemberHandler
from pbem.inbox.senders import Sender
from pbem.mail.incoming import InboundMail
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


def handle(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> str:
    """Do all that the mail says. What was done, in words; empty: it says nothing that is known, and
    enough of such mails were answered."""
    game, seat = sender.game, sender.seat
    if game is None or seat is None:
        raise ValueError("nobody's mail: its caller has no seat")
    if seat.status in (answering := hooks.seat_mails(ctx.world)):
        return answering[seat.status](ctx, game, seat, said)
    if sender.press and (unsent := press_answers.prose(message, said)):
        return hooks.unsent(ctx, game, seat, sender.press, unsent)
    said, denied = denials.sort_out(said, is_order)
    done = denials.deny(ctx, game, seat, denied) if denied else ""
    if denied and not (said.rest or said.commands or said.pieces or message.block):
        return done
    done = ", ".join(filter(None, (done, _handle(ctx, sender, message, said, is_order))))
    hooks.mail_done(ctx, game, seat)
    return done


def _handle(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> str:
    game, seat, window = sender.game, sender.seat, sender.window or 0
    if game is None or seat is None:
        raise ValueError("nobody's mail: its caller has no seat")
    shown = _shown(ctx, sender, message, said, is_order)
    if len(shown) > 1:
        return orders.show_again(ctx, game, seat, shown, is_order)
    for one in shown:
        if not hooks.opposite(ctx.world, one.lines):  # who has voted may think better of it
            confirmations.take(ctx.db, game, seat, one)
        again = commands.read(one.lines, is_order, settings=False)
        said = replace(again, spaced=(), pieces=(*said.pieces, *again.pieces))
    if shown and (done := _first(hooks.confirmed(ctx.world), ctx, game, seat, said)) is not None:
        return done
    spoken = hooks.spoken(ctx, game, seat, said)
    if spoken and not (said.rest or said.commands or message.block):
        return spoken
    handlers = hooks.commands(ctx.world)
    alone = {verb: handlers[verb] for verb in ALONE}
    if (done := _first(alone, ctx, game, seat, said)) is not None:
        return done
    if game.status == "open":
        hooks.settle_settings(ctx.world, seat, said)
    done = _orders_and_requests(ctx, game, seat, message, said, window, answered=bool(spoken))
    return ", ".join(filter(None, (spoken, done)))


def _first(
    handlers: Mapping[str, MemberHandler], ctx: Context, game: t.Game, seat: t.Seat, said: Said
) -> str | None:
    """What the first of these commands has done that the mail has; None: it has none of them."""
    asked = (handle(ctx, game, seat, said) for verb, handle in handlers.items() if said.asks(verb))
    return next((done for done in asked if done is not None), None)


def _each(ctx: Context, game: t.Game, seat: t.Seat, said: Said, verbs: Sequence[str]) -> list[str]:
    """Do what a mail says of these commands, in this order; what was done, in words."""
    handlers = hooks.commands(ctx.world)
    asked = dict.fromkeys(handlers[verb] for verb in verbs if said.asks(verb))
    return [handle(ctx, game, seat, said) or "" for handle in asked]


def _undo(
    ctx: Context, game: t.Game, seat: t.Seat, command: Command, said: Said
) -> tuple[str, bool]:
    """A player's last order is taken back, or he is told why not; then new ones are not taken. What
    was done, in words, and whether it was taken back."""
    try:
        return hooks.commands(ctx.world)["undo"](ctx, game, seat, said) or "", True
    except Refused as refused:
        denied = Denied(command.text, str(refused.refusal))
        return denials.deny(ctx, game, seat, [denied, *_behind(ctx, game, said)]), False


def _behind(ctx: Context, game: t.Game, said: Said) -> list[Denied]:
    """The orders of a mail that were to take the place of one that stands."""
    words = game_data.its_words(ctx.db, game.data_hash, ctx.world.games[game.kind])
    new = [line for line in said.rest if not isinstance(words.split(line), Refusal)]
    return [Denied(line, BEHIND) for line in new]


def _shown(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> list[Confirmation]:
    """What a yes stands for: lines that were shown; or a no, where they ask for a vote. An order
    beside it means itself; what is said to another player means nothing here. What is grave is
    meant only by an answer to the very mail."""
    yes, no = bool(said.asks("yes")), bool(said.asks("no"))
    if sender.game is None or sender.press or yes == no:
        return []
    if any(is_order(line) for line in said.rest):
        return []
    found = confirmations.meant(ctx.db, sender.game, sender.seat, message, sender.shown)
    shown = [
        one
        for one in found
        if not _is_grave(one) or confirmations.is_tied(one, message, sender.shown)
    ]
    if yes:
        return shown
    against = [(one, hooks.opposite(ctx.world, one.lines)) for one in shown]
    return [one._replace(lines=[line]) for one, line in against if line]


def _is_grave(one: Confirmation) -> bool:
    """Whether it votes or resigns."""
    said = commands.read(one.lines, settings=False)
    return said.asks("resign") is not None or said.asks("vote") is not None


def _writes_again(said: Said, message: InboundMail) -> bool:
    """Whether the mail shows that the player answers for his seat himself."""
    meant = bool(said.rest or said.asks("go on")) or message.block is not None
    return meant and not said.asks("preview")


def _lets_go(said: Said, message: InboundMail) -> bool:
    """Whether a mail says that what is held shall go on: so, by a yes that answers nothing else, or
    by the first line of orders that are to be added. Its other lines may be remarks only."""
    yes = said.asks("go on") or (said.asks("yes") and not said.asks("no"))
    return message.block is None and bool(yes or any(map(adds, said.rest)))


def _nothing_held(said: Said) -> Denied:
    return Denied(" ".join(c.text for c in said.commands if c.verb == "go on"), NOTHING_HELD)


def _orders_and_requests(
    ctx: Context,
    game: t.Game,
    seat: t.Seat,
    message: InboundMail,
    said: Said,
    window: int,
    *,
    answered: bool = False,
) -> str:
    """What a mail says besides press; `answered`: another answer to it is on its way."""
    requested = requests.requests_in(ctx.world, said)
    done = _each(ctx, game, seat, said, BEFORE_ORDERS)
    if game.status in PLAYING:
        if undo := said.asks("undo"):
            told, undone = _undo(ctx, game, seat, undo, said)
            done.append(told)
            if not undone:
                return ", ".join(filter(None, done))
        if said.asks("clear"):
            order_queue.forget_waiting(ctx.db, game, seat.key or "")
        if _writes_again(said, message) and hooks.player_wrote(ctx, game, seat):
            done.append("answers for his seat again")
        if said.asks("preview"):
            done.append(orders.preview(ctx, game, seat, message, said, window))
        elif _lets_go(said, message) and (gone_on := orders.let_go(ctx, game, seat, said.rest)):
            done.append(gone_on)
        elif said.asks("go on") and not said.rest:
            done.append(denials.deny(ctx, game, seat, [_nothing_held(said)], "nothing is held"))
        elif said.rest or message.block is not None:
            done.append(orders.obey(ctx, game, seat, message, said, window))
    done += _each(ctx, game, seat, said, AFTER_ORDERS)
    answerable = requested or not (answered or any(done))
    if answerable and limits.may_answer(ctx, seat.address or "", asked=bool(requested)):
        done.append(requests.answer_request(ctx, game, seat, said))
    return ", ".join(filter(None, done))
