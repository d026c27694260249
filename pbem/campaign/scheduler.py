"""What comes due by the clock: absences, votes, windows, digests; each is judged alone.

What fails by the surroundings is raised. What fails by itself is set aside for a while: it is tried
again later, all else goes on, and the host is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlmodel import Session as Db

from pbem.campaign import (
    failures,
    game_store,
    outbox,
    punctuality,
    surroundings,
    turns,
    windows,
)
from pbem.campaign.outbox import Post
from pbem.campaign.world import World
from pbem.features.absences import absences, periods
from pbem.features.digests import digests
from pbem.features.stand_in import stand_in
from pbem.features.votes import ballots, voting
from pbem.inbox import orders
from pbem.store import tables as t

MOST_DEFAULTS = 1_000

log: Any = structlog.get_logger()


@dataclass(frozen=True)
class Kind:
    """A kind of what comes due: how the first of it is found, and what is done then."""

    name: str
    earliest: Callable[[Db, datetime, set[int]], tuple[int, datetime] | None]
    come: Callable[[World, Db, int, datetime, datetime], None]
    """Does it, given its number, when it came due, and how late it is really."""
    tell: Callable[[World, Db, int, datetime, Exception], None]
    """Tells the host that it failed, given how late it is really."""
    braked: bool = False
    """Whether brakes are looked at before."""


@dataclass(frozen=True)
class Due:
    """Something that has come due, at a time."""

    kind: Kind
    number: int
    at: datetime


def first(world: World, db: Db, now: datetime) -> Due | None:
    """What comes first by now; at a tie, what stands first among the kinds. None: nothing does."""
    found = [
        Due(kind, *one)
        for kind in KINDS
        if (one := kind.earliest(db, now, world.tries.aside(kind.name, now)))
    ]
    return min(found, key=lambda due: due.at) if found else None


def handle(world: World, due: Due, now: datetime) -> bool:
    """Judge it as of when it came due; False: it failed, and is tried again later. `now` is how
    late it is really. What the surroundings do is raised."""
    name, number = due.kind.name, due.number
    try:
        with world.store.transaction() as db:
            due.kind.come(world, db, number, due.at, now)
    except Exception as problem:
        if surroundings.why(problem):
            raise
        log.error(f"{name} failed", number=number, **failures.told(problem))
        world.tries.fails(name, number, now)
        with world.store.transaction() as db:
            due.kind.tell(world, db, number, now, problem)
        return False
    world.tries.succeeds(name, number)
    return True


# Windows


def handle_window(world: World, window_id: int, at: datetime, now: datetime | None = None) -> bool:
    """Remind, or take the default: whatever this window had come to by then."""
    return handle(world, Due(WINDOW, window_id, at), now or at)


def _window(world: World, db: Db, window_id: int, at: datetime, now: datetime) -> None:
    row = db.get_one(t.Window, window_id)
    game = db.get_one(t.Game, row.game_id)
    game_store.hold(db, game)
    db.refresh(row)
    is_due = row.state == "open" and row.next_at is not None and row.next_at <= at
    if is_due and outbox.is_running(game):  # paused meanwhile, no time runs
        _window_comes(Post(world, db, at, _cause(game, row)), game, row, now)


def _cause(game: t.Game, row: t.Window) -> str:
    return f"due {game.name} {row.number} {row.seat} {row.next_at}"


def _window_comes(post_: Post, game: t.Game, row: t.Window, today: datetime) -> None:
    at = turns.at(post_, game)
    if not windows.is_asked(at.session, row):  # by corrected rules
        turns.go_on(at, closed="withdrawn")
        turns.tell_all(at)
    elif (until := windows.default_at(game, row)) and until <= post_.now:
        take_default(at, row)
    elif row.due and row.due <= post_.now:
        windows.tell_late(post_, game, at.session, at.windows)
    else:
        windows.remind(post_, game, at.seats[row.seat], at.session, row, today)


def take_default(at: turns.Play, row: t.Window) -> None:
    """The deadline has passed: the default, and those of all further decisions of that seat until
    another is asked or its turn ends (an action of another kind begins). An order of the seat for
    this question that is held goes before it, and no deadline is missed."""
    session = at.session
    if (used := turns.use_held(at, row.seat)) is not None:
        punctuality.note(at.seats[row.seat], row, "on time")
        orders.tell_went_on(at, at.seats[row.seat], used)
        return
    session.note("defaulted", seat=row.seat)
    windows.close(at.post, at.game, row, "defaulted")
    stand_in.has_missed(at, row)
    kind = session.questions[row.seat].kind
    for _ in range(MOST_DEFAULTS):
        session.submit(row.seat, session.decision(row.seat).default, "default")
        if session.waiting() != [row.seat]:
            break
        asked = session.questions[row.seat].kind
        if asked.role == "action" and asked.name != kind.name:
            break
    turns.go_on(at, closed="defaulted")
    stand_in.tell(at)
    turns.tell_all(at)


def _tell_of_window(
    world: World, db: Db, window_id: int, now: datetime, problem: Exception
) -> None:
    row = db.get_one(t.Window, window_id)
    game = db.get_one(t.Game, row.game_id)
    post_ = Post(world, db, now, f"{_cause(game, row)} failed {now.date()}")
    failures.tell_of_game(post_, game, problem)


# Absences


def _absence(world: World, db: Db, absence_id: int, at: datetime, _now: datetime) -> None:
    """A player's absence begins or ends, unless it is gone."""
    if (game := _game_of_absence(db, absence_id)) is None:
        return
    game_store.hold(db, game)
    row = db.get(t.Absence, absence_id, populate_existing=True)
    if row is not None:
        post_ = Post(world, db, at, f"away {game.name} {row.id} {row.state}")
        absences.come_due(post_, game, row)


