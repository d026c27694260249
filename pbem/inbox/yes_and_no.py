"""Replies of `yes`, `no` or a number: whether they count, and what they stand for.

What was shown to whom is kept by `pbem.campaign.confirmations`; here a mail is held against it.
"""

from engine.core.messages import Message, message
from pbem.campaign import confirmations
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.turns import PLAYING
from pbem.inbox import denied_commands, orders, permissions, proposals
from pbem.inbox.hooks import first
from pbem.inbox.reading import mails as reading
from pbem.inbox.reading import requests
from pbem.inbox.reading.requests import Remark, Said
from pbem.inbox.verdicts import PlayersMail
from pbem.reports.mail_parts import DeniedLine

NO_LIST = message("refusal.no_list")


def confirmation(mail: PlayersMail) -> bool:
    """Take a yes, or a no, for what it was shown."""
    ctx, game, seat = mail.ctx, mail.game, mail.seat
    said = _number(mail)
    if why := _why_no_choice(mail, *said):
        text, reason = why
        mail.add(denied_commands.deny(ctx, game, seat, [DeniedLine(text, reason)]))
        return True
    chosen = _picked(mail, *said)
    shown, mail.picked = chosen or _shown(mail), bool(chosen)
    if len(shown) > 1:
        mail.add(proposals.show_again(ctx, game, seat, shown))
        return True
    for one in shown:
        if not _opposite(mail, one):  # who has voted may think better of it
            confirmations.take(ctx.db, game, seat, one)
        again = reading.of_lines(ctx, game, one.lines)
        mail.said, mail.confirmed = Said((*mail.said.pieces, *again)), True
    return bool(shown) and mail.do_first(mail.hooks.confirmed)


def _shown(mail: PlayersMail) -> list[Confirmation]:
    """What a yes stands for: lines that were shown; or a no, where they ask for a vote. An order
    beside it means itself; what is said to another player means nothing here. What is grave is
    meant only by an answer to the very mail."""
    said, sender, message = mail.said, mail.sender, mail.message
    yes, no = "yes" in said.verbs, "no" in said.verbs
    if sender.press or yes == no or said.orders:
        return []
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, message, sender.shown)
    fitting = [one for one in found if one.lines and _counts(one, mail)]
    if yes:
        return fitting
    against = [(one, _opposite(mail, one)) for one in fitting]
    return [one._replace(shown=[line]) for one, line in against if line]


def _counts(one: Confirmation, mail: PlayersMail) -> bool:
    """Whether a yes may mean what was shown: what is grave only if it answers that very mail."""
    grave = permissions.is_grave(requests.read(one.lines).commands)
    return not grave or confirmations.is_tied(one, mail.message, mail.sender.shown)


def _list_meant(mail: PlayersMail) -> Confirmation | None:
    """The list of ways that a yes or a number may be about."""
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, mail.message, mail.sender.shown)
    return next((one for one in reversed(found) if one.ways), None)


def _number(mail: PlayersMail) -> tuple[str, int]:
    """The line of a mail that says no more than a number, and that; 0: none does."""
    said = [
        one for one in mail.said.for_game if not (isinstance(one, Remark) and one.line.is_remark)
    ]
    return (said[0].text, said[0].picks) if len(said) == 1 and said[0].picks else ("", 0)


def _picked(mail: PlayersMail, text: str, number: int) -> list[Confirmation]:
    """The way that a number picks from the list that was shown last. Where the mail does not answer
    that list, a number that answers the open question is an order."""
    listed = _list_meant(mail) if number else None
    if listed is None or not number <= len(listed.ways):
        return []
    tied = confirmations.is_tied(listed, mail.message, mail.sender.shown)
    if not tied and orders.is_order(mail.ctx, mail.game, mail.seat, text):
        return []
    return [listed._replace(shown=list(listed.ways[number - 1]))]


def _why_no_choice(mail: PlayersMail, text: str, number: int) -> tuple[str, Message] | None:
    """The line, and why nothing is chosen by it: a yes does not say which way is meant, a number is
    none of the list, or of a list that is gone."""
    if mail.sender.press or mail.game.status not in PLAYING:
        return None
    yes = mail.said.verbs.get("yes")
    if yes and not (mail.said.orders or number):
        listed = _list_meant(mail)
        return (yes.text, _which(listed)) if listed else None
    if not number or orders.is_order(mail.ctx, mail.game, mail.seat, text):
        return None
    listed = _list_meant(mail)
    if listed is None:
        return text, NO_LIST
    return None if number <= len(listed.ways) else (text, _which(listed))


def _which(listed: Confirmation) -> Message:
    return message("refusal.which_number", most=len(listed.ways))


def _opposite(mail: PlayersMail, one: Confirmation) -> str:
    """What a `no` to it means; empty: nothing."""
    return first(against(one.lines) for against in mail.hooks.opposite) or ""
