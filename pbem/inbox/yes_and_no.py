"""Replies of `yes`, `no` or a number: whether they count, and what they mean.

`pbem.campaign.confirmations` stores what was shown to whom; here a mail is compared with it.
"""

from typing import NamedTuple

from engine.core.messages import Message, message
from pbem.campaign import confirmations
from pbem.campaign.confirmations import Confirmation
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.turns import PLAYING
from pbem.inbox import denied_commands, help_and_status, orders, permissions, proposals
from pbem.inbox.hooks import first
from pbem.inbox.outcomes import Outcome
from pbem.inbox.reading import mails as reading
from pbem.inbox.reading import requests, yes_in_other_words
from pbem.inbox.reading.press_blocks import PressBlock
from pbem.inbox.reading.requests import Confirmation as Confirmed
from pbem.inbox.reading.requests import GameLine, Remark, Request, Said
from pbem.inbox.verdicts import PlayersMail
from pbem.reports.mail_parts import DeniedLine

NO_LIST = message("refusal.no_list")
NOT_COUNTED = message("refusal.vote_not_counted")


def confirmation(mail: PlayersMail) -> bool:
    """Apply what a yes, a no or a number in the mail refers to."""
    ctx, game, seat = mail.ctx, mail.game, mail.seat
    if _votes_beside_orders(mail):
        return False
    more = _with_more(mail)
    if more is None and _in_other_words(mail) is None:
        return True
    said = _number(mail)
    if more is None and (why := _why_no_choice(mail, said)):
        text, reason = why
        mail.add(denied_commands.deny(ctx, game, seat, [DeniedLine(text, reason)]))
        return True
    chosen = [] if more else _picked(mail, said)
    shown, mail.picked = [more.shown] if more else chosen or _shown(mail), bool(chosen)
    below = more.below if more else said.below if chosen else ()
    if len(shown) > 1:
        mail.add(proposals.show_again(ctx, game, seat, shown))
        return True
    for one in shown:
        if not _opposite(mail, one):  # a voter may still change their mind
            confirmations.take(ctx.db, game, seat, one)
        again = reading.of_lines(ctx, game, one.lines)
        mail.said, mail.confirmed = Said((*again, *below, *mail.said.pieces)), not below
    if not shown:
        return _declined(mail)
    return mail.confirmed and mail.do_first(mail.hooks.confirmed)


class _More(NamedTuple):
    """A yes to what was shown, and what else is ordered beside it."""

    shown: Confirmation
    below: tuple[Request, ...]


def _with_more(mail: PlayersMail) -> _More | None:
    """Return what a yes at the beginning of a mail applies, if the mail also has orders that leave
    what was shown unchanged. None: it is no such mail; a yes in an answer to the mail that asked
    for it, which is not used, is noted."""
    begun = None if mail.message.block else _begins_with_yes(mail)
    shown = _tied(mail) if begun and mail.game.status in PLAYING and not mail.sender.press else None
    if not (begun and shown and shown.lines):
        return None
    ctx, game, seat, below = mail.ctx, mail.game, mail.seat, Said(begun)
    ordered = orders.ordered_by(ctx, game, seat, below)
    if not ordered:
        return None
    if set(ordered) <= set(shown.lines):
        return _More(shown, ())
    changed = set(ordered) & set(shown.lines) or yes_in_other_words.has_reservations(below.lines)
    mail.unused_yes = bool(changed) or not below.verbs.keys().isdisjoint(requests.CONFIRMING)
    if mail.unused_yes:
        mail.said = Said((*begun, *mail.said.pieces))
        return None
    return _More(shown, begun)


def _begins_with_yes(mail: PlayersMail) -> tuple[Request, ...]:
    """Return what follows the yes that a mail begins with; empty if it begins with no yes, or
    nothing follows."""
    said = [one for one in mail.said if not _is_talk(one) and not isinstance(one, PressBlock)]
    first, rest = (said[0], tuple(said[1:])) if said else (None, ())
    if isinstance(first, Confirmed):
        return rest if first.verb == "yes" else ()
    if not isinstance(first, GameLine):
        return ()
    if yes_in_other_words.is_only_yes([first.text]):
        return rest
    more = yes_in_other_words.beside_a_yes(first.text)
    return (*reading.of_lines(mail.ctx, mail.game, [more]), *rest) if more else ()


def _declined(mail: PlayersMail) -> bool:
    """Forget what a lone `no` refers to, and tell that nothing is done; tell whether it was such a
    `no`. An answer to the open question is none, and a vote is counted elsewhere."""
    said, db = mail.said, mail.ctx.db
    lone = said.commands[0] if len(said.commands) == 1 and said.commands[0].verb == "no" else None
    if lone is None or mail.sender.press or said.rest or mail.message.block is not None:
        return False
    found = confirmations.meant(db, mail.game, mail.seat, mail.message, mail.sender.shown)
    playing = mail.game.status in PLAYING
    if not found or (playing and orders.is_order(mail.ctx, mail.game, mail.seat, lone.text)):
        return False
    verbs = {verb for one in found for verb in requests.read(one.lines).verbs}
    for one in found:
        confirmations.take(db, mail.game, mail.seat, one)
    told = help_and_status.status(mail.ctx, mail.game, mail.seat)
    told.declined = "resign" if "resign" in verbs else "other"
    mail.ctx.write(told, to_seat(mail.game, mail.seat))
    mail.add(Outcome("not_confirmed"))
    return True


