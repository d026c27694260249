"""Stops all games at once, and lets them go on a few at a time.

Stopping takes one statement. To go on, each game has its deadlines planned anew and its players
told, which takes a while for thousands of games. So a release only notes that games are being let
go, and they go on in portions, each in a transaction of its own: others can write in between, and
if the process ends, the next look at the clock goes on with the rest.
"""

from datetime import datetime
from threading import Event

from sqlalchemy import bindparam, update
from sqlmodel import Session as Db
from sqlmodel import col, select

from pbem.campaign import clocks, deadlines, game_store
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_seat
from pbem.campaign.world import World
from pbem.features.safety_stop.what_is_remembered import locked, remembered
from pbem.reports.mails import NoticeMail
from pbem.store import statements
from pbem.store import tables as t

AT_ONCE = 10
"""How many games are let go in one transaction."""
PORTIONS = 40
"""How many portions come one after the other before mails and deadlines get their turn."""
BETWEEN = 0.02
"""Seconds between two portions, in which others can write."""

_RUN = (col(t.Game.status) == "running", col(t.Game.stopped).is_(None))
_SOME = select(t.Game.id).where(*_RUN).limit(1)
_LOCKED = select(t.Game.id).where(*_RUN).order_by(col(t.Game.id)).with_for_update(key_share=True)
_STOP = update(t.Game).where(*_RUN).values(stopped=bindparam("since"))
_STANDS_STILL = select(t.Game.id).where(col(t.Game.stopped).is_not(None)).limit(1)
_STILL = (
    select(t.Game)
    .where(col(t.Game.stopped).is_not(None))
    .order_by(col(t.Game.id))
    .limit(bindparam("most"))
    .with_for_update(key_share=True)
)


def some_run(db: Db) -> bool:
    """Tell whether the clocks of any game run."""
    return statements.read(db, _SOME).first() is not None


def stop_all(db: Db, since: datetime) -> None:
    """Stop the clocks of all running games, as of a moment."""
    if game_store.needs_locks(db):  # in the same order everywhere
        statements.read(db, _LOCKED).all()
    statements.run(db, _STOP, since=since)


def is_letting_go(world: World) -> bool:
    """Tell whether games are still stopped after a release."""
    with world.store.reading() as db:
        state = remembered(db)
    return state.letting_go and not state.why


def let_go(world: World, now: datetime, stop: Event | None = None) -> int:
    """Let games go on after a release: as many as possible before others get their turn, or none if
    the clocks are stopped again. Return how many mails were written."""
    stop, written = stop or Event(), 0
    for _ in range(PORTIONS):
        mails, is_left = _let_some_go(world, now)
        written += mails
        if not is_left or stop.wait(BETWEEN):
            break
    return written


def let_all_go(world: World, now: datetime) -> int:
    """Let games go on until all do. Return how many mails were written."""
    written = let_go(world, now)
    while is_letting_go(world):
        written += let_go(world, now)
    return written


def _let_some_go(world: World, now: datetime) -> tuple[int, bool]:
    """Let the next few go on; return how many mails were written, and whether games may be left."""
    with world.store.transaction(waits_for_disk=False) as db:
        state = locked(db)
        if state.why or not state.letting_go:
            return 0, False
        fresh = {"populate_existing": True}
        games = db.exec(_STILL, params={"most": AT_ONCE}, execution_options=fresh).all()
        written = sum(_goes_on(world, db, game, now) for game in games)
        db.flush()
        state.letting_go = statements.read(db, _STANDS_STILL).first() is not None
        return written, state.letting_go


def _goes_on(world: World, db: Db, game: t.Game, now: datetime) -> int:
    ctx = Context(world, db, now, f"released {game.name} {now.isoformat()}")
    since, game.stopped = game.stopped or now, None
    deadlines.go_on(ctx, game, since, least=True)
    _tell_players(ctx, game, since)
    return ctx.written


def _tell_players(ctx: Context, game: t.Game, since: datetime) -> None:
    """Tell everybody who is asked something until when they can answer now."""
    until = clocks.deadlines_of(game, game_store.open_windows(ctx.db, game))
    for seat in game_store.seats_of(ctx.db, game):
        if seat.key in until:
            due = until[seat.key].isoformat()
            mail = NoticeMail(act="released", since=since.isoformat(), due=due)
            ctx.write(mail, to_seat(game, seat))
