"""What the moderator does over and over: take mails in, judge them and deadlines in order of
time, send what was written. Each step is a short transaction that can be repeated."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import chain, repeat, takewhile
from threading import Event
from typing import Any

import structlog
from sqlalchemy import bindparam
from sqlmodel import Session as Db
from sqlmodel import col, select, update

from engine.core.record import Diverged
from pbem.campaign import failure_causes, scheduler
from pbem.campaign.interpreter_protocol import Interpretation
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.scheduler import Due
from pbem.campaign.sending import rows_to_mails, senders_claims, sent_or_tried_again
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.world import World
from pbem.features.safety_stop import safety_stop
from pbem.inbox import judging_a_mail, quarantine
from pbem.inbox.reading.asking_the_interpreter import WantsInterpreter
from pbem.inbox.verdicts import Verdict, ignored
from pbem.mail.transports.mailbox import Arrived, Mailbox
from pbem.mail.transports.transport import Sent, Transport
from pbem.store import statements
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
"""What judging a mail finds out about it."""
_JUDGED = (
    update(t.InboundMail)
    .where(col(t.InboundMail.id) == bindparam("message"))
    .values({name: bindparam(name) for name in _FOUND})
)

Judged = tuple[Verdict, dict[str, Any]]
"""What became of a mail, and what it is about."""

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
    take_in(world, mailbox, now, stop)
    work(world, now, stop)
    send(world, transport, now, maps, stop)


# In


def take_in(world: World, mailbox: Mailbox, now: datetime, stop: Event | None = None) -> bool:
    """Store what lies in the mailbox; only then do mails leave it, which a full mailbox refuses.
    Whether all is stored: `stop` is looked at between two mails."""
    seen = set[str]()
    while mails := [mail for mail in mailbox.fetch() if mail.server_id not in seen]:
        for mail in _until(stop, mails):
            _store(world, mail, now)
        for mail in _until(stop, mails):
            mailbox.stored(mail.server_id)
            seen.add(mail.server_id)
        if stop and stop.is_set():
            return False
    return True


def _until(stop: Event | None, mails: Iterable[Arrived]) -> Iterator[Arrived]:
    return takewhile(lambda _: not (stop and stop.is_set()), mails)


def _store(world: World, mail: Arrived, now: datetime) -> None:
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
        statements.add_new(db, t.InboundMail, **row)


# Judging


def work(world: World, now: datetime, stop: Event | None = None) -> int:
    """Judge mails and deadlines up to now, in order of time; at a tie the mail goes first.

    How many were judged. What fails is left for the next call; `stop` is looked at between two.
    """
    safety_stop.look_at_clock(world, now)
    done = 0
    for last in (False, True):
        for judge in _in_order(world, now, stop):
            judge()
            done += 1
        if done and safety_stop.remember_if_all_is_well(world, now):
            return done
        if last or not safety_stop.reset(world, now):
            break
        done += 1
    safety_stop.remember(world, now, exactly=done > 0)
    return done


def _in_order(world: World, now: datetime, stop: Event | None) -> Iterator[Callable[[], object]]:
    """What judges each mail and deadline, one after the other."""
    with world.store.reading() as db:
        waiting = deque((number, came) for number, came in statements.read(db, _WAITING, now=now))
        coming = scheduler.first(world, db, now)
    while (waiting or coming) and not (stop and stop.is_set()):
        if waiting and (coming is None or waiting[0][1] <= coming.at):
            yield partial(judge_mail, world, *waiting.popleft(), now)
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


def judge_mail(world: World, mail_id: int, now: datetime, today: datetime | None = None) -> bool:
    """Judge one mail as of when it came; False: it failed, and is tried again later or was set
    aside. `today` is when the host hears of that, if it is later. What the surroundings do is
    raised, and is no attempt."""
    with _attempt(world, mail_id) as attempts:
        try:
            if attempts > world.config.limits.attempts:
                raise RuntimeError("the moderator ended at each attempt")
            verdict, about = _judge(world, mail_id, now)
        except Exception as problem:
            if failure_causes.why(problem):
                raise
            if isinstance(problem, Diverged):
                _keep_for_later(world, mail_id, today or now, problem)
            else:
                _note_failure(world, mail_id, attempts, now, problem)
            return False
    log.info("mail", message=mail_id, **about, status=verdict.status, reason=verdict.reason)
    return True


def _note_failure(
    world: World, mail_id: int, attempts: int, now: datetime, problem: Exception
) -> None:
    failed = failures.told(problem)
    log.error("a mail failed", message=mail_id, attempt=attempts, **failed)
    if attempts >= world.config.limits.attempts:
        quarantine.set_aside(world, mail_id, now, problem)


@contextmanager
def _attempt(world: World, mail_id: int) -> Iterator[int]:
    """An attempt, by its number; one that the surroundings end is none."""
    attempts = _count_attempt(world, mail_id)
    try:
        yield attempts
    except Exception as problem:
        if failure_causes.why(problem):
            _uncount(world, mail_id)
        raise


def _count_attempt(world: World, mail_id: int) -> int:
    """Count an attempt before it is made, since it may end the process; how many there were."""
    by = 0 if mail_id in world.retries.uncounted else 1
    with world.store.transaction() as db:
        attempts: int = statements.read(db, _ATTEMPT, message=mail_id, by=by).scalar_one()
    world.retries.uncounted.discard(mail_id)
    return attempts


def _uncount(world: World, mail_id: int) -> None:
    """An attempt that the surroundings ended is none: uncount it, or the next counts for it."""
    world.retries.uncounted.add(mail_id)
    with suppress(Exception):
        with world.store.transaction() as db:
            statements.run(db, _ATTEMPT, message=mail_id, by=-1)
        world.retries.uncounted.discard(mail_id)


def _judge(
    world: World, mail_id: int, now: datetime, interpretation: Interpretation | None = None
) -> Judged:
    """Judge a mail in a transaction. Where its lines need the interpreter, that is asked outside
    of any transaction, and the mail is judged once more with the answer."""
    try:
        with world.store.transaction() as db:
            row = db.get_one(t.InboundMail, mail_id, with_for_update=True)
            if row.status != "new":  # another worker was faster
                return ignored("judged"), {}
            db.expunge(row)  # what is found out about it bit by bit is written once
            ctx = Context(world, db, now, f"mail {mail_id}", answers=row)
            ctx.interpretation = interpretation
            return _noted(ctx, row, judging_a_mail.handle(ctx, row))
    except WantsInterpreter as wanted:
        assert world.interpreter
        given = world.interpreter.answer(wanted.request, now)
    return _judge(world, mail_id, now, given)


def _noted(ctx: Context, row: t.InboundMail, verdict: Verdict) -> Judged:
    """Write down what became of a mail, in the transaction of what it did."""
    row.status, row.reason, row.finished = verdict.status, verdict.reason, ctx.now
    known = {name: getattr(row, name) for name in _FOUND}
    statements.run(ctx.db, _JUDGED, message=row.id, **known)
    if verdict.status == "aside":
        quarantine.copy(ctx, row)
    return verdict, _about(ctx, row)


def _about(ctx: Context, row: t.InboundMail) -> dict[str, Any]:
    """What a mail is about, as far as that was found out, for the log."""
    game = ctx.db.get(t.Game, row.game_id) if row.game_id is not None else None
    about = {"game": game and game.name, "seat": row.seat, "window": row.window}
    return {key: value for key, value in about.items() if value is not None}


def _keep_for_later(world: World, mail_id: int, now: datetime, problem: Diverged) -> None:
    """The mail is good, but its game cannot be restored: it waits until the host has helped."""
    log.error("a game cannot be restored", message=mail_id, **failures.told(problem))
    with world.store.transaction() as db:
        row = db.get_one(t.InboundMail, mail_id)
        row.attempts = 0
        ctx = Context(world, db, now, f"mail {mail_id} waits {now.date()}")
        failures.tell_of_mail(ctx, mail_id)


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
    while not stop.is_set() and (batch := rows_to_mails.ready(world, now, maps)):
        by_id = {ready.mail.message_id: ready for ready in batch}
        async for sent in transport.send([ready.mail for ready in batch]):
            _note(world, by_id[sent.message_id], sent, now, stop)
            accepted += sent.outcome == "accepted"
            if stop.is_set():
                break
    if stop.is_set():
        senders_claims.release_own_claims(world)
    return accepted


def _note(world: World, ready: rows_to_mails.Ready, sent: Sent, now: datetime, stop: Event) -> None:
    """Note what became of a mail. As long as the surroundings let nothing be written this waits:
    whatever is not noted would be sent again."""
    pauses = chain(NOTE_AGAIN, repeat(NOTE_AGAIN[-1]))
    while True:
        try:
            return sent_or_tried_again.note_result(world, ready.row_id, sent, now, ready.map_failed)
        except Exception as problem:
            if not (why := failure_causes.why(problem)) or stop.wait(next(pauses)):
                raise
            log.warning("a mail is sent, which cannot be noted yet", mail=ready.row_id, reason=why)
