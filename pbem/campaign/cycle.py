"""What the moderator does over and over: take letters in, judge them and deadlines in order of
time, send what was written. Each step is a short transaction that can be repeated."""

from __future__ import annotations

import asyncio
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog
from sqlmodel import col, select

from pbem.campaign import dispatch, letters, opening, play, post, windows
from pbem.campaign.dispatch import MapMaker
from pbem.campaign.post import Post
from pbem.campaign.world import World
from pbem.mail.mailbox import Mailbox
from pbem.mail.transport import Transport
from pbem.store import tables as t

MOST_DEFAULTS = 1_000

log: Any = structlog.get_logger()


def cycle(
    world: World, mailbox: Mailbox, transport: Transport, now: datetime, maps: MapMaker
) -> None:
    """Everything that is to be done by now."""
    take_in(world, mailbox, now)
    work(world, now)
    send(world, transport, now, maps)


def take_in(world: World, mailbox: Mailbox, now: datetime) -> int:
    """Store what lies in the mailbox; only then does a mail leave it. How many were new."""
    new = 0
    source = world.config.mail.incoming.kind
    for mail in mailbox.fetch():
        with world.store.transaction() as db:
            known = select(t.Letter.id).where(
                t.Letter.source == source, t.Letter.server_id == mail.server_id
            )
            if db.exec(known).first() is None:
                new += 1
                db.add(
                    t.Letter(
                        source=source,
                        server_id=mail.server_id,
                        arrived=min(mail.arrived, now),
                        raw=mail.raw,
                    )
                )
        mailbox.stored(mail.server_id)
    return new


def work(world: World, now: datetime) -> int:
    """Judge letters and deadlines up to now, in order of time; at a tie the letter goes first."""
    done = 0
    failed: set[int] = set()
    while True:
        letter = _next_letter(world, now, failed)
        due = _next_due(world, now)
        if letter and (due is None or letter[1] <= due[1]):
            if not handle_letter(world, letter[0], letter[1]):
                failed.add(letter[0])
        elif due:
            handle_due(world, due[0], due[1])
        else:
            return done
        done += 1


def _next_letter(world: World, now: datetime, failed: set[int]) -> tuple[int, datetime] | None:
    with world.store.reading() as db:
        rows = select(t.Letter.id, t.Letter.arrived).where(
            t.Letter.status == "new",
            t.Letter.arrived <= now,
            col(t.Letter.id).not_in(failed),
        )
        return db.exec(rows.order_by(col(t.Letter.arrived), col(t.Letter.id)).limit(1)).first()


def _next_due(world: World, now: datetime) -> tuple[int, datetime] | None:
    with world.store.reading() as db:
        return windows.earliest(db, now, world.config.pace.reminders)


def handle_letter(world: World, letter_id: int, now: datetime) -> bool:
    """Judge one letter; False: it failed, and is tried again later or was set aside."""
    with world.store.transaction() as db:
        row = db.get_one(t.Letter, letter_id)
        row.attempts += 1
        attempts = row.attempts
    try:
        with world.store.transaction() as db:
            row = db.get_one(t.Letter, letter_id)
            post_ = Post(world, db, now, f"letter {letter_id}", answers=row)
            verdict = letters.handle(post_, row)
            row.status, row.reason, row.finished = verdict.status, verdict.reason, now
            _start_full_games(post_)
    except Exception as problem:
        log.error("a letter failed", letter=letter_id, attempt=attempts, **what_failed(problem))
        if attempts >= world.config.limits.attempts:
            _set_aside(world, letter_id, now, f"{type(problem).__name__} at each attempt")
        return False
    log.info("letter", letter=letter_id, status=verdict.status, reason=verdict.reason)
    return True


def what_failed(problem: BaseException) -> dict[str, Any]:
    """A failure for the log: its kind and place, never its text, which may quote a letter."""
    frames = traceback.extract_tb(problem.__traceback__)[-4:]
    where = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return {"problem": type(problem).__name__, "where": where}


def _start_full_games(post_: Post) -> None:
    for game in post_.db.exec(select(t.Game).where(t.Game.status == "open")):
        opening.start_if_full(post_, game)


def _set_aside(world: World, letter_id: int, now: datetime, reason: str) -> None:
    with world.store.transaction() as db:
        row = db.get_one(t.Letter, letter_id)
        row.status, row.reason, row.finished = "aside", reason, now
        post_ = Post(world, db, now, f"letter {letter_id} aside")
        post.tell_host(
            post_,
            "a mail was set aside",
            [f"Mail {letter_id} failed {row.attempts} times ({reason}) and was set aside."],
        )


def handle_due(world: World, window_id: int, now: datetime) -> None:
    """Remind, or take the default: whatever this window has come to."""
    with world.store.transaction() as db:
        row = db.get_one(t.Window, window_id)
        game = db.get_one(t.Game, row.game_id)
        cause = f"due {game.name} {row.number} {row.seat} {row.reminded}"
        at = play.at(Post(world, db, now, cause), game)
        if row.due is not None and row.due <= now:
            take_default(at, row)
        else:
            windows.remind(at.post, game, at.seats[row.seat], at.session, row)


def take_default(at: play.Play, row: t.Window) -> None:
    """The deadline has passed: the default, and those of all further decisions of that seat
    until another is asked."""
    session = at.session
    session.note("defaulted", seat=row.seat)
    row.state = "defaulted"
    for _ in range(MOST_DEFAULTS):
        session.submit(row.seat, session.decision(row.seat).default, "default")
        if session.waiting() != [row.seat]:
            break
    play.go_on(at, closed="defaulted")
    play.tell_all(at)


def send(world: World, transport: Transport, now: datetime, maps: MapMaker) -> int:
    """Send what waits and is due; how many mails were accepted."""
    return asyncio.run(send_waiting(world, transport, now, maps))


async def send_waiting(world: World, transport: Transport, now: datetime, maps: MapMaker) -> int:
    """As `send`, inside an event loop. Each result is noted before the next mail goes."""
    accepted = 0
    while batch := dispatch.ready(world, now, maps):
        rows = {ready.mail.message_id: ready.row_id for ready in batch}
        async for sent in transport.send([ready.mail for ready in batch]):
            dispatch.note_result(world, rows[sent.message_id], sent, now)
            accepted += sent.outcome == "accepted"
    return accepted
