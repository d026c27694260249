"""Judges one mail: counts the attempt, reads it, does what it asks, and notes what became of it.

What fails is tried again, a few times, and then set aside. On SQLite, what is judged waits for the
disk once a pass, not with each mail. Should the power fail before, the mails are there and are
judged again. Nobody has been told anything by then: the claim on a mail or a post is stored, and
waits for the disk, before it goes out.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import bindparam, delete
from sqlmodel import Session as Db
from sqlmodel import col, select, update

from engine.core.record import Diverged
from pbem.campaign import failure_causes
from pbem.campaign.interpreter_protocol import Interpretation
from pbem.campaign.mails import failures
from pbem.campaign.mails.outbox import Context
from pbem.campaign.world import World
from pbem.inbox import judging_a_mail, quarantine
from pbem.inbox.reading.asking_the_interpreter import WantsInterpreter
from pbem.inbox.verdicts import Verdict, ignored
from pbem.store import statements
from pbem.store import tables as t

BEGUN_WITHIN = 1.0
"""Seconds after which whoever has counted an attempt at a mail has locked it."""

_MAIL = select(t.InboundMail).where(col(t.InboundMail.id) == bindparam("message")).with_for_update()
_ATTEMPTS = select(t.InboundMail.attempts).where(
    col(t.InboundMail.id) == bindparam("message"), col(t.InboundMail.status) == "new"
)
_ATTEMPT = (
    update(t.InboundMail)
    .where(
        col(t.InboundMail.id) == bindparam("message"),
        col(t.InboundMail.status) == "new",
        col(t.InboundMail.attempts) == bindparam("before"),
    )
    .values(attempts=bindparam("number"))
    .returning(col(t.InboundMail.attempts))
)
_UNCOUNT = (
    update(t.InboundMail)
    .where(col(t.InboundMail.id) == bindparam("message"))
    .values(attempts=col(t.InboundMail.attempts) - 1)
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

Then = Callable[[Db], None]
Judged = tuple[Verdict, dict[str, Any]]
"""The verdict on a mail, and what it is about."""
_NO_LONGER_WAITS = delete(t.Routing).where(col(t.Routing.message_id) == bindparam("message"))

log: Any = structlog.get_logger()


def judge_mail(
    world: World,
    mail_id: int,
    now: datetime,
    today: datetime | None = None,
    then: Then = lambda _: None,
) -> bool:
    """Judge one mail as of when it came, and do something `then`, in the same transaction. False:
    it failed, and will be retried or was set aside.

    `today` is when the host is told of that, if it is later. Failures caused by the environment are
    raised, and do not count as attempts.
    """
    with _attempt(world, mail_id) as attempts:
        if attempts is None:
            return True
        try:
            if attempts > world.config.limits.attempts:
                if not _is_left(world, mail_id, attempts):
                    return True
                raise RuntimeError("the moderator ended at each attempt")
            verdict, about = _judge(world, mail_id, now, then)
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
def _attempt(world: World, mail_id: int) -> Iterator[int | None]:
    """Count an attempt and yield its number; uncount it if the environment makes it fail. None:
    another worker is faster."""
    attempts = _count_attempt(world, mail_id)
    try:
        yield attempts
    except Exception as problem:
        if failure_causes.why(problem):
            _uncount(world, mail_id)
        raise


def _count_attempt(world: World, mail_id: int) -> int | None:
    """Count an attempt before it is made, since it may end the process; return how many there
    were. Of several workers at once, only one counts; None for the others, which have waited."""
    by = 0 if mail_id in world.retries.uncounted else 1
    # An attempt that the power ends says nothing of the mail, and need not be counted.
    with world.store.transaction(waits_for_disk=False) as db:
        before: int | None = statements.read(db, _ATTEMPTS, message=mail_id).scalar()
        if before is None:
            return None
        known = {"message": mail_id, "before": before, "number": before + by}
        attempts: int | None = statements.read(db, _ATTEMPT, **known).scalar()
    world.retries.uncounted.discard(mail_id)
    return attempts


def _is_left(world: World, mail_id: int, attempts: int) -> bool:
    """Tell whether a mail is left as it is by all who might just be judging it."""
    time.sleep(BEGUN_WITHIN)
    with world.store.transaction() as db:
        row = statements.one_apart(db, t.InboundMail, _MAIL, message=mail_id)
    return row.status == "new" and row.attempts == attempts


def _uncount(world: World, mail_id: int) -> None:
    """Uncount an attempt that the environment made fail; if that fails too, the next one is not
    counted."""
    world.retries.uncounted.add(mail_id)
    with suppress(Exception):
        with world.store.transaction() as db:
            statements.run(db, _UNCOUNT, message=mail_id)
        world.retries.uncounted.discard(mail_id)


def _judge(
    world: World,
    mail_id: int,
    now: datetime,
    then: Then,
    interpretation: Interpretation | None = None,
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
            judged = _noted(ctx, row, judging_a_mail.handle(ctx, row))
            then(db)
            return judged
    except WantsInterpreter as wanted:
        assert world.interpreter
        given = world.interpreter.answer(wanted.request, now)
    return _judge(world, mail_id, now, then, given)


def _noted(ctx: Context, row: t.InboundMail, verdict: Verdict) -> Judged:
    """Store what became of a mail, in the same transaction as what it did."""
    row.status, row.reason, row.finished = verdict.status, verdict.reason, ctx.now
    known = {name: getattr(row, name) for name in _FOUND}
    statements.run(ctx.db, _JUDGED, message=row.id, **known)
    statements.run(ctx.db, _NO_LONGER_WAITS, message=row.id)
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
