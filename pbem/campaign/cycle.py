"""What the moderator does over and over: take letters in, judge them and deadlines in order of
time, send what was written. Each step is a short transaction that can be repeated."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event
from typing import Any

import structlog
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select, update

from engine.record import Diverged
from pbem.campaign import (
    absences,
    aside,
    ballots,
    brakes,
    digests,
    dispatch,
    failures,
    leaves,
    letters,
    play,
    post,
    sessions,
    standin,
    votes,
    windows,
)
from pbem.campaign.dispatch import MapMaker
from pbem.campaign.post import Post
from pbem.campaign.world import World
from pbem.mail.mailbox import Arrived, Mailbox
from pbem.mail.transport import Transport
from pbem.store import rows
from pbem.store import tables as t

MOST_DEFAULTS = 1_000
HEAD = 64 * 1024
"""Bytes of a mail that are kept where it is too long to be read."""

_KNOWN = select(t.Letter.id).where(
    col(t.Letter.source) == bindparam("source"), col(t.Letter.server_id) == bindparam("server_id")
)
_WAITING = (
    select(t.Letter.id, t.Letter.arrived)
    .where(col(t.Letter.status) == "new", col(t.Letter.arrived) <= bindparam("now"))
    .order_by(col(t.Letter.arrived), col(t.Letter.id))
)
_ATTEMPT = (
    update(t.Letter)
    .where(col(t.Letter.id) == bindparam("letter"))
    .values(attempts=col(t.Letter.attempts) + 1)
    .returning(col(t.Letter.attempts))
)
_FOUND = (
    *("sender", "message_id", "body_hash", "game_id", "seat", "window"),
    *("status", "reason", "finished"),
)
"""What judging a letter finds out about it."""
_JUDGED = (
    update(t.Letter)
    .where(col(t.Letter.id) == bindparam("letter"))
    .values({name: bindparam(name) for name in _FOUND})
)

log: Any = structlog.get_logger()


def cycle(
    world: World,
    mailbox: Mailbox,
    transport: Transport,
    now: datetime,
    maps: MapMaker,
    stop: Event | None = None,
) -> None:
    """Everything that is to be done by now; less if `stop` is set meanwhile."""
    take_in(world, mailbox, now)
    work(world, now, stop)
    send(world, transport, now, maps, stop)


# In


def take_in(world: World, mailbox: Mailbox, now: datetime) -> int:
    """Store what lies in the mailbox; only then does a mail leave it. How many were new."""
    new, seen = 0, set[str]()
    while mails := [mail for mail in mailbox.fetch() if mail.server_id not in seen]:
        for mail in mails:
            new += _store(world, mail, now)
            mailbox.stored(mail.server_id)
            seen.add(mail.server_id)
    return new


def _store(world: World, mail: Arrived, now: datetime) -> bool:
    """Store a mail, unless it is there; of one that is too long only its head."""
    source, limit = world.config.mail.incoming.kind, world.config.limits.megabytes
    with world.store.transaction() as db:
        if rows.read(db, _KNOWN, source=source, server_id=mail.server_id).first():
            return False
        row = {
            "source": source,
            "server_id": mail.server_id,
            "arrived": min(mail.arrived, now),
            "raw": mail.raw[:HEAD] if mail.cut else mail.raw,
            "sender": "",
            "message_id": "",
            "body_hash": "",
            "status": "new",
            "reason": f"it is longer than {limit} megabytes" if mail.cut else "",
            "attempts": 0,
        }
        rows.add(db, t.Letter, [row])
    return True


# Judging


def work(world: World, now: datetime, stop: Event | None = None) -> int:
    """Judge letters and deadlines up to now, in order of time; at a tie the letter goes first.

    How many were judged. What fails is left for the next call; `stop` is looked at between two.
    """
    brakes.look_at_clock(world, now)
    done = _in_order(world, now, stop)
    if brakes.loosen(world, now):
        done += 1 + _in_order(world, now, stop)
    brakes.remember(world, now, exactly=done > 0)
    return done


def _in_order(world: World, now: datetime, stop: Event | None) -> int:
    done, failed = 0, set[int]()
    others = [timed() for timed in _TIMED]
    with world.store.reading() as db:
        waiting, due = deque(_letters(db, now)), windows.earliest(db, now)
        other = _first(db, now, others)
    while (waiting or due or other) and not (stop and stop.is_set()):
        if waiting and all(waiting[0][1] <= one[1] for one in (due, other) if one):
            handle_letter(world, *waiting.popleft(), now)
        elif other and (due is None or _is_before(other, due)):
            if other[2].braked:
                brakes.look_at_due(world, other[1], now)
            if not other[2].handle(world, other[0], other[1]):
                other[2].failed.add(other[0])
            with world.store.reading() as db:
                due, other = windows.earliest(db, now, failed), _first(db, now, others)
        elif due and brakes.look_at_due(world, due[1], now):
            due = None
        elif due:
            if not handle_due(world, *due, now):
                failed.add(due[0])
            with world.store.reading() as db:
                due, other = windows.earliest(db, now, failed), _first(db, now, others)
        done += 1
    return done


@dataclass
class _Timed:
    """What comes due besides windows: how the first of it is found, and done."""

    earliest: Callable[[Db, datetime, set[int]], tuple[int, datetime] | None]
    handle: Callable[[World, int, datetime], bool]
    late: bool = False
    """Whether at a tie it comes behind windows."""
    braked: bool = False
    """Whether brakes are looked at before."""
    failed: set[int] = field(default_factory=set)


_Due = tuple[int, datetime, _Timed]


def _first(db: Db, now: datetime, all_: Sequence[_Timed]) -> _Due | None:
    """What comes first of it, and when."""
    found = [(*one, timed) for timed in all_ if (one := timed.earliest(db, now, timed.failed))]
    return min(found, key=lambda one: (one[1], one[2].late)) if found else None


def _is_before(other: _Due, window: tuple[int, datetime]) -> bool:
    return other[1] < window[1] or (other[1] == window[1] and not other[2].late)


def _letters(db: Db, now: datetime) -> list[tuple[int, datetime]]:
    """The letters that wait to be judged, and when they came."""
    return [(number, arrived) for number, arrived in rows.read(db, _WAITING, now=now)]


def handle_letter(
    world: World, letter_id: int, now: datetime, today: datetime | None = None
) -> bool:
    """Judge one letter as of when it came; False: it failed, and is tried again later or was set
    aside. `today` is when the host hears of that, if it is later."""
    attempts, most = _count_attempt(world, letter_id), world.config.limits.attempts
    try:
        if attempts > most:
            raise RuntimeError("the moderator ended at each attempt")
        verdict = _judge(world, letter_id, now)
    except Diverged as problem:
        _keep_for_later(world, letter_id, today or now, problem)
        return False
    except Exception as problem:
        failed = failures.told(problem)
        log.error("a letter failed", letter=letter_id, attempt=attempts, **failed)
        if attempts >= most:
            aside.set_aside(world, letter_id, now, problem)
        return False
    log.info("letter", letter=letter_id, status=verdict.status, reason=verdict.reason)
    return True


def _count_attempt(world: World, letter_id: int) -> int:
    with world.store.transaction() as db:
        return rows.read(db, _ATTEMPT, letter=letter_id).scalar_one()


def _judge(world: World, letter_id: int, now: datetime) -> letters.Verdict:
    with world.store.transaction() as db:
        row = db.get_one(t.Letter, letter_id, with_for_update=True)
        if row.status != "new":  # another worker was faster
            return letters.Verdict("ignored", "it is judged already")
        db.expunge(row)  # what is found out about it bit by bit is written once
        post_ = Post(world, db, now, f"letter {letter_id}", answers=row)
        verdict = letters.handle(post_, row)
        row.status, row.reason, row.finished = verdict.status, verdict.reason, now
        known = {name: getattr(row, name) for name in _FOUND}
        rows.run(db, _JUDGED, letter=row.id, **known)
        if verdict.status == "aside":
            aside.copy(post_, row)
    return verdict


def _keep_for_later(world: World, letter_id: int, now: datetime, problem: Diverged) -> None:
    """The letter is good, but its game cannot be restored: it waits until the host has helped."""
    log.error("a game cannot be restored", letter=letter_id, **failures.told(problem))
    with world.store.transaction() as db:
        row = db.get_one(t.Letter, letter_id)
        row.attempts = 0
        post_ = Post(world, db, now, f"letter {letter_id} waits {now.date()}")
        failures.tell_of_letter(post_, letter_id, problem)


def handle_due(world: World, window_id: int, now: datetime, today: datetime | None = None) -> bool:
    """Remind, or take the default: whatever this window had come to by then. False: it failed;
    `today` is how late it is really, if it is later."""
    try:
        with world.store.transaction() as db:
            row = db.get_one(t.Window, window_id)
            game = db.get_one(t.Game, row.game_id)
            sessions.hold(db, game)
            db.refresh(row)
            is_due = row.state == "open" and row.next_at is not None and row.next_at <= now
            if is_due and post.is_running(game):  # paused meanwhile, no time runs
                _do_due(Post(world, db, now, _cause(game, row)), game, row, today or now)
    except Exception as problem:
        log.error("a deadline failed", window=window_id, **failures.told(problem))
        _tell_of_due(world, window_id, today or now, problem)
        return False
    return True


def handle_absence(world: World, absence_id: int, now: datetime) -> bool:
    """A player's absence begins or ends. False: it failed."""
    try:
        with world.store.transaction() as db:
            row = db.get(t.Absence, absence_id)
            seat = db.get_one(t.Seat, row.seat_id) if row else None
            if row is None or seat is None:
                return True
            game = db.get_one(t.Game, seat.game_id)
            sessions.hold(db, game)
            post_ = Post(world, db, now, f"away {game.name} {row.id} {row.state}")
            absences.come_due(post_, game, row)
    except Exception as problem:
        log.error("an absence failed", absence=absence_id, **failures.told(problem))
        return False
    return True


