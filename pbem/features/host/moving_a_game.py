"""Moving a game from one moderator to another, with everything that is still to be sent or
answered."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session as Db
from sqlmodel import col, select

from engine.core.decision import Refused
from pbem.campaign import deadlines, game_names, game_store, host_acts, turns
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import Recipient, to_seat, to_subscriber, way_out
from pbem.campaign.turns import PLAYING
from pbem.mail import identity
from pbem.reports import stored_mails
from pbem.reports.mails import NoticeMail, PlayMail
from pbem.store import one_game
from pbem.store import tables as t

MOVED = "moved"


def hand_over(ctx: Context, game: t.Game, file: Path, to: str = "") -> None:
    """Write a game into a file for another moderator, at the address `to`.

    A running game is frozen here: its clocks stop, its waiting mails go along, and all players are
    told. Raises Refused, OSError, StoreError.
    """
    host_acts.allowed(ctx, game, *PLAYING, "over", "cancelled")
    if game.status not in PLAYING:
        one_game.copy_out(ctx.db, game.id, file)
        return
    game_store.note(ctx.db, game, MOVED, to=to)
    if game.status == "running":
        game.stopped = game.stopped or ctx.now
    one_game.copy_out(ctx.db, game.id, file)
    game.status, game.stopped = MOVED, None
    for row in _waiting(ctx, game):
        row.state = "withdrawn"
    session = host_acts.as_it_stands(ctx, game, MOVED)
    host_acts.tell_all(ctx, game, session, NoticeMail(act="moved", to=to))


def take_over(ctx: Context, file: Path, name: str = "") -> t.Game:
    """Continue the game of such a file, under another `name` if one is given.

    Its players are told, and asked again. The time of the move counts against nobody. Raises
    Refused, StoreError.
    """
    with one_game.reading(file) as (source, theirs):
        if theirs.kind not in ctx.world.games:
            raise Refused(f"{file}: there is no game {theirs.kind!r} here: install it first.")
        if own := _same(ctx, theirs):
            return _stay(ctx, own, theirs, game_store.last_line(source, theirs))
        game_names.check(ctx.world, ctx.db, name or theirs.name, _keys(source, theirs))
        number = one_game.copy_in(source, ctx.db, theirs, name or theirs.name)
    game = ctx.db.get_one(t.Game, number)
    game.host_plays = host_acts.own_seat(ctx, game) is not None
    _readdress(ctx, game)
    if game.status in PLAYING:
        _go_on(ctx, game)
    return game


def _keys(source: Db, game: t.Game) -> list[str]:
    return [seat.key for seat in game_store.seats_of(source, game)]


def _same(ctx: Context, theirs: t.Game) -> t.Game | None:
    """Find the same game here, if there is one; no two games share a commitment."""
    return ctx.db.exec(select(t.Game).where(t.Game.commitment == theirs.commitment)).first()


def _stay(ctx: Context, game: t.Game, theirs: t.Game, last: int) -> t.Game:
    """Continue a game that was to move and has not been played elsewhere since."""
    if game.status != MOVED:
        raise Refused(f"This game is here already: {game.name} is {game.status}.")
    if game_store.last_line(ctx.db, game) != last:
        raise Refused(
            f"{game.name} has been played on since it left: it can only go on where it is now."
        )
    game.status, game.stopped = theirs.status, theirs.stopped
    _go_on(ctx, game)
    return game


def _go_on(ctx: Context, game: t.Game) -> None:
    """Start the clocks again, tell everybody, and ask the open questions."""
    session = host_acts.playing(ctx, game, *PLAYING)
    stopped, game.stopped = game.stopped, None
    if game.status == "running" and stopped:
        deadlines.go_on(ctx, game, stopped)
    session.note("arrived")
    game_store.save(ctx.db, game, session)
    at = turns.at(ctx, game, session)
    for seat in at.seats.values():
        if not seat.bot:
            window = next((row.number for row in at.windows if row.seat == seat.key), None)
            told = NoticeMail(act="arrived", position=at.position(seat), question=at.owed(seat.key))
            ctx.write(told, to_seat(game, seat), window=window)
    turns.tell_public(ctx, game, session)


# Mails that wait to be sent


def _waiting(ctx: Context, game: t.Game) -> Sequence[t.Outgoing]:
    rows = select(t.Outgoing).where(t.Outgoing.game_id == game.id, t.Outgoing.state == "waiting")
    return ctx.db.exec(rows.order_by(col(t.Outgoing.id))).all()


def _readdress(ctx: Context, game: t.Game) -> None:
    """Have answers to waiting mails come here. Mails to the other host, and to people without a
    seat, are withdrawn."""
    for row in _waiting(ctx, game):
        mail = stored_mails.restored(row.kind, row.payload)
        to = _recipient(ctx, game, row)
        if to is None:
            row.state = "withdrawn"
            continue
        told = outbox.game_told(ctx.world, game)
        changed: dict[str, Any] = {"moderator": ctx.moderator, "game": told}
        if isinstance(mail, PlayMail) and mail.unsubscribe:
            changed["unsubscribe"] = _way_out(ctx, game, row)
        for tag in identity.find_tags((), mail.tag):
            changed |= to.tags(ctx.world, tag.shown, tag.press, window=tag.window)
        row.payload = stored_mails.stored(replace(mail, **changed))


def _recipient(ctx: Context, game: t.Game, row: t.Outgoing) -> Recipient | None:
    if row.seat:
        return to_seat(game, game_store.seat_of(ctx.db, game, row.seat))
    reader = _subscriber(ctx, game, row)
    return to_subscriber(ctx.world, game, reader) if reader else None


def _way_out(ctx: Context, game: t.Game, row: t.Outgoing) -> str:
    reader = _subscriber(ctx, game, row)
    return way_out(ctx.world, game, reader) if reader else ""


def _subscriber(ctx: Context, game: t.Game, row: t.Outgoing) -> t.Subscriber | None:
    theirs = (t.Subscriber.game_id == game.id, t.Subscriber.address == row.recipient)
    return ctx.db.exec(select(t.Subscriber).where(*theirs)).first()
