"""What a mail does that surely comes from a player: the right tag, the address that joined."""

from collections.abc import Mapping, Sequence

from engine.core.decision import Refused
from engine.queue.intake import adds
from pbem.campaign import confirmations, order_queue
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.turns import PLAYING
from pbem.inbox import answers, denials, limits, orders, reading, requests
from pbem.inbox.command_table import COMMANDS
from pbem.inbox.hooks import MemberHandler, first
from pbem.inbox.outcomes import Outcome
from pbem.inbox.requests import Remark, Said
from pbem.inbox.verdicts import PlayersMail, PlayersStep
from pbem.reports.mail_parts import DeniedLine

BEHIND = 'It was not looked at, since the order before it stands: send it without "undo".'
NOTHING_HELD = (
    "Nothing is held for you that waits for this: write orders. If the game is paused, only the"
    " host can let it go on."
)
WHICH = "Your mail may mean several things: answer with the number of one of them, 1 to {}."
NO_LIST = (
    "No list that it could be a number of is open any more: you have chosen, or sent other orders"
    " since. Write what you mean as an order."
)
ALONE = ("leave", "join", "subscribe", "unsubscribe")
"""Commands of which the first is all that a mail does besides its press, in their order."""
BEFORE_ORDERS = ("zone", "back")
"""Commands that are done before the orders of a mail, in their order."""
AFTER_ORDERS = ("prefer", "propose", "vote", "withdraw", "resign", "away")
"""Commands that are done behind the orders of a mail, in their order."""


def press_for_nobody(mail: PlayersMail) -> bool:
    """Ask whom an answer to press is for that does not say it."""
    number = mail.sender.press
    unsent = requests.unaddressed(mail.message, mail.said) if number else []
    asks = mail.hooks.unsent if unsent else ()
    mail.add(first(ask(mail.ctx, mail.game, mail.seat, number, unsent) for ask in asks))
    return bool(unsent)


def hosts_commands(mail: PlayersMail) -> bool:
    """Deny commands that only the host has."""
    if not mail.said.hosts:
        return False
    mail.said, denied = denials.sort_out(mail.said)
    mail.add(denials.deny(mail.ctx, mail.game, mail.seat, denied))
    return not (mail.said or mail.message.block is not None)


def confirmation(mail: PlayersMail) -> bool:
    """Take a yes, or a no, for what it was shown."""
    ctx, game, seat = mail.ctx, mail.game, mail.seat
    if why := _why_no_choice(mail):
        text, reason = why
        mail.add(denials.deny(ctx, game, seat, [DeniedLine(text, reason)]))
        return True
    picked = _picked(mail)
    shown, mail.picked = picked or _shown(mail), bool(picked)
    if len(shown) > 1:
        mail.add(orders.show_again(ctx, game, seat, shown))
        return True
    for one in shown:
        if not _opposite(mail, one):  # who has voted may think better of it
            confirmations.take(ctx.db, game, seat, one)
        again = reading.of_lines(ctx, game, one.lines)
        mail.said, mail.confirmed = Said((*mail.said.pieces, *again)), True
    return bool(shown) and _do_first(mail, mail.hooks.confirmed)


def press(mail: PlayersMail) -> bool:
    """Pass on texts for others."""
    if not mail.said.pieces:
        return False
    spoken = (speak(mail.ctx, mail.game, mail.seat, mail.said) for speak in mail.hooks.spoken)
    mail.done += spoken
    return not (mail.said.rest or mail.said.commands or mail.message.block is not None)


def alone(mail: PlayersMail) -> bool:
    """Do the command that is all that its mail does."""
    handlers = mail.hooks.commands
    return _do_first(mail, {verb: handlers[verb] for verb in ALONE})


def settings(mail: PlayersMail) -> bool:
    """Take over what is set before the game begins."""
    if mail.game.status == "open":
        for settle in mail.hooks.settle_settings:
            settle(mail.seat, mail.said)
    return False


def before_orders(mail: PlayersMail) -> bool:
    """Do the commands that have to be done before its orders."""
    return _do_each(mail, BEFORE_ORDERS)


def undo(mail: PlayersMail) -> bool:
    """Take the player's last order back, or tell why not: then new ones are not taken."""
    command = mail.said.verbs.get("undo")
    if command is None or mail.game.status not in PLAYING:
        return False
    try:
        mail.add(mail.hooks.commands["undo"](mail.ctx, mail.game, mail.seat, mail.said))
        return False
    except Refused as refused:
        denied = [denials.denied(command.text, refused.refusal)]
        denied += [DeniedLine(one.text, BEHIND) for one in mail.said.rest if one.line.is_order]
        mail.add(denials.deny(mail.ctx, mail.game, mail.seat, denied))
        return True


def take_orders(mail: PlayersMail) -> bool:
    """Take its orders in, show them or ask about them, while the game is played."""
    if mail.game.status not in PLAYING:
        return False
    ctx, game, seat, verbs = mail.ctx, mail.game, mail.seat, mail.said.verbs
    lines, block = mail.said.rest, mail.message.block
    if "clear" in verbs:
        order_queue.forget_waiting(ctx.db, game, mail.key)
    meant = (lines or "go on" in verbs or block is not None) and "preview" not in verbs
    if meant:
        _note_that_he_wrote(mail)
    if "preview" in verbs:
        mail.add(orders.preview(mail))
    elif _lets_go(mail) and orders.let_go(mail):
        return False
    elif "go on" in verbs and not lines:
        said = " ".join(one.text for one in mail.said.commands if one.verb == "go on")
        denied = [DeniedLine(said, NOTHING_HELD)]
        mail.add(denials.deny(ctx, game, seat, denied))
    elif mail.said.for_game or block is not None:
        mail.add(orders.obey(mail))
    return False