def handle_digest(world: World, person_id: int, now: datetime) -> bool:
    """A person's digest is due. False: it failed."""
    try:
        with world.store.transaction() as db:
            person = db.get_one(t.Person, person_id)
            digests.come_due(Post(world, db, now, f"digest {person_id} {now}"), person)
    except Exception as problem:
        log.error("a digest failed", person=person_id, **failures.told(problem))
        with world.store.transaction() as db:
            post_ = Post(world, db, now, f"digest {person_id} failed {now.date()}")
            failures.tell_of_digest(post_, person_id, problem)
        return False
    return True


def handle_vote(world: World, vote_id: int, now: datetime) -> bool:
    """The time of a vote is over. False: it failed."""
    try:
        with world.store.transaction() as db:
            row = db.get_one(t.Vote, vote_id)
            game = db.get_one(t.Game, row.game_id)
            sessions.hold(db, game)
            db.refresh(row)
            if row.state == "open" and row.due <= now and post.is_running(game):
                votes.come_due(Post(world, db, now, f"vote {game.name} {row.number}"), game, row)
    except Exception as problem:
        log.error("a vote failed", vote=vote_id, **failures.told(problem))
        return False
    return True


_TIMED: tuple[Callable[[], _Timed], ...] = (
    lambda: _Timed(leaves.earliest, handle_absence),
    lambda: _Timed(ballots.earliest, handle_vote, braked=True),
    lambda: _Timed(digests.earliest, handle_digest, late=True),
)


