"""Empties mails and posts of finished games after the time given in the settings; their rows stay.

Mails of games in play are always kept: questions asked again, and `pbem rebuild`, need them.
"""

from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlmodel import and_, col, func, or_, select, update

from pbem.campaign.world import World
from pbem.store import statements
from pbem.store import tables as t

EVERY = timedelta(hours=1)
FOUND = 20_000
"""How many mails are looked for at once: each look passes those that were emptied before."""
BATCH = 200
"""How many mails one transaction empties, so that nobody waits for it for long."""
PLAYED = ("open", "running", "paused")

log: Any = structlog.get_logger()


def tidy(world: World, now: datetime) -> int:
    """Empty the mails that need not be kept any more; return how many."""
    days = world.config.keep
    emptied = 0
    if days.raw_mails:
        emptied += _empty_received(world, now - timedelta(days=days.raw_mails))
    if days.sent_payloads:
        emptied += _empty_sent(world, now - timedelta(days=days.sent_payloads))
    if emptied:
        log.info("mails emptied", number=emptied)
    return emptied


def _empty_received(world: World, before: datetime) -> int:
    """Empty received mails and posts."""
    mail, post = t.InboundMail, t.ForumPost
    judged = col(mail.status).in_(("done", "ignored"))
    old = or_(col(mail.game_id).in_(_over(before)), _of_none(mail.game_id, mail.arrived, before))
    mails = _in_batches(world, mail, and_(judged, col(mail.raw) != b"", old), raw=b"")
    emptied = select(mail.id).where(mail.raw == b"")
    old = or_(
        col(post.thread_id).in_(_threads(before)),
        col(post.mail_id).in_(emptied),
        and_(col(post.mail_id).is_(None), _of_none(post.thread_id, post.seen, before)),
    )
    return mails + _in_batches(world, post, and_(col(post.text) != "", old), text="")


def _empty_sent(world: World, before: datetime) -> int:
    """Empty mails and posts that went out."""
    mail, post = t.Outgoing, t.ForumPosting
    mails = and_(
        col(mail.state) != "waiting",
        col(mail.payload) != "",
        or_(col(mail.game_id).in_(_over(before)), _of_none(mail.game_id, mail.created, before)),
    )
    posts = and_(
        col(post.state) != "waiting",
        col(post.payload) != "",
        col(post.thread_id).in_(_threads(before)),
    )
    return _in_batches(world, mail, mails, payload="") + _in_batches(world, post, posts, payload="")


def _over(before: datetime) -> Any:
    return select(t.Game.id).where(col(t.Game.ended) < before, col(t.Game.status).not_in(PLAYED))


def _threads(before: datetime) -> Any:
    """Select the threads of the games that were over by then."""
    return select(t.ForumThread.id).where(col(t.ForumThread.game_id).in_(_over(before)))


def _of_none(about: Any, when: Any, before: datetime) -> Any:
    """Tell what is about no game: it is old if it is from before every unfinished game, too."""
    first = select(func.min(t.Game.created)).where(col(t.Game.status).in_(PLAYED))
    oldest = func.coalesce(first.scalar_subquery(), before)
    return and_(col(about).is_(None), col(when) < before, col(when) < oldest)


def _in_batches(world: World, table: Any, which: Any, **empty: Any) -> int:
    """Empty these mails. Nobody has to wait while they are looked for."""
    emptied = 0
    while True:
        with world.store.reading() as db:
            numbers = db.exec(select(table.id).where(which).limit(FOUND)).all()
        for first in range(0, len(numbers), BATCH):
            these = col(table.id).in_(numbers[first : first + BATCH])
            with world.store.transaction() as db:
                statements.run(db, update(table).where(these).values(**empty))
        emptied += len(numbers)
        if len(numbers) < FOUND:
            return emptied
