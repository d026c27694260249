"""What comes due and fails: it is set aside for a while, the host is told, all else goes on."""

from datetime import timedelta

import pytest
from sqlalchemy import text

from pbem.store import tables as t
from tests.house import HOST, flat, to


@pytest.fixture
def broken(setting_up):
    """A game that cannot be restored as long as its snapshots are somewhere else."""
    house = setting_up
    house.limit(silent=100)
    house.order(house.session().waiting()[0], "propose draw")
    house.order("austria", "away from 2 to 5 December: wait")
    house.cycle(minutes=1)
    run(house, "CREATE TABLE elsewhere AS SELECT * FROM snapshot", "DELETE FROM snapshot")
    return house


def mend(house):
    run(house, "INSERT INTO snapshot SELECT * FROM elsewhere")


def run(house, *statements):
    with house.world.store.transaction() as db:
        for statement in statements:
            db.connection().execute(text(statement))


def vote(house):
    (row,) = house.rows(t.Vote)
    return row


def absence(house):
    (row,) = house.rows(t.Absence)
    return row


def told(mails):
    return [flat(mail) for mail in to(mails, HOST)]


def go_to(house, moment):
    return house.cycle(seconds=(moment - house.now).total_seconds())


def test_of_a_vote_that_fails_the_host_hears_once_a_day_and_it_is_tried_again(broken):
    at = vote(broken).due + timedelta(seconds=1)
    said = told(go_to(broken, at))
    (about,) = [text for text in said if "vote 1 could not end" in text]
    assert "It is tried again every 15 minutes" in about
    assert not [text for text in told(broken.cycle(minutes=2)) if "vote" in text]
    mend(broken)
    broken.cycle(minutes=16)
    assert vote(broken).state == "expired"


def test_of_an_absence_that_fails_the_host_hears_once_a_day_and_it_is_tried_again(broken):
    said = told(go_to(broken, absence(broken).begins))
    assert [text for text in said if "an absence could not begin or end" in text]
    assert told(broken.cycle(minutes=2)) == []
    assert absence(broken).state == "coming"
    mend(broken)
    broken.cycle(minutes=16)
    assert absence(broken).state == "begun"


def test_what_failed_waits_longer_and_longer(broken):
    tries = broken.world.retries
    start = broken.now
    for minutes in (1, 5, 15, 15):
        tries.fails("vote", 1, start)
        assert tries.aside("vote", start + timedelta(minutes=minutes, seconds=-1)) == {1}
        assert tries.aside("vote", start + timedelta(minutes=minutes)) == set()
    tries.succeeds("vote", 1)
    assert tries.aside("vote", start) == set()


def test_a_clock_that_goes_back_keeps_nothing_aside(broken):
    broken.world.retries.fails("vote", 1, broken.now)
    assert broken.world.retries.aside("vote", broken.now - timedelta(days=1)) == set()
