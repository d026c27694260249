"""What a mail does that surely comes from a player: the right tag, the address that joined."""

from __future__ import annotations

from dataclasses import replace

from engine.core.decision import Refusal, Refused
from engine.queue.intake import adds
from pbem.campaign import confirmations, game_data, order_queue
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.mails.outbox import Context
from pbem.campaign.turns import PLAYING
from pbem.features.absences import absences
from pbem.features.host import undoing
from pbem.features.joining import joining, opening
from pbem.features.preferences import preferences, zones
from pbem.features.press import speaking
from pbem.features.replacement import replacing, resigning
from pbem.features.spectators import subscribing
from pbem.features.votes import ballots, voting
from pbem.inbox import commands, denials, limits, orders, requests
from pbem.inbox.commands import Command, IsOrder, Said
from pbem.inbox.denials import Denied
from pbem.inbox.senders import Sender
from pbem.mail.incoming import InboundMail
from pbem.store import tables as t

BEHIND = 'It was not looked at, since the order before it stands: send it without "undo".'
NOTHING_HELD = (
    "Nothing is held for you that waits for this: write orders. If the game is paused, only the"
    " host can let it go on."
)
UNDONE = "the last order was taken back"


def handle(
    ctx: Context, sender: Sender, message: InboundMail, said: Said, is_order: IsOrder
) -> str:
    """Do all that the mail says. What was done, in words; empty: it says nothing that is known, and
    enough of such mails were answered."""
    game, seat = sender.game, sender.seat
    if game is None or seat is None:
        raise ValueError("nobody's mail: its caller has no seat")
    if seat.status == "invited":
        return replacing.handle(ctx, game, seat, said)
    if seat.status == "resigned":
        return resigning.handle(ctx, game, seat, said)
    if seat.status == "asked":
        done = joining.confirm(ctx, game, seat, said)
        opening.start_if_full(ctx, game)
        return done
    if sender.press and (unsent := speaking.prose(message, said)):
        return speaking.show_unsent(ctx, game, seat, sender.press, unsent)
    said, denied = denials.sort_out(said, is_order)
    done = denials.deny(ctx, game, seat, denied) if denied else ""
    if denied and not (said.rest or said.commands or said.pieces or message.block):
        return done
    done = ", ".join(filter(None, (done, _handle(ctx, sender, message, said, is_order))))
    speaking.tell(ctx, game, seat)
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
        if not ballots.asked_in(one.lines):  # who has voted may think better of it
            confirmations.take(ctx.db, game, seat, one)
        again = commands.read(one.lines, is_order, settings=False)
        said = replace(again, spaced=(), pieces=(*said.pieces, *again.pieces))
    if shown and (confirmed := said.asks("resign")):
        return resigning.resign(ctx, game, seat, confirmed)
    spoken = speaking.handle(ctx, game, seat, said)
    if spoken and not (said.rest or said.commands or message.block):
        return spoken
    join, leave, address = said.asks("join"), said.asks("leave"), seat.address or ""
    if join or leave:
        if not limits.may_answer(ctx, address, asked=True):
            return ""
        if leave:
            return joining.leave(ctx, leave, address)
        if join:
            return joining.ask_to_join(ctx, join, said, address)
    wish = said.asks("subscribe") or said.asks("unsubscribe")
    if wish and (done := subscribing.handle(ctx, wish, address)):
        return done
    if named := said.asks("zone"):
        zones.settle(ctx, seat, named.zone or "")
    if game.status == "open":
        joining.settle_wishes(seat, said)
    done = _orders_and_requests(ctx, game, seat, message, said, window, answered=bool(spoken))
    return ", ".join(filter(None, (spoken, done)))


def _undo(ctx: Context, game: t.Game, seat: t.Seat, command: Command, said: Said) -> str:
    """A player's last order is taken back, or he is told why not; then new ones are not taken."""
    try:
        undoing.undo_own(ctx, game, seat)
    except Refused as refused:
        denied = Denied(command.text, str(refused.refusal))
        return denials.deny(ctx, game, seat, [denied, *_behind(ctx, game, said)])
    return UNDONE


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
    asked = [(one, line) for one in shown if (line := ballots.asked_in(one.lines))]
    return shown if yes else [one._replace(lines=[ballots.against(line)]) for one, line in asked]


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


def _comes_or_goes(ctx: Context, seat: t.Seat, said: Said) -> str:
    """The player is back, or away. No machine that says so over and over is answered for ever."""
    if not limits.may_answer(ctx, seat.address or "", asked=True):
        return orders.ENOUGH
    if said.asks("back"):
        return absences.back(ctx, seat)
    leave = said.asks("away")
    return absences.handle(ctx, seat, (leave and leave.away) or "")


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
    requested, done = requests.requests_in(said), list[str]()
    if said.asks("back"):
        done.append(_comes_or_goes(ctx, seat, said))
    if game.status in PLAYING:
        if undo := said.asks("undo"):
            done.append(_undo(ctx, game, seat, undo, said))
            if done[-1] != UNDONE:
                return ", ".join(done)
        if said.asks("clear"):
            order_queue.forget_waiting(ctx.db, game, seat.key or "")
        if _writes_again(said, message) and absences.has_written(ctx, game, seat):
            done.append("answers for his seat again")
        if said.asks("preview"):
            done.append(orders.preview(ctx, game, seat, message, said, window))
        elif _lets_go(said, message) and (gone_on := orders.let_go(ctx, game, seat, said.rest)):
            done.append(gone_on)
        elif said.asks("go on") and not said.rest:
            done.append(denials.deny(ctx, game, seat, [_nothing_held(said)], "nothing is held"))
        elif said.rest or message.block is not None:
            done.append(orders.obey(ctx, game, seat, message, said, window))
    if said.asks("prefer"):
        done.append(preferences.handle(ctx, game, seat, said))
    done += [
        voting.handle(ctx, game, seat, one) for one in said.commands if one.verb in voting.VERBS
    ]
    if leaving := said.asks("resign"):
        done.append(resigning.ask(ctx, game, seat, leaving))
    if said.asks("away") and not said.asks("back"):
        done.append(_comes_or_goes(ctx, seat, said))
    answerable = requested or not (answered or any(done))
    if answerable and limits.may_answer(ctx, seat.address or "", asked=bool(requested)):
        done.append(requests.answer_request(ctx, game, seat, said))
    return ", ".join(filter(None, done))