def _note_that_he_wrote(mail: PlayersMail) -> None:
    """The player answers for his seat himself, though somebody may have stood in for it."""
    mail.seat.missed = 0
    if mail.seat.stand_in:
        for is_back in mail.hooks.player_wrote:
            is_back(mail.ctx, mail.game, mail.seat)
        mail.add(Outcome("stood_in_no_more"))


def after_orders(mail: PlayersMail) -> bool:
    """Do the commands that come behind its orders."""
    return _do_each(mail, AFTER_ORDERS)


def answer_requests(mail: PlayersMail) -> bool:
    """Tell what it asks, or how things stand, where nothing else was done."""
    requested = answers.requests_in(mail.ctx.world, mail.said)
    answerable = requested or not mail.done
    if answerable and limits.may_answer(mail.ctx, mail.address, asked=bool(requested)):
        mail.done += answers.answer_request(mail.ctx, mail.game, mail.seat, mail.said)
    return True


PRECEDENCE: tuple[PlayersStep, ...] = (
    press_for_nobody,
    hosts_commands,
    confirmation,
    press,
    alone,
    settings,
    before_orders,
    undo,
    take_orders,
    orders.play_on,
    after_orders,
    answer_requests,
)
"""In which order it is looked at what a player's mail says."""


def _do_first(mail: PlayersMail, handlers: Mapping[str, MemberHandler]) -> bool:
    """Do the first of these commands that the mail has; whether it has one."""
    for verb, handler in handlers.items():
        if verb in mail.said.verbs:
            done = handler(mail.ctx, mail.game, mail.seat, mail.said)
            if done is not None:
                mail.add(done)
                return True
    return False


def _do_each(mail: PlayersMail, verbs: Sequence[str]) -> bool:
    """Do what a mail says of these commands, in this order."""
    handlers = (mail.hooks.commands[verb] for verb in verbs if verb in mail.said.verbs)
    for handler in dict.fromkeys(handlers):
        mail.add(handler(mail.ctx, mail.game, mail.seat, mail.said))
    return False


def _shown(mail: PlayersMail) -> list[Confirmation]:
    """What a yes stands for: lines that were shown; or a no, where they ask for a vote. An order
    beside it means itself; what is said to another player means nothing here. What is grave is
    meant only by an answer to the very mail."""
    said, sender, message = mail.said, mail.sender, mail.message
    yes, no = "yes" in said.verbs, "no" in said.verbs
    if sender.press or yes == no or said.orders:
        return []
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, message, sender.shown)
    shown = [
        one
        for one in found
        if one.lines
        if not _is_grave(one) or confirmations.is_tied(one, message, sender.shown)
    ]
    if yes:
        return shown
    against = [(one, _opposite(mail, one)) for one in shown]
    return [one._replace(shown=[line]) for one, line in against if line]


def _list_meant(mail: PlayersMail) -> Confirmation | None:
    """The list of ways that a yes or a number may be about."""
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, mail.message, mail.sender.shown)
    return next((one for one in reversed(found) if one.ways), None)


def _number(mail: PlayersMail) -> tuple[str, int]:
    """The line of a mail that says no more than a number, and that; 0: none does."""
    said = [
        one for one in mail.said.for_game if not (isinstance(one, Remark) and one.line.is_remark)
    ]
    one = requests.command_in(said[0].line.text) if len(said) == 1 else None
    picks = one.picks if isinstance(one, requests.Confirmation) and one.verb == "pick" else 0
    return (one.text, picks) if one and picks else ("", 0)


def _picked(mail: PlayersMail) -> list[Confirmation]:
    """The way that a number picks from the list that was shown last. Where the mail does not answer
    that list, a number that answers the open question is an order."""
    text, number = _number(mail)
    listed = _list_meant(mail) if number else None
    if listed is None or not number <= len(listed.ways):
        return []
    tied = confirmations.is_tied(listed, mail.message, mail.sender.shown)
    if not tied and orders.is_order(mail.ctx, mail.game, mail.seat, text):
        return []
    return [listed._replace(shown=list(listed.ways[number - 1]))]


def _why_no_choice(mail: PlayersMail) -> tuple[str, str] | None:
    """The line, and why nothing is chosen by it: a yes does not say which way is meant, a number is
    none of the list, or of a list that is gone."""
    if mail.sender.press or mail.game.status not in PLAYING:
        return None
    text, number = _number(mail)
    yes = mail.said.verbs.get("yes")
    if yes and not (mail.said.orders or number):
        listed = _list_meant(mail)
        return (yes.text, WHICH.format(len(listed.ways))) if listed else None
    if not number or orders.is_order(mail.ctx, mail.game, mail.seat, text):
        return None
    listed = _list_meant(mail)
    if listed is None:
        return text, NO_LIST
    return None if number <= len(listed.ways) else (text, WHICH.format(len(listed.ways)))


def _opposite(mail: PlayersMail, one: Confirmation) -> str:
    """What a `no` to it means; empty: nothing."""
    return first(opposite(one.lines) for opposite in mail.hooks.opposite) or ""


def _is_grave(one: Confirmation) -> bool:
    """Whether it votes or resigns."""
    return any(COMMANDS[command.verb].grave for command in requests.read(one.lines).commands)


def _lets_go(mail: PlayersMail) -> bool:
    """Whether a mail says that what is held shall go on: so, by a yes that answers nothing else, or
    by the first line of orders that are to be added. Its other lines may be remarks only."""
    verbs = mail.said.verbs
    yes = "go on" in verbs or ("yes" in verbs and "no" not in verbs)
    lets = yes or any(adds(line) for line in mail.said.lines)
    return lets and mail.message.block is None
