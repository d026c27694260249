"""Reminders in a thread: members who have not answered are mentioned once for each question when
time gets short."""

from datetime import datetime, timedelta

from sqlmodel import select

from pbem.campaign import clocks, game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.features.forum import members, threads
from pbem.reports.mails import ForumReplyMail
from pbem.store import statements
from pbem.store import tables as t

SHORT = timedelta(hours=12)
"""How long before the deadline players are mentioned."""


def remind(world: World, now: datetime) -> None:
    """Mention the members who are waited for, when their time gets short."""
    with world.store.reading() as db:
        followed = select(t.ForumThread.id).where(t.ForumThread.state == "open")
        numbers = list(db.exec(followed))
    for number in numbers:
        with world.store.transaction() as db:
            thread = db.get_one(t.ForumThread, number)
            _remind(Context(world, db, now, f"forum reminder {number} {now.isoformat()}"), thread)


def _remind(ctx: Context, thread: t.ForumThread) -> None:
    game = ctx.db.get_one(t.Game, thread.game_id)
    windows = game_store.open_windows(ctx.db, game)
    due = clocks.deadlines_of(game, windows)
    names = members.names(ctx.db, game)
    late = [
        row
        for row in windows
        if row.seat in names
        and row.seat in due
        and timedelta(0) < due[row.seat] - ctx.now <= SHORT
        and _noted(ctx, thread, row)
    ]
    if late:
        first = min(due[row.seat] for row in late)
        told = ForumReplyMail(
            what="reminder", names=[names[row.seat] for row in late], due=first.isoformat()
        )
        threads.reply(ctx, game, thread, told)


def _noted(ctx: Context, thread: t.ForumThread, row: t.Window) -> bool:
    """Note that a seat is reminded of a window; return whether it is the first time. Seats asked at
    the same time may have different deadlines, so each is noted separately."""
    if row.number <= thread.reminded:
        return False  # noted by a version that counted windows
    once = f"forum reminder {thread.id} {row.seat} {row.number}"
    return statements.add_new(ctx.db, t.ToldHost, once=once, at=ctx.now)
