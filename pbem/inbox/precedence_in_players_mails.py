"""Decides in which order the parts of a player's mail are done: press, commands, orders, requests.

The mail provably comes from a player: with the right tag, from the address that joined. What
happens to all others: `pbem.inbox.judging_a_mail`.
"""

from collections.abc import Sequence

from engine.core.decision import Refused
from engine.core.messages import message
from engine.queue.intake import adds
from pbem.campaign import order_queue
from pbem.campaign.turns import PLAYING
from pbem.inbox import (
    answer_limits,
    denied_commands,
    help_and_status,
    orders,
    permissions,
    yes_and_no,
)
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import requests
from pbem.inbox.senders import Member, is_proven
from pbem.inbox.verdicts import PlayersMail, PlayersStep, Received, Verdict, done
from pbem.reports.mail_parts import DeniedLine

BEHIND = message("refusal.behind_undo")
NOTHING_HELD = message("refusal.nothing_held")
ALONE = ("leave", "join", "subscribe", "unsubscribe", "seal", "sealed", "unseal", "seal word")
"""Commands that exclude everything else in their mail except press; the first of this list counts.
A `seal word` lets the orders beside it pass if they are what was sealed."""
BEFORE_ORDERS = ("zone", "back")
"""Commands that are done before the orders of a mail, in this order."""
AFTER_ORDERS = ("prefer", "propose", "vote", "withdraw", "resign", "away")
"""Commands that are done after the orders of a mail, in this order."""


def from_player(mail: Received) -> Verdict | None:
    """Do what a proven player's mail says: it has a seat's right tag, and comes from the address
    that joined."""
    sender = mail.sender
    if not isinstance(sender, Member) or not is_proven(sender):
        return None
    player = PlayersMail(mail.ctx, sender, mail.message, mail.said)
    for part in PRECEDENCE:
        if part(player):
            break
    return _verdict(player)


def _verdict(mail: PlayersMail) -> Verdict:
    """Return what became of a player's mail. If nothing was done, the mail said nothing known, and
    enough such mails were answered."""
    for tell in mail.hooks.mail_done:
        tell(mail.ctx, mail.game, mail.seat)
    if any(outcome != ENOUGH for outcome in mail.done):
        return Verdict("done", tuple(mail.done))
    if not mail.done:
        answer_limits.tell_host_of_silence(mail.ctx, mail.game, mail.seat, list(mail.message.lines))
    return done(ENOUGH)


def press_for_nobody(mail: PlayersMail) -> bool:
    """Ask who an answer to press is for, if it does not say."""
    number = mail.sender.press
    unsent = requests.unaddressed(mail.message, mail.said) if number else []
    if unsent:
        mail.first_of(mail.hooks.unsent, number, unsent)
    return bool(unsent)


def hosts_commands(mail: PlayersMail) -> bool:
    """Deny commands that only the host may give."""
    if not mail.said.hosts:
        return False
    mail.said, denied = permissions.without_hosts(mail.said)
    mail.add(denied_commands.deny(mail.ctx, mail.game, mail.seat, denied))
    return not (mail.said or mail.message.block is not None)


def press(mail: PlayersMail) -> bool:
    """Pass on texts for others."""
    if not mail.said.pieces:
        return False
    spoken = (speak(mail.ctx, mail.game, mail.seat, mail.said) for speak in mail.hooks.spoken)
    mail.done += spoken
    return not (mail.said.rest or mail.said.commands or mail.message.block is not None)


def alone(mail: PlayersMail) -> bool:
    """Do the first command that excludes everything else in its mail."""
    handlers = mail.hooks.commands
    return mail.do_first({verb: handlers[verb] for verb in ALONE})


def settings(mail: PlayersMail) -> bool:
    """Apply settings before the game begins."""
    if mail.game.status == "open":
        for settle in mail.hooks.settle_settings:
            settle(mail.seat, mail.said)
    return False


def before_orders(mail: PlayersMail) -> bool:
    """Do the commands that have to come before the orders."""
    return _do_each(mail, BEFORE_ORDERS)


