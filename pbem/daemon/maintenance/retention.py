"""Empties mails of finished games after the time given in the settings; their rows stay.

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
    """Empty received mails. Those of no game go if they came before every unfinished game was
    created."""
    over = col(t.InboundMail.game_id).in_(_over(before))
    first = select(func.min(t.Game.created)).where(col(t.Game.status).in_(PLAYED))
    oldest = func.coalesce(first.scalar_subquery(), before)
    of_none = and_(
        col(t.InboundMail.game_id).is_(None),
        col(t.InboundMail.arrived) < before,
        col(t.InboundMail.arrived) < oldest,
    )
    judged = col(t.InboundMail.status).in_(("done", "ignored"))
    which = and_(judged, col(t.InboundMail.raw) != b"", or_(over, of_none))
    return _in_batches(world, t.InboundMail, which, raw=b"")


def _empty_sent(world: World, before: datetime) -> int:
    which = and_(
        col(t.Outgoing.game_id).in_(_over(before)),
        col(t.Outgoing.state) != "waiting",
        col(t.Outgoing.payload) != "",
    )
    return _in_batches(world, t.Outgoing, which, payload="")


def _over(before: datetime) -> Any:
    return select(t.Game.id).where(col(t.Game.ended) < before, col(t.Game.status).not_in(PLAYED))


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
