"""A machine that fails for a while: the host hears of it once, as soon as that can be written."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from pbem.campaign import failure_causes
from pbem.daemon.clock import utc_now
from pbem.daemon.monitoring.outages import Outage
from pbem.store import tables as t

MINUTE = timedelta(minutes=1)
FULL = failure_causes.DISK_FULL


def told(world):
    with world.store.reading() as db:
        return list(db.exec(select(t.Outgoing.payload)))


def test_what_lasts_is_told_once_also_by_several_threads(world):
    now, threads = utc_now().replace(hour=12), [Outage(world), Outage(world)]
    for minutes in range(5):
        for one in threads:
            one.goes_on(FULL, now + minutes * MINUTE)
    for one in threads:
        one.is_over(now + 5 * MINUTE)
    (text,) = told(world)
    assert "surroundings.disk_full" in text
    assert "host_note.trouble_lasts" in text


def test_what_is_over_soon_is_not_worth_a_mail(world):
    trouble, now = Outage(world), utc_now()
    trouble.goes_on(FULL, now)
    trouble.is_over(now + MINUTE / 2)
    trouble.is_over(now + 5 * MINUTE)
    assert told(world) == []


@pytest.fixture
def full(world):
    """The database may not grow as long as this is not called."""

    def fill(connection):
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    event.listen(world.store.engine, "begin", fill)

    def empty():
        event.remove(world.store.engine, "begin", fill)
        world.store.engine.dispose()

    return empty


@pytest.mark.only_sqlite("it fills the file of the database")
def test_what_cannot_be_written_meanwhile_is_told_when_there_is_room(world, full):
    trouble, now = Outage(world), utc_now().replace(hour=12)
    with world.store.transaction() as db:
        free = db.connection().exec_driver_sql("PRAGMA freelist_count").scalar()
    assert free < 10
    trouble.goes_on("x" * 100_000, now)  # longer than what fits into free pages and the last one
    trouble.goes_on("x" * 100_000, now + 2 * MINUTE)
    assert told(world) == []
    full()
    trouble.is_over(now + 3 * MINUTE)
    (text,) = told(world)
    assert "host_note.trouble_over" in text
