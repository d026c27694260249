"""Two processes with one database: each mail is sent by one of them, also when one is killed."""

from collections import Counter
from datetime import timedelta

import pytest

from pbem.campaign.mails.outbox import Context
from pbem.campaign.mails.recipients import to_address
from pbem.campaign.sending import rows_to_mails, sent_or_tried_again
from pbem.mail.transports.transport import Sent
from pbem.reports.mails import HelpMail
from pbem.store import tables as t
from tests.house import House
from tests.pbem.campaign import sending_process
from tests.processes import begun

MAILS = 50


@pytest.fixture
def houses(tmp_path, url):
    """Two folders, the same database; mails of a game and of none wait to be sent."""
    first, second = House(tmp_path / "one", url), House(tmp_path / "two", url)
    first.new()
    with first.world.store.transaction() as db:
        post = Context(first.world, db, first.now, "many mails")
        game = db.get_one(t.Game, 1)
        for number in range(MAILS):
            address = f"player{number}@example.org"
            post.write(HelpMail(), to_address(address, game if number % 2 else None))
    yield first, second
    first.close()
    second.close()


def sender(house, later=timedelta(), dies_after=0):
    """A process that sends in this folder, and waits for the word."""
    now = house.now + later
    process, pipe = begun(sending_process.main, house.folder, house.url, now, dies_after)
    assert pipe.recv() == "ready"
    return process, pipe


def run(*senders):
    """Let them go at once; how each ended."""
    for _, pipe in senders:
        pipe.send("go")
    for process, _ in senders:
        process.join(timeout=120)
    return [process.exitcode for process, _ in senders]


def sent(house):
    return [mail["Message-ID"] for mail in house.sent()]


def test_two_processes_send_no_mail_twice_and_none_is_left(houses):
    assert run(*map(sender, houses)) == [0, 0]
    found = Counter(sent(houses[0]) + sent(houses[1]))
    assert (len(found), set(found.values())) == (MAILS, {1})
    assert len(houses[0].rows(t.Outgoing, state="sent")) == MAILS


def test_what_a_killed_process_was_sending_is_free_again_after_a_while(houses):
    """Its server had three mails, of which two are known to be sent."""
    first, second = houses
    assert run(sender(first, dies_after=3)) == [9]
    taken = sent(first)
    assert len(taken) == 3
    claimed = [row.message_id for row in first.rows(t.Outgoing, state="waiting") if row.claimed_by]
    assert len(claimed) == rows_to_mails.BATCH - 2
    assert run(sender(second)) == [0]
    others = sent(second)
    assert len(others) == MAILS - rows_to_mails.BATCH
    assert not set(others) & set(taken)
    assert run(sender(second, later=rows_to_mails.LEASE)) == [0]
    rest = sent(second)
    assert len(rest) == len(claimed)
    assert set(rest) & set(taken) == {taken[-1]}


def test_who_is_started_again_in_the_same_folder_goes_on_at_once(houses):
    first, _ = houses
    assert run(sender(first, dies_after=3)) == [9]
    assert run(sender(first)) == [0]
    assert len({*sent(first)}) == MAILS
    assert len(first.rows(t.Outgoing, state="sent")) == MAILS


@pytest.mark.parametrize("outcome", ["later", "never"])
def test_who_stood_still_takes_back_nothing_that_another_has_sent(houses, outcome):
    first, second = houses
    (row, _), *_ = rows_to_mails.claimed(first.world, first.now)
    assert run(sender(second, later=rows_to_mails.LEASE)) == [0]
    refused = Sent(row.message_id, outcome, "554 no")
    sent_or_tried_again.note_result(first.world, row.id, refused, first.now)
    (after,) = first.rows(t.Outgoing, id=row.id)
    assert (after.state, after.attempts, after.error) == ("sent", 1, "")
