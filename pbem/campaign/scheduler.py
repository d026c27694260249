"""Handles what comes due by the clock, one item at a time: windows, and the items of features.

Failures caused by the environment are raised. Anything else that fails is set aside and retried
later; everything else goes on, and the host is told.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlmodel import Session as Db

from pbem.campaign import (
    clocks,
    deadlines,
    failure_causes,
    game_store,
    reminders,
    taking_defaults,
    turns,
    windows,
)
from pbem.campaign.feature import NO_GAME, Timed
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.store import tables as t

log: Any = structlog.get_logger()


@dataclass(frozen=True)
class Due:
    """Something that has come due, and when."""

    kind: Timed
    number: int
    at: datetime


def first(world: World, db: Db, now: datetime, game: int | None = None) -> Due | None:
    """Find what comes first by now, or None; ties go to the kind that is listed first.

    `game`: look only at this game, or with NO_GAME only at what is not about a single game.
    """
    found = [
        Due(kind, *one)
        for kind in kinds(world)
        if game is None or (kind.about is None) == (game != NO_GAME)
        if (one := kind.earliest(db, now, world.retries.aside(kind.name, now), game or None))
    ]
    return min(found, key=lambda due: due.at) if found else None


def handle(
    world: World, due: Due, now: datetime, then: Callable[[Db], None] = lambda _: None
) -> bool:
    """Handle a due item as of when it came due, and do something `then`, in the same transaction.
    False: it failed, and will be retried later.

    `now` is the real time. Failures caused by the environment are raised. On SQLite, the commit
    does not wait for the disk: a later commit has to, before anybody is told.
    """
    name, number = due.kind.name, due.number
    try:
        with world.store.transaction(waits_for_disk=False) as db:
            called = due.kind.called(db, number)
            ctx = Context(world, db, due.at, f"{name} {called} {due.at}")
            due.kind.come(ctx, number, now)
            then(db)
    except Exception as problem:
        if failure_causes.why(problem):
            raise
        log.error(f"{name} failed", number=number, **failures.told(problem))
        world.retries.fails(name, number, now)
        with world.store.transaction() as db:
            ctx = Context(world, db, now, f"{name} {number} failed {now.date()}")
            due.kind.tell(ctx, number, problem)
        return False
    world.retries.succeeds(name, number)
    return True


# Windows


def _window(ctx: Context, window_id: int, now: datetime) -> None:
    row = ctx.db.get_one(t.Window, window_id)
    game = ctx.db.get_one(t.Game, row.game_id)
    game_store.lock(ctx.db, game)
    ctx.db.refresh(row)
    is_due = row.state == "open" and row.next_at is not None and row.next_at <= ctx.now
    if is_due and clocks.is_running(game):  # the game was paused since then: no time runs
        _window_comes(ctx, game, row, now)


def _window_comes(ctx: Context, game: t.Game, row: t.Window, today: datetime) -> None:
    at = turns.at(ctx, game)
    if not windows.is_asked(at.session, row):  # corrected rules may have withdrawn the question
        turns.go_on(at, closed="withdrawn")
        turns.tell_all(at)
    elif (until := deadlines.default_at(game, row)) and until <= ctx.now:
        taking_defaults.take_default(at, row)
    elif row.due and row.due <= ctx.now:
        reminders.tell_late(ctx, game, at.session, at.windows)
    else:
        reminders.remind(ctx, game, at.seats[row.seat], at.session, row, today)


def _tell_of_window(ctx: Context, window_id: int, problem: Exception) -> None:
    row = ctx.db.get_one(t.Window, window_id)
    failures.tell_of_game(ctx, ctx.db.get_one(t.Game, row.game_id), problem)


WINDOW = Timed(
    "deadline",
    deadlines.earliest,
    _window,
    _tell_of_window,
    games_due=deadlines.games_due,
    called=deadlines.called,
    guarded=True,
)


def kinds(world: World) -> list[Timed]:
    """Return all kinds of due items, in the order that decides ties."""
    all_ = [timed for feature in world.features for timed in feature.timed]
    first = [timed for timed in all_ if not timed.after_windows]
    return [*first, WINDOW, *(timed for timed in all_ if timed.after_windows)]
