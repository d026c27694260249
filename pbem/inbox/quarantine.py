"""Sets mails aside for a person to look at, in the database and as files in a folder."""

from datetime import datetime
from typing import Any

import structlog

from engine.core.messages import message as said
from engine.core.messages import text
from pbem.campaign.mails import failures, outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.inbox import judging_a_mail, senders
from pbem.inbox.senders import Tagged
from pbem.inbox.verdicts import Received
from pbem.mail import incoming
from pbem.mail.transports import maildir
from pbem.store import tables as t

NOT_ITS_FAULT = said("unusable.failed")

log: Any = structlog.get_logger()


def copy(ctx: Context, row: t.InboundMail) -> None:
    """Put the mail where a person finds it, with the reason; the same mail is always the same file.

    If that fails, the host is told once a day: the mail is still in the store.
    """
    config = ctx.world.config
    folder = config.inside(config.mail.aside)
    try:
        maildir.aside(folder, f"{row.id}.{row.server_id}", row.raw, row.reason)
    except OSError as problem:
        log.error("a mail set aside cannot be copied", message=row.id, **failures.told(problem))
        slots = {"folder": text(str(folder)), "why": text(problem.strerror or "")}
        lines = [
            said("host_note.not_copied", number=row.id, **slots),
            said("host_note.not_copied_how"),
        ]
        once = f"aside folder {ctx.now.date()}"
        outbox.tell_host(ctx, said("host_note.not_copied_subject"), lines, once=once)


def set_aside(world: World, mail_id: int, now: datetime, problem: Exception) -> None:
    """Set aside a mail that failed at each attempt; tell the host, and the sender if it was a
    player."""
    with world.store.transaction() as db:
        row = db.get_one(t.InboundMail, mail_id, with_for_update=True)
        if row.status != "new":  # another worker was faster
            return
        kind = type(problem).__name__
        row.reason = f"it failed {row.attempts} times ({kind})"
        row.status, row.finished = "aside", now
        ctx = Context(world, db, now, f"mail {mail_id} aside")
        copy(ctx, row)
        slots = {"sender": text(_sender(row)), "attempts": row.attempts, "problem": text(kind)}
        line = said("host_note.set_aside", number=mail_id, **slots)
        outbox.tell_host(ctx, said("host_note.set_aside_subject"), [line])
    try:
        with world.store.transaction() as db:
            _tell_sender(Context(world, db, now, f"mail {mail_id} failed"), mail_id)
    except Exception as another:
        log.error("nor could its sender be told", message=mail_id, **failures.told(another))


def _sender(row: t.InboundMail) -> str:
    return incoming.read(row.raw).sender or "?"


def _tell_sender(ctx: Context, mail_id: int) -> None:
    row = ctx.db.get_one(t.InboundMail, mail_id)
    ctx.answers = row
    message = incoming.read(row.raw)
    if message.automatic or message.sender is None:
        return
    row.sender, row.message_id = message.sender, message.message_id or ""
    senders.lock_games(ctx.db, message)
    sender = senders.sender_of(ctx.world, ctx.db, message)
    if isinstance(sender, Tagged) and senders.is_proven(sender):
        judging_a_mail.tell_unreadable(Received(ctx, row, message, sender), NOT_ITS_FAULT)
