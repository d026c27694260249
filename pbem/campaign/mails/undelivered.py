"""Mails of ours that do not get through: the host hears of it, and no game stands still for it.

From the moment at which it is clear that a report will not come, time counts as if it had come.
"""

from engine.core.messages import Message, message, text
from pbem.campaign import windows
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.reports.mail_parts import Said
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
    mail = {"id": text(row.message_id), "kind": text(row.kind), "address": text(row.recipient)}
    lines: list[Said] = [
        message("host_note.undelivered", **mail),
        reason,
        *(_what_now(game, asks) if game and asks else ()),
        message("host_note.undelivered_once"),
    ]
    about = f"{row.recipient} {row.game_id} {'asked' if asks else 'told'} {ctx.now.date()}"
    once = f"not delivered {about}"
    outbox.tell_host(ctx, message("host_note.undelivered_subject"), lines, once=once, game=game)


def _what_now(game: t.Game, row: t.Window) -> tuple[Message, ...]:
    """How long its question is waited for, and what the host can do."""
    until = row.due.isoformat() if row.due and outbox.is_running(game) else None
    running = outbox.is_running(game)
    return (
        message("host_note.still_asked", seat=row.seat, until=until, running=running),
        message("host_note.more_time", game=text(game.name)),
        message("host_note.more_time_by_mail", seat=row.seat),
    )
