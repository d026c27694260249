"""The moderator's repeated work: take mails in, judge them and what comes due, and send what was
written. Each step is a short transaction that can be repeated."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, repeat, takewhile
from threading import Event
from typing import Any, TypeVar

import structlog

from pbem.campaign import failure_causes
from pbem.campaign.sending import rows_to_mails, senders_claims, sent_or_tried_again
from pbem.campaign.sending.rows_to_mails import MapMaker
from pbem.campaign.world import World
from pbem.daemon import judging_units
from pbem.features.safety_stop import safety_stop
from pbem.mail.transports.mailbox import Arrived, Mailbox
from pbem.mail.transports.transport import Sent, Transport
from pbem.store import inbound_mails

NOTE_AGAIN = (1, 2, 5, 10, 30)
"""Seconds between attempts to note the result of sending a mail."""
AT_ONCE = 20
"""How many mails are stored in one transaction, which waits for the disk once."""
HEAD = 64 * 1024
"""How many bytes are kept of a mail that is too long to be read."""

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
            raw = mail.raw[:HEAD] if mail.cut else mail.raw
            number = inbound_mails.add(
                db,
                source=source,
                server_id=mail.server_id,
                arrived=min(mail.arrived, now),
                raw=raw,
                reason=f"it is longer than {limit} megabytes" if mail.cut else "",
            )
            if number is not None:
                judging_units.put_into_units(world, db, number, source, raw)


# Judging


def work(world: World, now: datetime, stop: Event | None = None) -> int:
    """Judge mails and deadlines up to now, where one process judges all of them.

    Return how many. What fails is left for another call; `stop` is checked between two. If anything
    was done, the last transaction waits until all of it is on the disk.
    """
    safety_stop.look_at_clock(world, now, stop)
    judging_units.clear(world, now)
    done = judging_units.work(world, stop)
    if done and safety_stop.remember_if_all_is_well(world, now):
        return done
    if safety_stop.reset(world, now, stop):
        done += 1 + judging_units.work(world, stop)
    safety_stop.remember(world, now, exactly=done > 0)
    return done


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
