"""Letters that are set aside for a person: kept in the store, and as files in a folder."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog

from pbem.campaign.mails import failures, outbox
from pbem.campaign.mails.outbox import Post
from pbem.campaign.world import World
from pbem.inbox import handling, senders
from pbem.mail import incoming, maildir
from pbem.store import tables as t

NOT_ITS_FAULT = "the moderator could not handle it, and the host has been told"

log: Any = structlog.get_logger()


def copy(post_: Post, row: t.Letter) -> None:
    """Put the mail where a person finds it, with the reason; the same letter is the same file.

    Where that fails, the host hears once a day: the mail is in the store all the same.
    """
    config = post_.world.config
    folder = config.inside(config.mail.aside)
    try:
        maildir.aside(folder, f"{row.id}.{row.server_id}", row.raw, row.reason)
    except OSError as problem:
        log.error("a mail set aside cannot be copied", letter=row.id, **failures.told(problem))
        lines = [
            f"Mail {row.id} was set aside, but cannot be copied into {folder}: {problem.strerror}."
            " It is kept in the database.",
            "Make that a folder that the moderator's user can write into.",
        ]
        once = f"aside folder {post_.now.date()}"
        outbox.tell_host(post_, "the folder for mails set aside cannot be used", lines, once=once)


def set_aside(world: World, letter_id: int, now: datetime, problem: Exception) -> None:
    """A letter that failed at each attempt: the host is told, and so is a player who sent it."""
    with world.store.transaction() as db:
        row = db.get_one(t.Letter, letter_id)
        row.reason = f"it failed {row.attempts} times ({type(problem).__name__})"
        row.status, row.finished = "aside", now
        post_ = Post(world, db, now, f"letter {letter_id} aside")
        copy(post_, row)
        lines = [f"Mail {letter_id} from {_sender(row)} was set aside: {row.reason}."]
        outbox.tell_host(post_, "a mail was set aside", lines)
    try:
        with world.store.transaction() as db:
            _tell_sender(Post(world, db, now, f"letter {letter_id} failed"), letter_id)
    except Exception as another:
        log.error("nor could its sender be told", letter=letter_id, **failures.told(another))


def _sender(row: t.Letter) -> str:
    return incoming.read(row.raw).sender or "somebody"


def _tell_sender(post_: Post, letter_id: int) -> None:
    row = post_.db.get_one(t.Letter, letter_id)
    post_.answers = row
    letter = incoming.read(row.raw)
    if letter.automatic or letter.sender is None:
        return
    row.sender, row.message_id = letter.sender, letter.message_id or ""
    caller = senders.caller_of(post_.world, post_.db, letter)
    if caller.trust == "tag":
        handling.tell_unread(post_, caller, letter, NOT_ITS_FAULT)
