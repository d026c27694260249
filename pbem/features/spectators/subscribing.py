"""Subscribing by mail: whoever asks for a game's public reports gets them after confirming.

The mail that asks for confirmation and each report carry a tag of the subscriber's row. A `yes`
with it from the address that asked subscribes; an `unsubscribe` with it ends the reports from any
address (RFC 2369, List-Unsubscribe). From the subscribed address itself, `unsubscribe` needs no
tag.

An address that the host has subscribed may be a forum or a list, where every reader has its tag. So
only the address itself or the host can end those reports. The same goes for mails that came through
a list.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.messages import message as said_
from engine.core.messages import text
from pbem.campaign import game_store, seats
from pbem.campaign.lookup import history as history_
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import (
    READER,
    reader_key,
    tag_key,
    to_address,
    to_subscriber,
)
from pbem.campaign.world import World
from pbem.features.spectators import subscribers
from pbem.inbox import answer_limits
from pbem.inbox.outcomes import ENOUGH, Outcome
from pbem.inbox.reading import requests
from pbem.inbox.reading.requests import Command, Said
from pbem.mail import identity
from pbem.mail.incoming import InboundMail
from pbem.reports.languages.language import LanguageMissing, code_of
from pbem.reports.mails import SubscriptionMail, WhyNoReports
from pbem.settings import attendance_policy
from pbem.store import tables as t

LISTED = ("list-", "precedence:")
"""How the reason for treating a mail as automatic begins if it came through a list."""


def by_player(ctx: Context, _game: t.Game, seat: t.Seat, said: Said) -> Outcome | None:
    """Do what a player asks about public reports, even of another game. None: the mail names no
    game."""
    command = said.asks("subscribe") or said.asks("unsubscribe")
    return _wanted(ctx, command, seat.address) if command else None


def handle(ctx: Context, message: InboundMail, _said: Said, command: Command) -> Outcome | None:
    """Ask for confirmation, or end the reports. None: the mail names no game of ours."""
    return _wanted(ctx, command, message.sender or "")


def _wanted(ctx: Context, command: Command, address: str) -> Outcome | None:
    game = game_store.named(ctx.db, command.game)
    if game is None:
        return None
    if command.verb == "unsubscribe":
        return _end(ctx, game, address)
    return _ask(ctx, game, address, _ordered(command.said or ""))


class Ordered(NamedTuple):
    """The reports that somebody asks for: their format, as written, and their language."""

    format: str = "mail"
    language: str = ""


def _ordered(said: str) -> Ordered:
    """Read what follows the game's name: `as bbcode`, `in German`, `language de`."""
    ordered = Ordered()
    for word in re.findall(r"\w+ (\w+)", said.lower()):
        try:
            ordered = ordered._replace(language=code_of(word))
        except LanguageMissing:
            ordered = ordered._replace(format=word)
    return ordered


def _ask(ctx: Context, game: t.Game, address: str, ordered: Ordered) -> Outcome:
    """Ask the address to confirm, or say why it cannot subscribe."""
    if not answer_limits.may_answer(ctx, address):
        return ENOUGH
    if why := _why_not(ctx.db, game, address, ordered.format):
        return _refuse(ctx, game, address, why)
    row = subscribers.find(ctx.db, game, address) or t.Subscriber(
        game_id=game.id, address=address, format="", language=ordered.language
    )
    row.asked = f"{ordered.format} {ordered.language}".strip()
    ctx.db.add(row)
    ctx.db.flush()
    ctx.write(
        SubscriptionMail(step="asked", form=ordered.format), to_subscriber(ctx.world, game, row)
    )
    return Outcome("subscribe_asked", game.name)


def _why_not(db: Db, game: t.Game, address: str, said: str) -> WhyNoReports | None:
    """Say why this address cannot have the reports."""
    if not attendance_policy.restored(game.terms).spectators:
        return "forbidden"
    if game.status in ("over", "cancelled", "moved"):
        return "over"
    if seats.played_by(db, game, address):
        return "plays"
    return None if said in subscribers.FORMATS else "format"


def _end(ctx: Context, game: t.Game, address: str) -> Outcome:
    row = subscribers.find(ctx.db, game, address)
    if row is None:
        if not answer_limits.may_answer(ctx, address):
            return ENOUGH
        return _refuse(ctx, game, address, "not subscribed")
    return _ended(ctx, game, row, tell=True)


def _ended(ctx: Context, game: t.Game, row: t.Subscriber, *, tell: bool) -> Outcome:
    ctx.db.delete(row)
    if tell and answer_limits.may_answer(ctx, row.address):
        ctx.write(SubscriptionMail(step="ended"), to_address(row.address, game))
    return Outcome("unsubscribed", game.name)


def ended_by_complaint(ctx: Context, mail: t.Outgoing) -> Outcome | None:
    """End the reports to an address where one was marked as junk. None: it has none, or the host
    subscribed the address, perhaps for many readers."""
    game = ctx.db.get(t.Game, mail.game_id) if mail.game_id else None
    row = subscribers.find(ctx.db, game, mail.recipient) if game else None
    if game is None or row is None or row.confirmed is None:
        return None
    return _ended(ctx, game, row, tell=False)