def _game_of_absence(db: Db, absence_id: int) -> t.Game | None:
    row = db.get(t.Absence, absence_id)
    seat = db.get_one(t.Seat, row.seat_id) if row else None
    return db.get_one(t.Game, seat.game_id) if seat else None


def _tell_of_absence(
    world: World, db: Db, absence_id: int, now: datetime, problem: Exception
) -> None:
    if game := _game_of_absence(db, absence_id):
        post_ = Post(world, db, now, f"away {absence_id} failed {now.date()}")
        failures.tell_of_timed(post_, game, "an absence could not begin or end", problem)


# Votes


def _vote(world: World, db: Db, vote_id: int, at: datetime, _now: datetime) -> None:
    """The time of a vote is over."""
    row = db.get_one(t.Vote, vote_id)
    game = db.get_one(t.Game, row.game_id)
    game_store.hold(db, game)
    db.refresh(row)
    if row.state == "open" and row.due <= at and outbox.is_running(game):
        voting.come_due(Post(world, db, at, f"vote {game.name} {row.number}"), game, row)


def _tell_of_vote(world: World, db: Db, vote_id: int, now: datetime, problem: Exception) -> None:
    row = db.get_one(t.Vote, vote_id)
    game = db.get_one(t.Game, row.game_id)
    post_ = Post(world, db, now, f"vote {game.name} {row.number} failed {now.date()}")
    failures.tell_of_timed(post_, game, f"vote {row.number} could not end", problem)


# Digests


def _digest(world: World, db: Db, person_id: int, at: datetime, _now: datetime) -> None:
    """A person's digest is due."""
    person = db.get_one(t.Person, person_id)
    digests.come_due(Post(world, db, at, f"digest {person_id} {at}"), person)


def _tell_of_digest(
    world: World, db: Db, person_id: int, now: datetime, problem: Exception
) -> None:
    post_ = Post(world, db, now, f"digest {person_id} failed {now.date()}")
    failures.tell_of_digest(post_, person_id, problem)


WINDOW = Kind("deadline", windows.earliest, _window, _tell_of_window, braked=True)
KINDS = (
    Kind("absence", periods.earliest, _absence, _tell_of_absence),
    Kind("vote", ballots.earliest, _vote, _tell_of_vote, braked=True),
    WINDOW,
    Kind("digest", digests.earliest, _digest, _tell_of_digest),
)
"""In this order at a tie."""
