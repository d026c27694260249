"""Answers to an invitation, in whatever words: joining, declining, asking.

An invitation carries no tag, since nobody has a seat yet. An answer is recognised by its thread: it
names one of our mails to that very address, or the address was invited to one game only. That
proves little, so whoever wants to play is asked to confirm.
"""

import json
import re

from sqlmodel import col, select

from engine.core.messages import Message, text
from engine.core.messages import message as message_
from pbem.campaign import seats
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address
from pbem.features.joining import join_and_leave
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome, listed
from pbem.inbox.reading import invitation_answers
from pbem.inbox.reading.invitation_answers import Wish
from pbem.inbox.reading.requests import Said
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.reports.mails import LeftMail, RefusedMail
from pbem.store import tables as t

THREAD = ("invitation", "refused", "left")
"""Mails about a game to people without a seat in it: an answer is about that game."""
ASKING = ("invitation", "confirm")
"""Mails that ask somebody without a seat for an answer."""
_WORD = re.compile(r"[a-z][a-z0-9]*")
SHOWN = 12
"""How many lines of a question are sent to the host."""


def answered(ctx: Context, message: InboundMail) -> tuple[t.Game, bool] | None:
    """Find the game that the sender of a mail is invited to, and whether the mail answers one of
    ours. None: the sender is invited to no game."""
    mails = select(t.Outgoing).where(
        t.Outgoing.recipient == (message.sender or ""),
        col(t.Outgoing.kind).in_(THREAD),
        col(t.Outgoing.game_id).is_not(None),
    )
    found = list(ctx.db.exec(mails.order_by(col(t.Outgoing.id).desc())))
    ids = {message.in_reply_to, *message.references}
    tied = next((mail.game_id for mail in found if mail.message_id in ids), None)
    invited = {mail.game_id for mail in found if mail.kind == "invitation"}
    number = tied or (invited.pop() if len(invited) == 1 else None)
    return (ctx.db.get_one(t.Game, number), tied is not None) if number else None


def _named(ctx: Context, message: InboundMail, said: Said) -> tuple[t.Game, bool] | None:
    """Find the one open game that somebody who was not invited names in a sentence about wanting to
    play."""
    lines = invitation_answers.spoken(message.prose, said)
    if message.subject:
        lines = [f"{message.subject}.", *lines]
    told = invitation_answers.sentences(lines)
    words = {word for sentence in told for word in _WORD.findall(sentence.lower())}
    games = select(t.Game).where(t.Game.status == "open", col(t.Game.name).in_(words))
    found = [game for game in ctx.db.exec(games) if any(_asks_for(ctx, game, s) for s in told)]
    return (found[0], False) if len(found) == 1 else None


def _asks_for(ctx: Context, game: t.Game, sentence: str) -> bool:
    """Tell whether a sentence says that its writer wants to play in this game."""
    if game.name not in _WORD.findall(sentence.lower()):
        return False
    rules = ctx.world.games[game.kind]
    return invitation_answers.read([sentence], rules.words, {}).wants


def handle(ctx: Context, message: InboundMail, said: Said) -> Outcome | None:
    """Do what an answer to an invitation says, or a wish to join a game that it names. None: it is
    neither.

    A mail that does not answer one of ours counts only if it says yes or no.
    """
    found = answered(ctx, message) or _named(ctx, message, said)
    if found is None or seats.played_by(ctx.db, found[0], message.sender):
        return None
    game, tied = found
    rules = ctx.world.games[game.kind]
    called = invitation_answers.called(rules, json.loads(game.options))
    wish = invitation_answers.read(
        invitation_answers.spoken(message.prose, said), rules.words, called
    )
    if not (tied or wish.wants or wish.declines):
        return None
    known = wish.wants or wish.declines
    if not answer_limits.may_answer(ctx, message.sender or "", asked=known):
        return ENOUGH
    return _do(ctx, game, message, said, wish)


def _do(ctx: Context, game: t.Game, message: InboundMail, said: Said, wish: Wish) -> Outcome:
    address, done = message.sender or "", list[Outcome]()
    if wish.declines:
        return _decline(ctx, game, address)
    if wish.asks:
        done.append(ask_host(ctx, game, address, message))
    if wish.wants:
        done.append(join_and_leave.ask_for(ctx, game, wish.seats, said, address))
    else:
        free = join_and_leave.free_keys(ctx.world, ctx.db, game)
        mail = RefusedMail(why="unclear", asked=wish.asks, free=free)
        ctx.write(mail, to_address(address, game))
        done.append(Outcome("join_explained"))
    return Outcome("invitation", listed(done))


def _decline(ctx: Context, game: t.Game, address: str) -> Outcome:
    ctx.write(LeftMail(invitation=True), to_address(address, game))
    told = message_("host_note.does_not_join", address=text(address), game=text(game.name))
    subject = message_("host_note.does_not_join_subject", address=text(address))
    once = f"declined {game.id} {address}"
    outbox.tell_host(ctx, subject, [told], once=once, game=game)
    return Outcome("declined", game.name)


def withdraw(ctx: Context, game: t.Game) -> None:
    """Withdraw the invitations to a game that is given up before it has begun: those not sent yet
    are dropped, and whoever has one, or has asked to join, is told."""
    rows = select(t.Outgoing).where(
        t.Outgoing.game_id == game.id, col(t.Outgoing.kind).in_(ASKING), t.Outgoing.recipient != ""
    )
    told: dict[str, None] = {}
    for row in ctx.db.exec(rows.order_by(col(t.Outgoing.id))):
        if row.state == "waiting" and row.claimed_by is None:
            row.state = "withdrawn"
        else:
            told[row.recipient] = None
    for address in told:
        if not (seats.played_by(ctx.db, game, address) or _declined(ctx, game, address)):
            ctx.write(RefusedMail(why="given_up"), to_address(address, game))


def _declined(ctx: Context, game: t.Game, address: str) -> bool:
    """Tell whether somebody does not want to join, as far as is known."""
    left = select(t.Outgoing.id).where(
        t.Outgoing.game_id == game.id, t.Outgoing.recipient == address, t.Outgoing.kind == "left"
    )
    return ctx.db.exec(left.limit(1)).first() is not None


def ask_host(ctx: Context, game: t.Game, address: str, message: InboundMail) -> Outcome:
    """Pass a question on to the host, who answers it personally."""
    asked = [identity.strip_tags(line[:200]) for line in message.lines[:SHOWN]]
    lines: list[str | Message] = [message_("host_note.asks", address=text(address)), *asked]
    subject = message_("host_note.asks_subject", address=text(address))
    outbox.tell_host(ctx, subject, lines, game=game)
    return Outcome("host_asked")