def _votes_beside_orders(mail: PlayersMail) -> bool:
    """Put a vote in the place of a yes or no beside orders, if it can only answer one open vote;
    tell whether that was done. It is not done for what may be an order."""
    said, message = mail.said, mail.message
    lone = [one for one in said.commands if isinstance(one, requests.Confirmation)]
    if len(lone) != 1 or lone[0].verb == "pick" or message.block is not None or mail.sender.press:
        return False
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, message, mail.sender.shown)
    against = _opposite(mail, found[0]) if len(found) == 1 else ""
    if not against or not orders.stands_beside_orders(
        mail.ctx, mail.game, mail.seat, said, lone[0]
    ):
        return False
    vote = reading.of_lines(
        mail.ctx, mail.game, [against] if lone[0].verb == "no" else found[0].lines
    )
    mail.said = Said(one for each in said for one in (vote if each is lone[0] else [each]))
    return True


def _in_other_words(mail: PlayersMail) -> bool | None:
    """Replace an answer in the player's own words by a plain yes or no, if it answers a vote or is
    a mere yes to what was shown; tell whether that was done. None: the answer was unclear, and its
    player was told that it does not count."""
    said = mail.said
    prose = [one for one in said.rest if isinstance(one, Remark)]
    others = [one for one in said.commands if one.verb not in ("yes", "no")]
    if not prose or len(prose) < len(said.rest) or others or mail.message.block is not None:
        return False
    tied = None if mail.sender.press else _tied(mail)
    if tied is None:
        return False
    grave = permissions.is_grave(requests.read(tied.lines).commands)
    vote = bool(_opposite(mail, tied)) or (grave and yes_in_other_words.read(said.lines) is False)
    if not vote and not yes_in_other_words.is_only_yes(said.lines):
        return False
    agrees = yes_in_other_words.read(said.lines)
    if agrees is None:
        denied = [DeniedLine(prose[0].text, NOT_COUNTED)]
        mail.add(denied_commands.deny(mail.ctx, mail.game, mail.seat, denied))
        return None
    word = requests.read(["yes" if agrees else "no"], settings=False)
    left = (one for one in said if one not in said.for_game)
    mail.said = Said((*word, *left))
    return True


def _tied(mail: PlayersMail) -> Confirmation | None:
    """Return what was shown by the very mail that this one answers."""
    shown, message = mail.sender.shown, mail.message
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, message, shown)
    tied = [one for one in found if confirmations.is_tied(one, message, shown)]
    return tied[0] if len(tied) == 1 else None


def _shown(mail: PlayersMail) -> list[Confirmation]:
    """Return what a yes applies (lines that were shown), or a no if these ask for a vote. Orders
    beside it are independent of it, and in an answer to press it means nothing. What is grave needs
    an answer to the very mail that asked."""
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
    """Tell whether a yes may mean what was shown: if that is grave, only in an answer to that very
    mail."""
    grave = permissions.is_grave(requests.read(one.lines).commands)
    return not grave or confirmations.is_tied(one, mail.message, mail.sender.shown)


def _list_meant(mail: PlayersMail) -> Confirmation | None:
    """Return the list of alternatives that a yes or a number may be about."""
    found = confirmations.meant(mail.ctx.db, mail.game, mail.seat, mail.message, mail.sender.shown)
    return next((one for one in reversed(found) if one.ways), None)


class _Number(NamedTuple):
    """The first line of a mail, if it consists only of a number."""

    text: str = ""
    number: int = 0
    """The number; 0 if the line says something else."""
    below: tuple[Request, ...] = ()
    """The rest of the mail, which is independent of it; empty if it is only talk."""


def _number(mail: PlayersMail) -> _Number:
    """Return the first line of a mail that is more than a greeting, if it is a number."""
    said = [one for one in mail.said if not _is_talk(one) and not isinstance(one, PressBlock)]
    first = said[0] if said else None
    if not (isinstance(first, GameLine | Confirmed) and first.picks):
        return _Number()
    return _Number(first.text, first.picks, tuple(said[1:]))


def _is_talk(one: Request) -> bool:
    return isinstance(one, Remark) and one.line.is_remark


def _picked(mail: PlayersMail, said: _Number) -> list[Confirmation]:
    """Return the alternative that a number selects from the last list shown. If the mail does not
    answer that list, a number that answers the open question is an order."""
    listed = _list_meant(mail) if said.number else None
    if listed is None or not said.number <= len(listed.ways):
        return []
    tied = confirmations.is_tied(listed, mail.message, mail.sender.shown)
    if not tied and orders.is_order(mail.ctx, mail.game, mail.seat, said.text):
        return []
    return [listed._replace(shown=list(listed.ways[said.number - 1]))]


def _why_no_choice(mail: PlayersMail, said: _Number) -> tuple[str, Message] | None:
    """Return the line and why it chooses nothing: a yes leaves open which alternative is meant, the
    number is not on the list, or the list is gone."""
    if mail.sender.press or mail.game.status not in PLAYING:
        return None
    yes = mail.said.verbs.get("yes")
    if yes and not (mail.said.orders or said.number):
        listed = _list_meant(mail)
        return (yes.text, _which(listed)) if listed and not listed.lines else None
    if said.below or not said.number:
        return None
    if orders.is_order(mail.ctx, mail.game, mail.seat, said.text):
        return None
    listed = _list_meant(mail)
    if listed is None:
        return said.text, NO_LIST
    return None if said.number <= len(listed.ways) else (said.text, _which(listed))


def _which(listed: Confirmation) -> Message:
    ways = len(listed.ways)
    return message("refusal.which_number", most=ways, two=ways == 2)


def _opposite(mail: PlayersMail, one: Confirmation) -> str:
    """Return what a `no` to it means; empty if nothing."""
    return first(against(one.lines) for against in mail.hooks.opposite) or ""
