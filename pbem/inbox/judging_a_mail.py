"""Decides what happens to a mail: it is applied, answered, set aside, or ignored for a reason.

The order in which the parts of a player's mail are done: `pbem.inbox.precedence_in_players_mails`.
"""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import bindparam, or_
from sqlmodel import col, select

from engine.core.messages import Message
from pbem.campaign import game_store
from pbem.campaign.mails import recipients
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address, to_seat
from pbem.campaign.sending import bounced_addresses
from pbem.campaign.turns import PLAYING
from pbem.inbox import answer_limits, senders, untagged_mails, why_unusable
from pbem.inbox.hooks import first
from pbem.inbox.host.trusting_the_host import from_host, host_without_tag, not_understood
from pbem.inbox.orders import show_for_yes
from pbem.inbox.outcomes import Outcome
from pbem.inbox.precedence_in_players_mails import from_player
from pbem.inbox.reading import mails as reading
from pbem.inbox.reading import press_blocks, requests
from pbem.inbox.reading.requests import Said
from pbem.inbox.senders import Forged, Host, Member, Outsider, Proof, Sender, Tagged, Untagged
from pbem.inbox.verdicts import Received, Step, Verdict, done, done_if, ignored
from pbem.mail import identity, incoming
from pbem.reports.mails import (
    DoubtedMail,
    ElsewhereMail,
    ReturnedMail,
    UnknownMail,
    UnreadableMail,
    YesMail,
)
from pbem.store import statements
from pbem.store import tables as t

_SAME = select(t.InboundMail.raw).where(
    col(t.InboundMail.sender) == bindparam("sender"),
    col(t.InboundMail.body_hash) == bindparam("body_hash"),
    col(t.InboundMail.message_id) == bindparam("message_id"),
    col(t.InboundMail.id) != bindparam("message"),
    or_(col(t.InboundMail.status) == "done", col(t.InboundMail.status) == "aside"),
)


def handle(ctx: Context, row: t.InboundMail) -> Verdict:
    """Judge a mail and do what it asks, all in one transaction.

    If a new row has a reason, this says why the mail was not accepted whole.
    """
    mail = _received(ctx, row)
    for step in PRECEDENCE:
        if verdict := step(mail):
            return verdict
    raise AssertionError("no step takes the mail")


def _received(ctx: Context, row: t.InboundMail) -> Received:
    """Read a mail, and lock the games that it may change."""
    mail = Received(ctx, row, press_blocks.without_block(incoming.read(row.raw)))
    ctx.lines = mail.message.lines
    row.sender, row.message_id = mail.address, mail.message.message_id or ""
    row.body_hash = mail.message.body_hash
    senders.lock_games(ctx.db, mail.message)
    return mail


# Mails from machines

OPENED = Outcome("opened")
CAME_BACK = "it came back after a mail server had taken it"


def reported(mail: Received) -> Verdict | None:
    """Judge a server's report on one of our mails: bounced, delayed, opened, or reported as
    junk."""
    kind = mail.message.report.kind
    if not kind:
        return None
    row = _reported_on(mail)
    if row is None and kind in ("bounce", "soft_bounce"):
        row, kind = _sent_to(mail), "soft_bounce"
    if row is None:
        strange = ignored("strange_report", mail.message.report.kind)
        return strange if kind != "opened" else _unanswered(mail, OPENED)
    if kind in ("bounce", "soft_bounce"):
        said = mail.message.report.said
        reason = f"{CAME_BACK}: {said}" if said else CAME_BACK
        bounced_addresses.came_back(mail.ctx, row, reason, for_good=kind == "bounce")
    outcome = Outcome(kind, str(row.id))
    if kind != "complaint":
        return Verdict("ignored", (outcome,))
    bounced_addresses.complained(mail.ctx, row)
    hooks = mail.ctx.world.features.inbox.complained
    ended = first(does(mail.ctx, row) for does in hooks)
    return Verdict("ignored", (outcome, ended) if ended else (outcome,))


def _reported_on(mail: Received) -> t.Outgoing | None:
    """Find our mail that a report is about: by the report's return address, or else by the id of
    the mail in it, which only its recipient knows."""
    ctx, message = mail.ctx, mail.message
    number = identity.find_bounced(message.recipients, recipients.tag_key(ctx.world))
    if number is None and message.report.message_id:
        number = senders.mail_called(ctx.db, message.report.message_id)
    return game_store.mail_of(ctx.db, number) if number is not None else None


def _sent_to(mail: Received) -> t.Outgoing | None:
    """Find what was last sent to an address that was not reached. Anybody can name an address: so
    the failure never counts as permanent, and not at all if the return address is forged."""
    if identity.has_return_address(mail.message.recipients):
        return None
    return bounced_addresses.last_sent(mail.ctx, mail.message.report.addresses)


