"""Mails of ours that do not get through: the host hears of it, and no game stands still for it.

From the moment at which it is clear that a report will not come, time counts as if it had come.
"""

from pbem.campaign import game_data, windows
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports import times
from pbem.store import tables as t


def note(ctx: Context, row: t.Outgoing, reason: str) -> None:
    """Note that a mail was refused for good, given up, or came back.

    The host hears of it, once a mail; and of all mails to one address only twice a day and game:
    of one that asks for something, and of one that does not.
    """
    if row.state == "failed":
        return
    row.state, row.error = "failed", reason
    asks = windows.start_clock(ctx, row)
    if row.kind in outbox.TO_HOST:
        return
    game = ctx.db.get_one(t.Game, row.game_id) if row.game_id is not None else None
    lines = [
        f"The mail {row.message_id} ({row.kind}) to {row.recipient} was not delivered:",
        reason,
        *(_what_now(ctx, game, asks) if game and asks else ()),
        "What else fails to reach this address today is not told.",
    ]
    about = f"{row.recipient} {row.game_id} {'asked' if asks else 'told'} {ctx.now.date()}"
    once = f"not delivered {about}"
    outbox.tell_host(ctx, "a mail was not delivered", lines, once=once, game=game)


def _what_now(ctx: Context, game: t.Game, row: t.Window) -> tuple[str, ...]:
    """How long its question is waited for, and what the host can do."""
    rules = ctx.world.games[game.kind]
    seat = game_data.its_words(ctx.db, game.data_hash, rules).name(row.seat)
    until = f"until {times.long(row.due.isoformat())}" if row.due else ""
    if not outbox.is_running(game):
        until = "from when the game goes on"
    return (
        f"It asks {seat} for an answer. Time runs as if it had come, {until}; then the default is"
        " taken and the game goes on. Orders that come meanwhile are taken as ever.",
        f"`pbem extend {game.name} 2d` gives more time, `pbem pause {game.name}` stops the clock"
        f" until this is mended, `pbem cancel {game.name}` gives the game up.",
        f"An answer to this mail does the same: extend 2 days, pause, replace {seat} by ADDRESS,"
        " end.",
    )