def barred(mail: PlayersMail) -> bool:
    """Say that orders are not accepted at the moment, if that is so."""
    verbs = mail.said.verbs
    orders_ = mail.said.orders or mail.message.block is not None or "undo" in verbs
    if not orders_ or "preview" in verbs or mail.game.status not in PLAYING:
        return False
    return mail.first_of(mail.hooks.bars_orders)


def undo(mail: PlayersMail) -> bool:
    """Take back the player's last order; if that fails, say why, and take no new ones."""
    command = mail.said.verbs.get("undo")
    if command is None or mail.game.status not in PLAYING:
        return False
    try:
        mail.add(mail.hooks.commands["undo"](mail.ctx, mail.game, mail.seat, mail.said))
        return False
    except Refused as refused:
        denied = [denied_commands.denied(command.text, refused.refusal)]
        denied += [DeniedLine(one.text, BEHIND) for one in mail.said.rest if one.line.is_order]
        mail.add(denied_commands.deny(mail.ctx, mail.game, mail.seat, denied))
        return True


def take_orders(mail: PlayersMail) -> bool:
    """Take the mail's orders in, preview them or ask about them, while the game is played."""
    if mail.game.status not in PLAYING:
        return False
    mail.said = orders.letting_go(mail)
    ctx, game, seat, verbs = mail.ctx, mail.game, mail.seat, mail.said.verbs
    lines, block = mail.said.rest, mail.message.block
    if "clear" in verbs:
        order_queue.forget_waiting(ctx.db, game, mail.key)
    meant = (lines or "go on" in verbs or block is not None) and "preview" not in verbs
    if meant:
        _note_that_they_wrote(mail)
    if "preview" in verbs:
        mail.add(orders.preview(mail))
    elif _lets_go(mail) and orders.let_go(mail):
        return False
    elif "go on" in verbs and not lines:
        said = " ".join(one.text for one in mail.said.commands if one.verb == "go on")
        denied = [DeniedLine(said, NOTHING_HELD)]
        mail.add(denied_commands.deny(ctx, game, seat, denied))
    elif mail.said.for_game or block is not None:
        mail.add(orders.obey(mail))
    return False


def _note_that_they_wrote(mail: PlayersMail) -> None:
    """Note that the player answers for the seat again, even if somebody stood in."""
    mail.seat.missed = 0
    if mail.seat.stand_in:
        for is_back in mail.hooks.player_wrote:
            is_back(mail.ctx, mail.game, mail.seat)
        mail.add(Outcome("stood_in_no_more"))


def after_orders(mail: PlayersMail) -> bool:
    """Do the commands that come after the orders."""
    return _do_each(mail, AFTER_ORDERS)


def answer_requests(mail: PlayersMail) -> bool:
    """Answer requests; if nothing else was done, tell how things stand."""
    requested = help_and_status.requests_in(mail.ctx.world, mail.said)
    answerable = requested or not mail.done
    if answerable and answer_limits.may_answer(mail.ctx, mail.address, asked=bool(requested)):
        mail.done += help_and_status.answer_request(mail.ctx, mail.game, mail.seat, mail.said)
    return True


PRECEDENCE: tuple[PlayersStep, ...] = (
    press_for_nobody,
    hosts_commands,
    yes_and_no.confirmation,
    press,
    alone,
    settings,
    before_orders,
    barred,
    undo,
    take_orders,
    orders.play_on,
    after_orders,
    answer_requests,
)
"""The order in which the parts of a player's mail are handled."""


def _do_each(mail: PlayersMail, verbs: Sequence[str]) -> bool:
    """Do those of these commands that the mail has, in this order."""
    handlers = (mail.hooks.commands[verb] for verb in verbs if verb in mail.said.verbs)
    for handler in dict.fromkeys(handlers):
        mail.add(handler(mail.ctx, mail.game, mail.seat, mail.said))
    return False


def _lets_go(mail: PlayersMail) -> bool:
    """Tell whether a mail lets held orders go on: by a command, by a yes that answers nothing else,
    or by a first line that orders are to be added. Its other lines may only be remarks."""
    verbs = mail.said.verbs
    yes = "go on" in verbs or ("yes" in verbs and "no" not in verbs)
    lets = yes or any(adds(line) for line in mail.said.lines)
    return lets and mail.message.block is None
