"""The moderator's repeated work: take mails in, judge them and deadlines in order of time, and send
what was written. Each step is a short transaction that can be repeated.

On SQLite, what is judged waits for the disk once a pass, not with each mail. Should the power fail
before, the mails are there and are judged again. Nobody has been told anything by then: the claim
on a mail or a post is stored, and waits for the disk, before it goes out.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from itertools import chain, repeat, takewhile
from threading import Event
from typing import Any, TypeVar

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
from pbem.store import inbound_mails, statements
from pbem.store import tables as t

NOTE_AGAIN = (1, 2, 5, 10, 30)
"""Seconds between attempts to note the result of sending a mail."""
AT_ONCE = 20
"""How many mails are stored in one transaction, which waits for the disk once."""
HEAD = 64 * 1024
"""How many bytes are kept of a mail that is too long to be read."""

_WAITING = (
    select(t.InboundMail.id, t.InboundMail.arrived)
    .where(col(t.InboundMail.status) == "new", col(t.InboundMail.arrived) <= bindparam("now"))
    .order_by(col(t.InboundMail.arrived), col(t.InboundMail.id))
)
_MAIL = select(t.InboundMail).where(col(t.InboundMail.id) == bindparam("message")).with_for_update()
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

_NAME = select(t.Game.name).where(col(t.Game.id) == bindparam("game"))

Judged = tuple[Verdict, dict[str, Any]]
"""The verdict on a mail, and what it is about."""

T = TypeVar("T")
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


# Mails in


def take_in(world: World, mailbox: Mailbox, now: datetime, stop: Event | None = None) -> bool:
    """Store the mails in the mailbox, and only then remove them, which works even if the mailbox is
    full. Return whether all are stored: `stop` is checked after a few of them."""
    seen = set[str]()
    while mails := [mail for mail in mailbox.fetch() if mail.server_id not in seen]:
        for first in _until(stop, range(0, len(mails), AT_ONCE)):
            _store(world, mails[first : first + AT_ONCE], now)
        for mail in _until(stop, mails):
            mailbox.stored(mail.server_id)
            seen.add(mail.server_id)
        if stop and stop.is_set():
            return False
    return True


def _until(stop: Event | None, some: Iterable[T]) -> Iterator[T]:
    return takewhile(lambda _: not (stop and stop.is_set()), some)


def _store(world: World, mails: Sequence[Arrived], now: datetime) -> None:
    """Store mails, unless they are there already; of one that is too long, only its head."""
    source, limit = world.config.mail.incoming.kind, world.config.limits.megabytes
    with world.store.transaction() as db:
        for mail in mails:
            inbound_mails.add(
                db,
                source=source,
                server_id=mail.server_id,
                arrived=min(mail.arrived, now),
                raw=mail.raw[:HEAD] if mail.cut else mail.raw,
                reason=f"it is longer than {limit} megabytes" if mail.cut else "",
            )


# Judging


def work(world: World, now: datetime, stop: Event | None = None) -> int:
    """Judge mails and deadlines up to now, in order of time; at a tie the mail goes first.

    Return how many. What fails is left for the next call; `stop` is checked between two. If
    anything was done, the last transaction waits until all of it is on the disk.
    """
    safety_stop.look_at_clock(world, now, stop)
    done = 0
    for last in (False, True):
        for judge in _in_order(world, now, stop):
            judge()
            done += 1
        if done and safety_stop.remember_if_all_is_well(world, now):
            return done
        if last or not safety_stop.reset(world, now, stop):
            break
        done += 1
    safety_stop.remember(world, now, exactly=done > 0)
    return done


def _in_order(world: World, now: datetime, stop: Event | None) -> Iterator[Callable[[], object]]:
    """Yield functions that judge each mail and deadline, in order."""
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
    """Handle what comes due, unless it shows that everything has to stop; return whether it was
    handled. `unjudged`: tells whether earlier mails wait, which may explain the delay."""
    if coming.kind.guarded and safety_stop.look_at_due(world, coming.at, now, unjudged):
        return False
    scheduler.handle(world, coming, now)
    return True


def judge_mail(world: World, mail_id: int, now: datetime, today: datetime | None = None) -> bool:
    """Judge one mail as of when it came. False: it failed, and will be retried or was set aside.

    `today` is when the host is told of that, if it is later. Failures caused by the environment are
    raised, and do not count as attempts.
    """
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
    """Count an attempt and yield its number; uncount it if the environment makes it fail."""
    attempts = _count_attempt(world, mail_id)
    try:
        yield attempts
    except Exception as problem:
        if failure_causes.why(problem):
            _uncount(world, mail_id)
        raise


def _count_attempt(world: World, mail_id: int) -> int:
    """Count an attempt before it is made, since it may end the process; return how many there
    were."""
    by = 0 if mail_id in world.retries.uncounted else 1
    # An attempt that the power ends says nothing of the mail, and need not be counted.
    with world.store.transaction(waits_for_disk=False) as db:
        attempts: int = statements.read(db, _ATTEMPT, message=mail_id, by=by).scalar_one()
    world.retries.uncounted.discard(mail_id)
    return attempts


def _uncount(world: World, mail_id: int) -> None:
    """Uncount an attempt that the environment made fail; if that fails too, the next one is not
    counted."""
    world.retries.uncounted.add(mail_id)
    with suppress(Exception):
        with world.store.transaction() as db:
            statements.run(db, _ATTEMPT, message=mail_id, by=-1)
        world.retries.uncounted.discard(mail_id)


def _judge(
    world: World, mail_id: int, now: datetime, interpretation: Interpretation | None = None
) -> Judged:
    """Judge a mail in a transaction. If its lines need the interpreter, that is asked outside any
    transaction, and the mail is judged again with the answer."""
    try:
        with world.store.transaction(waits_for_disk=False) as db:
            # No object of the session, so that what is found out bit by bit is written once.
            row = statements.one_apart(db, t.InboundMail, _MAIL, message=mail_id)
            if row.status != "new":  # another worker was faster
                return ignored("judged"), {}
            ctx = Context(world, db, now, f"mail {mail_id}", answers=row)
            ctx.interpretation = interpretation
            return _noted(ctx, row, judging_a_mail.handle(ctx, row))
    except WantsInterpreter as wanted:
        assert world.interpreter
        given = world.interpreter.answer(wanted.request, now)
    return _judge(world, mail_id, now, given)


def _noted(ctx: Context, row: t.InboundMail, verdict: Verdict) -> Judged:
    """Store what became of a mail, in the same transaction as what it did."""
    row.status, row.reason, row.finished = verdict.status, verdict.reason, ctx.now
    known = {name: getattr(row, name) for name in _FOUND}
    statements.run(ctx.db, _JUDGED, message=row.id, **known)
    if verdict.status == "aside":
        quarantine.copy(ctx, row)
    return verdict, _about(ctx, row)


def _about(ctx: Context, row: t.InboundMail) -> dict[str, Any]:
    """Return for the log what a mail is about, as far as that is known."""
    game = None
    if row.game_id is not None:  # the session has the game only as long as somebody holds it
        game = statements.read(ctx.db, _NAME, game=row.game_id).scalar()
    about = {"game": game, "seat": row.seat, "window": row.window}
    return {key: value for key, value in about.items() if value is not None}


def _keep_for_later(world: World, mail_id: int, now: datetime, problem: Diverged) -> None:
    """Let a good mail wait until the host has helped, because its game cannot be restored."""
    log.error("a game cannot be restored", message=mail_id, **failures.told(problem))
    with world.store.transaction() as db:
        row = db.get_one(t.InboundMail, mail_id)
        row.attempts = 0
        ctx = Context(world, db, now, f"mail {mail_id} waits {now.date()}")
        failures.tell_of_mail(ctx, mail_id)


# Mails out


def send(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """Send what is waiting and due; return how many mails were accepted."""
    return asyncio.run(send_waiting(world, transport, now, maps, stop))


async def send_waiting(
    world: World, transport: Transport, now: datetime, maps: MapMaker, stop: Event | None = None
) -> int:
    """Send inside an event loop; note each result before the next mail goes, unless stopped."""
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
    """Note the result of sending a mail. If the environment prevents writing, wait: anything that
    is not noted would be sent again."""
    pauses = chain(NOTE_AGAIN, repeat(NOTE_AGAIN[-1]))
    while True:
        try:
            return sent_or_tried_again.note_result(world, ready.row_id, sent, now, ready.map_failed)
        except Exception as problem:
            if not (why := failure_causes.why(problem)) or stop.wait(next(pauses)):
                raise
            log.warning("a mail is sent, which cannot be noted yet", mail=ready.row_id, reason=why)
