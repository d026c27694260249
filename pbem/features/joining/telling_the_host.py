"""Tells the host who joins or leaves an open game, and who plays what when it begins.

A host who plays gets the mails of a player, which tell more. A host who wants no such mails turns
them off in the settings.
"""

import json

from engine.core.messages import Message, message, text
from pbem.campaign import deadlines, game_store, host_acts
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports.mail_parts import Said
from pbem.store import tables as t


def joined(ctx: Context, game: t.Game, seat: t.Seat, free: int) -> None:
    """Tell the host that somebody has joined, and how many seats are still `free`."""
    who = seat.key or seat.wished or None
    line = message("host_note.joined", who=who, player=_player(seat), count=free, **_of(game))
    _tell(ctx, game, message("host_note.joined_subject", address=text(seat.address)), [line])


def left(ctx: Context, game: t.Game, address: str, free: int) -> None:
    """Tell the host that somebody has given their seat back, and how many seats are `free` now."""
    line = message("host_note.left", address=text(address), count=free, **_of(game))
    _tell(ctx, game, message("host_note.left_subject", address=text(address)), [line])


def begun(ctx: Context, game: t.Game) -> None:
    """Tell the host that a game has begun: who plays what, and until when the first answer is
    awaited."""
    rows = game_store.seats_of(ctx.db, game)
    seats = tuple(message("host_note.seat", who=row.key, player=_player(row)) for row in rows)
    lines: list[Said] = [message("host_note.begun", seats=seats, **_of(game))]
    rules = ctx.world.games[game.kind]
    leads = rules.leads(json.loads(game.options))
    led = [(row.key, tuple(leads.get(row.key, ()))) for row in rows]
    groups = tuple(
        message("invitation.led", seat=key, powers=powers) for key, powers in led if len(powers) > 1
    )
    if groups:
        lines.append(message("invitation.leads", led=groups))
    if asked := _first_asked(ctx, game):
        lines.append(asked)
    _tell(ctx, game, message("host_note.begun_subject"), lines)


def _first_asked(ctx: Context, game: t.Game) -> Message | None:
    """Say who the game waits for, and until when the first of them may answer if all questions are
    delivered at once; None if for nobody."""
    asked = game_store.open_windows(ctx.db, game)
    times = (deadlines.timing(ctx.db, game, window).due(ctx.now) for window in asked)
    seats = tuple(window.seat for window in asked)
    return message("host_note.waits", seats=seats, until=min(times).isoformat()) if seats else None


def _of(game: t.Game) -> dict[str, Message]:
    return {"game": text(game.name)}


def _player(seat: t.Seat) -> Message:
    """Return what a player is called, with their address."""
    if seat.bot:
        return message("host_note.bot")
    named = text(seat.name) if seat.name and seat.name != seat.address else None
    return message("host_note.player", name=named, address=text(seat.address))


def _tell(ctx: Context, game: t.Game, subject: Message, lines: list[Said]) -> None:
    wanted = ctx.world.config.moderator.host_hears_of_seats
    if wanted and host_acts.own_seat(ctx, game) is None:
        outbox.tell_host(ctx, subject, lines, game=game)
