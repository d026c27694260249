"""What the moderator does over and over: take letters in, judge them and deadlines in order of
time, send what was written. Each step is a short transaction that can be repeated."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import chain, repeat
from threading import Event
from typing import Any

import structlog
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select, update

from engine.core.record import Diverged
from pbem.campaign import failure_causes, scheduler
from pbem.campaign.interpretation import Interpretation
from pbem.campaign.mails import failures, sending
from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.sending import MapMaker
from pbem.campaign.scheduler import Due
from pbem.campaign.world import World
from pbem.features.safety_stop import safety_stop
from pbem.inbox import handling, quarantine
from pbem.inbox.reading.interpreting import WantsInterpreter
from pbem.inbox.verdicts import Verdict, ignored
from pbem.mail.transports.mailbox import Arrived, Mailbox
from pbem.mail.transports.transport import Sent, Transport
from pbem.store import rows
from pbem.store import tables as t

NOTE_AGAIN = (1, 2, 5, 10, 30)
"""Seconds after which it is tried again to note what became of a mail."""
HEAD = 64 * 1024
"""Bytes of a mail that are kept where it is too long to be read."""

_WAITING = (
    select(t.InboundMail.id, t.InboundMail.arrived)
    .where(col(t.InboundMail.status) == "new", col(t.InboundMail.arrived) <= bindparam("now"))
    .order_by(col(t.InboundMail.arrived), col(t.InboundMail.id))
)
_ATTEMPT = (
    update(t.InboundMail)
    .where(col(t.InboundMail.id) == bindparam("message"))
    .values(attempts=col(t.InboundMail.attempts) + bindparam("by"))
    .returning(col(t.InboundMail.attempts))
)
_FOUND = (
    *("sender", "message_id", "body_hash", "game_id", "seat", "window"),
    *("status", "reason", "finished"),
)
"""What judging a letter finds out about it."""
_JUDGED = (
    update(t.InboundMail)
    .where(col(t.InboundMail.id) == bindparam("message"))
    .values({name: bindparam(name) for name in _FOUND})
)

Judged = tuple[Verdict, dict[str, Any]]
"""What became of a letter, and what it is about."""

log: Any = structlog.get_logger()


def cycle(
    world: World,
    mailbox: Mailbox,
    transport: Transport,
    now: datetime,
    maps: MapMaker,
    stop: Event | None = None,
) -> None:
    """Do everything that is to be done by now; less if `stop` is set meanwhile."""
    take_in(world, mailbox, now)
    work(world, now, stop)
    send(world, transport, now, maps, stop)


# In


def take_in(world: World, mailbox: Mailbox, now: datetime) -> int:
    """Store what lies in the mailbox; only then do mails leave it, which a full mailbox refuses.
    How many were new."""
    new, seen = 0, set[str]()
    while mails := [mail for mail in mailbox.fetch() if mail.server_id not in seen]:
        new += sum(_store(world, mail, now) for mail in mails)
        for mail in mails:
            mailbox.stored(mail.server_id)
            seen.add(mail.server_id)
    return new


def _store(world: World, mail: Arrived, now: datetime) -> bool:
    """Store a mail, unless it is there; of one that is too long only its head."""
    source, limit = world.config.mail.incoming.kind, world.config.limits.megabytes
    with world.store.transaction() as db:
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
        return rows.add_new(db, t.InboundMail, **row)


# Judging


def work(world: World, now: datetime, stop: Event | None = None) -> int:
    """Judge letters and deadlines up to now, in order of time; at a tie the letter goes first.

    How many were judged. What fails is left for the next call; `stop` is looked at between two.
    """
    safety_stop.look_at_clock(world, now)
    done = 0
    for last in (False, True):
        for judge in _in_order(world, now, stop):
            judge()
            done += 1
        if last or not safety_stop.reset(world, now):
            break
        done += 1
    safety_stop.remember(world, now, exactly=done > 0)
    return done


def _in_order(world: World, now: datetime, stop: Event | None) -> Iterator[Callable[[], object]]:
    """What judges each letter and deadline, one after the other."""
    with world.store.reading() as db:
        waiting = deque((number, came) for number, came in rows.read(db, _WAITING, now=now))
        coming = scheduler.first(world, db, now)
    while (waiting or coming) and not (stop and stop.is_set()):
        if waiting and (coming is None or waiting[0][1] <= coming.at):
            yield partial(handle_letter, world, *waiting.popleft(), now)
        elif coming:
            yield partial(come, world, coming, now)
            with world.store.reading() as db:
                coming = scheduler.first(world, db, now)


def come(
    world: World, coming: Due, now: datetime, unjudged: Callable[[Db], bool] | None = None
) -> bool:
    """Do what comes due, unless that shows that everything has to stop; whether it was done.
    `unjudged`: whether mails that came before it are, which may show that nothing has to."""
    if coming.kind.guarded and safety_stop.look_at_due(world, coming.at, now, unjudged):
        return False
    scheduler.handle(world, coming, now)
    return True


def handle_letter(
    world: World, letter_id: int, now: datetime, today: datetime | None = None
) -> bool:
    """Judge one letter as of when it came; False: it failed, and is tried again later or was set
    aside. `today` is when the host hears of that, if it is later. What the surroundings do is
    raised, and is no attempt."""
    with _attempt(world, letter_id) as attempts:
        try:
            if attempts > world.config.limits.attempts:
                raise RuntimeError("the moderator ended at each attempt")
            verdict, about = _judge(world, letter_id, now)
        except Exception as problem:
            if failure_causes.why(problem):
                raise
            if isinstance(problem, Diverged):
                _keep_for_later(world, letter_id, today or now, problem)
            else:
                _note_failure(world, letter_id, attempts, now, problem)
            return False
    log.info("letter", message=letter_id, **about, status=verdict.status, reason=verdict.reason)
    return True


def _note_failure(
    world: World, letter_id: int, attempts: int, now: datetime, problem: Exception
) -> None:
    failed = failures.told(problem)
    log.error("a letter failed", message=letter_id, attempt=attempts, **failed)
    if attempts >= world.config.limits.attempts:
        quarantine.set_aside(world, letter_id, now, problem)


@contextmanager
def _attempt(world: World, letter_id: int) -> Iterator[int]:
    """An attempt, by its number; one that the surroundings end is none."""
    attempts = _count_attempt(world, letter_id)
    try:
        yield attempts
    except Exception as problem:
        if failure_causes.why(problem):
            _uncount(world, letter_id)
        raise


def _count_attempt(world: World, letter_id: int) -> int:
    """Count an attempt before it is made, since it may end the process; how many there were."""
    by = 0 if letter_id in world.retries.uncounted else 1
    with world.store.transaction() as db:
        attempts: int = rows.read(db, _ATTEMPT, message=letter_id, by=by).scalar_one()
    world.retries.uncounted.discard(letter_id)
    return attempts


def _uncount(world: World, letter_id: int) -> None:
    """An attempt that the surroundings ended is none: uncount it, or the next counts for it."""
    world.retries.uncounted.add(letter_id)
    with suppress(Exception):
        with world.store.transaction() as db:
            rows.run(db, _ATTEMPT, message=letter_id, by=-1)
        world.retries.uncounted.discard(letter_id)


def _judge(
    world: World, letter_id: int, now: datetime, interpretation: Interpretation | None = None
) -> Judged:
    """Judge a letter in a transaction. Where its lines need the interpreter, that is asked outside
    of any transaction, and the letter is judged once more with the answer."""
    try:
        with world.store.transaction() as db:
            row = db.get_one(t.InboundMail, letter_id, with_for_update=True)
            if row.status != "new":  # another worker was faster
                return ignored("judged"), {}
            db.expunge(row)  # what is found out about it bit by bit is written once
            ctx = Context(world, db, now, f"letter {letter_id}", answers=row)
            ctx.interpretation = interpretation
            return _noted(ctx, row, handling.handle(ctx, row))
    except WantsInterpreter as wanted:
        assert world.interpreter
        given = world.interpreter.answer(wanted.request, now)
    return _judge(world, letter_id, now, given)


def _noted(ctx: Context, row: t.InboundMail, verdict: Verdict) -> Judged:
    """Write down what became of a letter, in the transaction of what it did."""
    row.status, row.reason, row.finished = verdict.status, verdict.reason, ctx.now
    known = {name: getattr(row, name) for name in _FOUND}
    rows.run(ctx.db, _JUDGED, message=row.id, **known)
    if verdict.status == "aside":
        quarantine.copy(ctx, row)
    return verdict, _about(ctx, row)


def _about(ctx: Context, row: t.InboundMail) -> dict[str, Any]:
    """What a letter is about, as far as that was found out, for the log."""
    game = ctx.db.get(t.Game, row.game_id) if row.game_id is not None else None
    about = {"game": game and game.name, "seat": row.seat, "window": row.window}
    return {key: value for key, value in about.items() if value is not None}


def _keep_for_later(world: World, letter_id: int, now: datetime, problem: Diverged) -> None:
    """The letter is good, but its game cannot be restored: it waits until the host has helped."""
    log.error("a game cannot be restored", message=letter_id, **failures.told(problem))
    with world.store.transaction() as db:
        row = db.get_one(t.InboundMail, letter_id)
        row.attempts = 0
        ctx = Context(world, db, now, f"letter {letter_id} waits {now.date()}")
        failures.tell_of_letter(ctx, letter_id)


# Out


def send(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """Send what waits and is due; how many mails were accepted."""
    return asyncio.run(send_waiting(world, transport, now, maps, stop))


async def send_waiting(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """Send inside an event loop; each result is noted before the next mail goes, if not stopped."""
    accepted, stop = 0, stop or Event()
    while not stop.is_set() and (batch := sending.ready(world, now, maps)):
        by_id = {ready.mail.message_id: ready for ready in batch}
        async for sent in transport.send([ready.mail for ready in batch]):
            _note(world, by_id[sent.message_id], sent, now, stop)
            accepted += sent.outcome == "accepted"
            if stop.is_set():
                break
    if stop.is_set():
        sending.let_go(world)
    return accepted


def _note(world: World, ready: sending.Ready, sent: Sent, now: datetime, stop: Event) -> None:
    """Note what became of a mail. As long as the surroundings let nothing be written this waits:
    whatever is not noted would be sent again."""
    pauses = chain(NOTE_AGAIN, repeat(NOTE_AGAIN[-1]))
    while True:
        try:
            return sending.note_result(world, ready.row_id, sent, now, ready.map_failed)
        except Exception as problem:
            if not (why := failure_causes.why(problem)) or stop.wait(next(pauses)):
                raise
            log.warning("a mail is sent, which cannot be noted yet", mail=ready.row_id, reason=why)
