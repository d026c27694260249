"""Visits to the forum: waiting texts are posted, and other people's posts are stored."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from typing import Any

import structlog

from engine.core.messages import message, text
from pbem.campaign.mails import outbox
from pbem.campaign.mails.outbox import Context
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.world import World
from pbem.features.forum import posting, receiving_posts, reminding
from pbem.forum.configured import forum_of
from pbem.forum.protocol import Forum, ForumProblem, Unauthorized
from pbem.settings.config import Config

log: Any = structlog.get_logger()


@contextmanager
def opened(config: Config) -> Iterator[Forum | None]:
    """Open the configured forum; None: there is none. Raises ConfigError."""
    forum = forum_of(config)
    if forum is None:
        yield None
        return
    with closing(forum):
        yield forum


def visit(world: World, forum: Forum, now: datetime, maps: MapMaker) -> int:
    """Post and read; return how many mails resulted. Raises Unauthorized, after telling the
    host."""
    try:
        reminding.remind(world, now)
        posting.post_waiting(world, forum, now, maps)
        return receiving_posts.take_in(world, forum, now)
    except Unauthorized as problem:
        log.warning("the forum does not know the moderator", reason=str(problem))
        _tell_host(world, str(problem), now)
        raise
    except ForumProblem as problem:
        log.warning("the forum cannot be read", reason=str(problem))
        return 0


def visit_once(world: World, forum: Forum | None, now: datetime, maps: MapMaker) -> None:
    """Visit the forum, if there is one. The host is told of failures, which hold up nothing
    else."""
    with suppress(Unauthorized):
        if forum:
            visit(world, forum, now, maps)


def _tell_host(world: World, why: str, now: datetime) -> None:
    with world.store.transaction() as db:
        ctx = Context(world, db, now, f"forum account {now.date()}")
        lines = [
            message("host_note.no_forum", why=text(why)),
            message("host_note.no_forum_how"),
        ]
        subject = message("host_note.no_forum_subject")
        outbox.tell_host(ctx, subject, lines, once=f"forum account {now.date()}")
