"""The same campaign on PostgreSQL: the same record, the same mails."""

import threading
from itertools import count

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from pbem.campaign import failure_causes, host_acts
from pbem.daemon import judging_one_mail, receive_judge_send
from pbem.features.host import undoing
from pbem.features.spectators import subscribers
from pbem.store import tables as t
from tests.house import PLAYERS, House, kinds

numbers = count()


@pytest.fixture
def postgresql(postgresql_server):
    """The address of an empty database."""
    name = f"campaign{next(numbers)}"
    with psycopg.connect(postgresql_server + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    yield postgresql_server + name
    with psycopg.connect(postgresql_server + "postgres", autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")


def a_campaign(folder, url=None):
    """Joining, a joint question, turns, a deadline, a host's hand, what cannot be read."""
    house = House(folder, url)
    house.begin()
    house.command(subscribers.subscribe, address="board@forum.example")
    house.keep_all()
    for _ in range(3):
        house.place(house.session().waiting()[0])
    house.drop(b"no mail at all")
    house.order("spain", "status\nhelp")
    house.mail(PLAYERS[0], "place army in India")
    house.command(host_acts.extend, hours=24, because="a holiday")
    house.cycle(hours=1)
    house.cycle(hours=75)
    line = [row.n for row in house.rows(t.Entry) if '"t":"choice"' in row.body][-1]
    house.command(undoing.undo, line=line, because="a mistake")
    house.cycle(hours=1)
    return house


def left_by(house):
    record = [(row.n, row.body, row.hash) for row in house.rows(t.Entry)]
    mails = {mail["Message-ID"]: mail.as_bytes() for mail in house.box}
    windows = [(w.number, w.seat, w.state, w.due) for w in house.rows(t.Window)]
    return record, mails, windows, house.letters()


def test_it_is_the_same_to_the_letter(tmp_path, postgresql):
    houses = [a_campaign(tmp_path / "one"), a_campaign(tmp_path / "other", postgresql)]
    lite, grown = map(left_by, houses)
    assert [one == other for one, other in zip(lite, grown, strict=True)] == [True] * 4
    for house in houses:
        house.close()


def test_two_workers_on_one_game_take_turns(tmp_path, postgresql):
    """Both judge the same mailbox at once: each letter counts once, and the record is one."""
    house = House(tmp_path / "house", postgresql)
    house.begin()
    house.keep_all()
    seat = house.session().waiting()[0]
    for region in ("India", "Africa", "Baltic", "Caribbean"):
        house.order(seat, f"add\nplace army in {region}")
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    ids = [row.id for row in house.rows(t.InboundMail, status="new")]
    workers = [
        threading.Thread(target=judging_one_mail.judge_mail, args=(house.world, number, house.now))
        for number in ids
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    receive_judge_send.work(house.world, house.now)
    assert {status for status, _ in house.letters()} == {"done"}
    assert len(house.rows(t.QueueLine, seat=seat, state="queued")) == 3
    assert house.session().view(None)["units"][seat]
    assert kinds(house.cycle()).count("receipt") == 4
    house.close()


def test_mails_that_mean_several_games_do_not_meet_in_a_deadlock(tmp_path, postgresql):
    """One is for all games of its sender, the others for the last of them: each holds all."""
    house = House(tmp_path / "house", postgresql)
    for name in ("soe1", "soe2"):
        house.begin(name)
    last = house.last("spain@example.org")
    for n in range(6):
        house.answer(last, "away from 10 to 12 December" if n % 2 else "back")
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    ids = [row.id for row in house.rows(t.InboundMail, status="new")]
    workers = [
        threading.Thread(target=judging_one_mail.judge_mail, args=(house.world, number, house.now))
        for number in ids
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    judged = house.rows(t.InboundMail)[-6:]
    assert [(row.status, row.attempts) for row in judged] == [("done", 1)] * 6
    assert len(house.rows(t.Absence)) in (0, 2)
    house.close()


def test_a_connection_that_ends_while_a_mail_is_made_puts_no_mail_off(tmp_path, postgresql):
    """As when the process stood still meanwhile: the mail is not tried, and none overtakes it."""
    house, ended = House(tmp_path / "house", postgresql), []
    house.begin()
    house.mail("one@example.net", "help")
    house.mail("two@example.net", "help")
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    receive_judge_send.work(house.world, house.now)

    def end(connection):
        if not ended and connection.get_execution_options().get("postgresql_readonly"):
            ended.append(connection.connection.driver_connection.info.backend_pid)
            with psycopg.connect(postgresql, autocommit=True) as db:
                db.execute("SELECT pg_terminate_backend(%s, 5000)", ended)

    event.listen(house.world.store.engine, "begin", end)
    with pytest.raises(DBAPIError) as failed:
        receive_judge_send.send(house.world, house.transport, house.now, house.maps)
    assert failure_causes.why(failed.value) == failure_causes.NO_DATABASE
    assert [row.attempts for row in house.rows(t.Outgoing, state="waiting")] == [0, 0]
    assert [mail["To"] for mail in house.cycle()] == ["one@example.net", "two@example.net"]
    house.close()