def _refuse(ctx: Context, game: t.Game, address: str, why: WhyNoReports) -> Outcome:
    ctx.write(SubscriptionMail(step="refused", why=why), to_address(address, game))
    return Outcome("subscribe_refused", why)


# With a tag


def reader_of(world: World, db: Db, message: InboundMail) -> tuple[t.Game, t.Subscriber] | None:
    """Find the subscriber whose tag a mail carries."""
    return reader_with(world, db, message.tags)


def reader_with(
    world: World, db: Db, tags: Sequence[identity.Tag]
) -> tuple[t.Game, t.Subscriber] | None:
    """Find the subscriber that the first right one of these tags was made for."""
    for tag in tags:
        if not tag.seat.startswith(READER) or not identity.verify(tag_key(world), tag, 0):
            continue
        game = game_store.named(db, tag.game)
        row = _tagged(world, db, game, tag) if game else None
        if game and row:
            return game, row
    return None


def _tagged(world: World, db: Db, game: t.Game, tag: identity.Tag) -> t.Subscriber | None:
    """Find the subscriber of a game that a tag names; older tags have the number of the row."""
    rows = db.exec(select(t.Subscriber).where(t.Subscriber.game_id == game.id))
    return next(
        (r for r in rows if tag.seat in (reader_key(world, game, r), f"{READER}{r.id}")), None
    )


def answered(ctx: Context, message: InboundMail, said: Said) -> Outcome | None:
    """Do what a mail with a subscriber's tag says. None: it asks nothing."""
    found = reader_of(ctx.world, ctx.db, message)
    if found is None:
        return None
    game, row = found
    if said.asks("unsubscribe") or said.asks("leave") or (row.asked and said.asks("no")):
        return _wants_end(ctx, game, row, message)
    if message.sender != row.address:
        return Outcome("elsewhere") if said.asks("yes") else None
    if row.asked and (said.asks("yes") or said.asks("subscribe")):
        return _confirmed(ctx, game, row)
    return None


def _confirmed(ctx: Context, game: t.Game, row: t.Subscriber) -> Outcome:
    format, _, language = row.asked.partition(" ")
    if why := _why_not(ctx.db, game, row.address, format):
        ctx.db.delete(row)
        return _refuse(ctx, game, row.address, why)
    subscribers.subscribe(ctx, game, row.address, format, confirmed=True, language=language)
    row.asked = ""
    ctx.write(SubscriptionMail(step="done", form=row.format), to_subscriber(ctx.world, game, row))
    return Outcome("subscribed", game.name)


def ended_by_machine(ctx: Context, message: InboundMail) -> Outcome | None:
    """End the reports as a mail program asks by List-Unsubscribe. This is never answered."""
    said = requests.of_mail(message)
    found = reader_of(ctx.world, ctx.db, message) if said.asks("unsubscribe") else None
    return _wants_end(ctx, *found, message) if found else None


def _wants_end(ctx: Context, game: t.Game, row: t.Subscriber, message: InboundMail) -> Outcome:
    """End the reports, if whoever asks may do so."""
    if row.format and not _is_their_own(row, message):
        return _ask_host(ctx, game, row, message)
    return _ended(ctx, game, row, tell=not message.automatic)


def _is_their_own(row: t.Subscriber, message: InboundMail) -> bool:
    """Tell whether only this reader gets the reports, or the mail comes from the subscribed
    address."""
    if (message.automatic or "").lower().startswith(LISTED):
        return False
    return row.confirmed is not None or message.sender == row.address


def _ask_host(ctx: Context, game: t.Game, row: t.Subscriber, message: InboundMail) -> Outcome:
    """Leave the reports on and tell the host, at most once a day for each address."""
    slots = {"game": text(game.name), "address": text(row.address)}
    lines = [
        said_("host_note.shall_end", by=text(message.sender or ""), **slots),
        said_("host_note.shall_end_how", **slots),
    ]
    once = f"unsubscribe {game.name} {row.address} {ctx.now.date()}"
    outbox.tell_host(ctx, said_("host_note.shall_end_subject"), lines, once=once, game=game)
    if message.sender and not message.automatic and answer_limits.may_answer(ctx, message.sender):
        _refuse(ctx, game, message.sender, "shared")
    return Outcome("unsubscribe_asked", game.name)


def history(ctx: Context, message: InboundMail, _said: Said, command: Command) -> Outcome | None:
    """Send a subscriber the public story, to the confirmed address. None: they get no game's
    reports, or do not say which game's."""
    address = message.sender or ""
    games = _games_of(ctx.db, address)
    said = f"{command.text} {message.subject}".lower()
    named = [game for game in games if re.search(rf"\b{game.name}\b", said)] or games
    if len(named) != 1:
        return None
    if not answer_limits.may_answer(ctx, address, asked=True):
        return ENOUGH
    mail = history_.tell(ctx, named[0], None, command.said or "")
    mail.game = outbox.game_told(ctx.world, named[0])
    ctx.write(mail, to_address(address))
    return Outcome("history")


def _games_of(db: Db, address: str) -> Sequence[t.Game]:
    """List the games whose public reports an address gets."""
    rows = (
        select(t.Game)
        .join(t.Subscriber, col(t.Subscriber.game_id) == col(t.Game.id))
        .where(t.Subscriber.address == address, t.Subscriber.format != "")
    )
    return list(db.exec(rows.order_by(col(t.Game.id))))