def our_own(mail: Received) -> Verdict | None:
    """Judge a mail that bears our own address."""
    config = mail.ctx.world.config
    ours = filter(None, (config.moderator.address, config.mail.second.address))
    sender = mail.message.sender
    own = sender and any(identity.is_ours(sender, address) for address in ours)
    return _unanswered(mail, Outcome("our_own")) if own else None


def automatic(mail: Received) -> Verdict | None:
    """Judge a mail that a machine wrote."""
    why = mail.message.automatic
    return _unanswered(mail, Outcome("automatic", why)) if why else None


def duplicate(mail: Received) -> Verdict | None:
    """Judge a mail that came before, with the same Message-ID and body. The same words for another
    window are a new order.

    Without a Message-ID, the Date and the tags must be the same.
    """
    return _unanswered(mail, Outcome("duplicate")) if _is_duplicate(mail) else None


def _is_duplicate(mail: Received) -> bool:
    row, message = mail.row, mail.message
    known = {"sender": row.sender, "body_hash": row.body_hash, "message_id": row.message_id}
    same = statements.read(mail.ctx.db, _SAME, message=row.id, **known).scalars()
    if row.message_id:
        return same.first() is not None
    mine = message.date_header, message.tags
    earlier = map(incoming.read, same)
    return any((other.date_header, other.tags) == mine for other in earlier)


def _unanswered(mail: Received, reason: Outcome) -> Verdict:
    """Answer nobody, but do what a machine may ask for."""
    automatic = mail.ctx.world.features.inbox.automatic
    asked = first(does(mail.ctx, mail.message) for does in automatic)
    return Verdict("ignored", (reason, asked) if asked else (reason,))


# Who sent it


def tagged_by_feature(mail: Received) -> Verdict | None:
    """Judge a mail with a feature's tag, such as a subscriber's."""
    tags, handlers = mail.message.tags, mail.ctx.world.features.inbox.tagged
    for begins, handler in handlers.items():
        if any(tag.seat.startswith(begins) for tag in tags):
            said = requests.of_mail(mail.message)
            return done_if(handler(mail.ctx, mail.message, said))
    return None


def find_sender(mail: Received) -> Verdict | None:
    """Find the sender, and read the mail as the game that they play reads it. Return a verdict at
    once on something that did not come by mail and has no known sender."""
    ctx, message, row = mail.ctx, mail.message, mail.row
    finds = ctx.world.features.inbox.senders.get(row.source)
    sender = finds(ctx, row, message) if finds else senders.sender_of(ctx.world, ctx.db, message)
    if isinstance(sender, Outcome):
        return done(sender)
    if isinstance(sender, Tagged | Host):
        row.game_id, row.window = sender.game.id, sender.window
    if isinstance(sender, Tagged):
        row.seat = sender.seat.key or None
    ctx.player = _player(sender)
    number = sender.press if isinstance(sender, Member | Host) else 0
    said = reading.of_mail(ctx, sender, message)
    mail.said = said.answering(number) if number else said
    mail.sender = _as_shown(mail, sender)
    return None


def _player(sender: Sender) -> t.Seat | None:
    """Return the seat of a proven player in a game that is being played."""
    if not isinstance(sender, Member) or not senders.is_proven(sender):
        return None
    return sender.seat if sender.game.status in PLAYING else None


def _as_shown(mail: Received, sender: Sender) -> Sender:
    """Trust a sender who only says yes to what was shown to their address: they have read that
    mail, whatever the mail server thinks. Otherwise nobody whose mails fail its tests could
    play."""
    if not isinstance(sender, Member | Host) or sender.proof.unknown:
        return sender
    only_yes = {one.verb for one in mail.said.commands} in ({"yes"}, {"pick"})
    only_yes = only_yes and not mail.said.pieces
    read = sender.proof.doubt and sender.shown and only_yes and not mail.said.orders
    return replace(sender, proof=senders.GOOD) if read else sender


def tell_what_came_back(mail: Received) -> None:
    """Tell a player who writes again that mails did not reach them."""
    known, sender = bounced_addresses.over(mail.ctx, mail.address), mail.sender
    if known is None or not isinstance(sender, Member | Untagged):
        return
    seat = sender.seat if isinstance(sender, Member) else sender.seats[0]
    told = ReturnedMail(since=known.since.isoformat(), reason=known.reason)
    mail.ctx.write(told, to_seat(mail.ctx.db.get_one(t.Game, seat.game_id), seat))


# Mails that cannot be used