def _cause(game: t.Game, row: t.Window) -> str:
    return f"due {game.name} {row.number} {row.seat} {row.next_at}"


def _do_due(post_: Post, game: t.Game, row: t.Window, today: datetime) -> None:
    at = play.at(post_, game)
    if not windows.is_asked(at.session, row):  # by corrected rules
        play.go_on(at, closed="withdrawn")
        play.tell_all(at)
    elif (until := windows.default_at(game, row)) and until <= post_.now:
        take_default(at, row)
    elif row.due and row.due <= post_.now:
        windows.tell_late(post_, game, at.session, at.windows)
    else:
        windows.remind(post_, game, at.seats[row.seat], at.session, row, today)


def _tell_of_due(world: World, window_id: int, now: datetime, problem: Exception) -> None:
    with world.store.transaction() as db:
        row = db.get_one(t.Window, window_id)
        game = db.get_one(t.Game, row.game_id)
        post_ = Post(world, db, now, f"{_cause(game, row)} failed {now.date()}")
        failures.tell_of_game(post_, game, problem)


def take_default(at: play.Play, row: t.Window) -> None:
    """The deadline has passed: the default, and those of all further decisions of that seat until
    another is asked or its turn ends (an action of another kind begins)."""
    session = at.session
    session.note("defaulted", seat=row.seat)
    windows.close(at.post, at.game, row, "defaulted")
    standin.has_missed(at, row)
    kind = session.questions[row.seat].kind
    for _ in range(MOST_DEFAULTS):
        session.submit(row.seat, session.decision(row.seat).default, "default")
        if session.waiting() != [row.seat]:
            break
        asked = session.questions[row.seat].kind
        if asked.role == "action" and asked.name != kind.name:
            break
    play.go_on(at, closed="defaulted")
    standin.tell(at)
    play.tell_all(at)


# Out


def send(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """Send what waits and is due; how many mails were accepted."""
    return asyncio.run(send_waiting(world, transport, now, maps, stop))


async def send_waiting(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """As `send`, inside an event loop. Each result is noted before the next mail goes; `stop` is
    looked at between two mails."""
    accepted = 0
    while not (stop and stop.is_set()) and (batch := dispatch.ready(world, now, maps)):
        by_id = {ready.mail.message_id: ready for ready in batch}
        async for sent in transport.send([ready.mail for ready in batch]):
            ready = by_id[sent.message_id]
            dispatch.note_result(world, ready.row_id, sent, now, ready.map_failed)
            accepted += sent.outcome == "accepted"
            if stop and stop.is_set():
                break
    return accepted