def unreadable(mail: Received) -> Verdict | None:
    """Set aside a mail that cannot be read or was not accepted whole, such as one that is too long,
    and tell its player."""
    problem = mail.row.reason or (mail.message.problem if not mail.said.commands else "")
    if not problem:
        return None
    if _is_known(mail):
        tell_unreadable(mail, why_unusable.why(problem))
    return Verdict("aside", (Outcome("unreadable", problem),))


def _is_known(mail: Received) -> bool:
    """Tell whether a mail comes from the address of a player."""
    sender = mail.sender
    if isinstance(sender, Host):
        return sender.proof.kind == "unknown"
    if isinstance(sender, Tagged):
        return senders.is_proven(sender) or sender.proof.kind == "unknown"
    return isinstance(sender, Untagged)


def tell_unreadable(mail: Received, problem: Message) -> None:
    """Answer a player whose mail could not be used."""
    message, sender = mail.message, mail.sender
    if message.sender is None or not answer_limits.may_answer(mail.ctx, message.sender):
        return
    told = UnreadableMail(reason=problem, subject=message.subject)
    if isinstance(sender, Tagged):
        mail.ctx.write(told, to_seat(sender.game, sender.seat))
    else:
        game = sender.game if isinstance(sender, Host) else None
        mail.ctx.write(told, to_address(message.sender, game))


# The right tag, or a wrong one


def from_outsider(mail: Received) -> Verdict | None:
    """Judge a mail with an entrant's right tag and from their address: they come, or have left."""
    sender = mail.sender
    if not isinstance(sender, Outsider) or not senders.is_proven(sender):
        return None
    answering = mail.ctx.world.features.inbox.entrants[sender.seat.state]
    return done(answering(mail.ctx, sender.game, sender.seat, mail.said))


def forged(mail: Received) -> Verdict | None:
    """Judge a mail from an unknown sender with a tag that is not ours, or is void."""
    if not isinstance(mail.sender, Forged):
        return None
    return untagged_mails.former_player(mail) or not_understood(mail) or ignored("bad_tag")


def from_elsewhere(mail: Received) -> Verdict | None:
    """Judge a mail with a seat's right tag that is not proven: it is from another address, or one
    the mail server does not believe, or answers an unknown mail. The joined address is asked; the
    other learns nothing."""
    sender = mail.sender
    if not isinstance(sender, Tagged):
        return None
    origin = _origin(mail, sender.proof)
    if isinstance(sender, Member) and (asked := _shown_to_joined(mail, sender)):
        return Verdict("done", (origin, asked))
    _tell_joined(mail, sender)
    return Verdict("ignored", (origin,))


def _origin(mail: Received, proof: Proof) -> Outcome:
    """Return why a mail with a right tag is not believed."""
    passed_on = proof.kind == "elsewhere" and mail.message.forwarded
    return Outcome("forwarded" if passed_on else proof.kind, proof.doubt)


def _shown_to_joined(mail: Received, sender: Member) -> Outcome | None:
    """Show the joined address what a `yes` can apply. None: nothing can be applied."""
    for_others = sender.press and requests.unaddressed(mail.message, mail.said)
    said = Said() if for_others else mail.said  # it is meant for a player, and is no order
    window = None if sender.proof.unknown else sender.window
    who = mail.ctx, sender.game, sender.seat, mail.message
    return show_for_yes(*who, said, kind=WHY[sender.proof.kind], window=window)


WHY: Mapping[str, type[YesMail]] = {
    mail.kind: mail for mail in (ElsewhereMail, DoubtedMail, UnknownMail)
}
"""The mail that asks for a yes, by what is in doubt."""


def _tell_joined(mail: Received, sender: Tagged) -> None:
    """Tell the joined address what came under its tag."""
    ctx, game, seat = mail.ctx, sender.game, sender.seat
    if answer_limits.may_answer(ctx, seat.address):
        text = "\n".join(line for line in mail.message.lines if line.strip())[:400]
        told = WHY[sender.proof.kind](text=identity.strip_tags(text))
        ctx.write(told, to_seat(game, seat))


PRECEDENCE: tuple[Step, ...] = (
    reported,
    our_own,
    automatic,
    duplicate,
    tagged_by_feature,
    find_sender,
    unreadable,
    from_host,
    host_without_tag,
    tell_what_came_back,
    from_player,
    from_outsider,
    forged,
    from_elsewhere,
    untagged_mails.invited,
    untagged_mails.chatter,
    untagged_mails.public_command,
    untagged_mails.in_another_game,
    untagged_mails.player_without_tag,
    untagged_mails.reader_command,
    untagged_mails.help_wanted,
    untagged_mails.former_player,
    not_understood,
    untagged_mails.stranger,
)
"""The steps in order: the first that fits gets the mail, and the last takes every mail."""
