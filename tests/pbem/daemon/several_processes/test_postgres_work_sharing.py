"""Work shared through procrastinate: its traps, each with a real PostgreSQL, and its tables."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread

import psycopg
import pytest

from pbem.campaign import failure_causes
from pbem.cli import main
from pbem.daemon.moderator_folder import found
from pbem.daemon.monitoring import heartbeat
from pbem.daemon.monitoring.heartbeat import Stop
from pbem.store import StoreError, open_store
from pbem.store.copying import copy_out
from tests.processes import begun, until

pytest.importorskip("procrastinate")

from procrastinate.exceptions import ConnectorException
from procrastinate.manager import JobManager

from pbem.daemon import several_processes
from pbem.daemon.several_processes import postgres_work_sharing
from pbem.daemon.several_processes.postgres_work_sharing import Shared, set_up

HURRIED = {"HEARTBEAT": 0.1, "LOOK_EVERY": 0.02, "PATIENCE": 0.5}


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Signs of life come sooner than else."""
    hurry(monkeypatch.setattr)


def hurry(set_=setattr):
    for name, seconds in HURRIED.items():
        set_(postgres_work_sharing, name, seconds)


@pytest.fixture
def queue(shared):
    """The address of a database with the tables of procrastinate."""
    set_up(shared)
    return shared


def asked(url, question, *values):
    with psycopg.connect(url, autocommit=True) as db:
        return db.execute(question, values).fetchall()


def jobs(url):
    """The jobs, in order: of which unit, and how it stands."""
    return asked(url, "SELECT lock, status::text FROM procrastinate.procrastinate_jobs ORDER BY id")


@contextmanager
def judging(url, catch_up, threads=1, stop=None):
    """A worker that works until the end; whatever ends it before is raised there."""
    ended, stop = [], stop or Event()

    def work():
        try:
            Shared(url, "one", threads).judge(catch_up, stop)
        except Exception as problem:
            ended.append(problem)

    worker = Thread(target=work)
    worker.start()
    try:
        yield worker
    finally:
        stop.set()
        worker.join(60)
    assert not worker.is_alive()
    if ended:
        raise ended[0]


# Wakes


def test_what_is_woken_is_done_and_leaves_nothing(queue):
    done = []
    Shared(queue, "a").wake([3, 1, 2])
    with judging(queue, done.append):
        until(lambda: len(done) == 3)
        Shared(queue, "a").wake([4])
        until(lambda: len(done) == 4 and not jobs(queue))
    assert done == [3, 1, 2, 4]


def test_a_unit_is_worked_on_by_one_while_others_are_worked_on(queue):
    begun_, go_on = [], Event()

    def work(unit):
        begun_.append(unit)
        assert go_on.wait(60)

    with judging(queue, work, threads=2):
        for _ in range(3):
            Shared(queue, "a").wake([1, 2, 3])
            until(lambda: len(begun_) == 2)
        assert jobs(queue) == [("1", "doing"), ("2", "doing"), ("3", "todo"), ("1", "todo"),
                               ("2", "todo")]  # fmt: skip
        go_on.set()
        until(lambda: not jobs(queue))
    assert sorted(begun_) == [1, 1, 2, 2, 3]


def test_a_wake_is_merged_with_one_that_waits_and_no_other_is_lost_with_it(queue):
    """Trap: an error in the middle of a batch would take all of it back."""
    for units in ([1], [1, 2], [2, 1, 3]):
        Shared(queue, "a").wake(units)
    assert jobs(queue) == [("1", "todo"), ("2", "todo"), ("3", "todo")]


def test_a_wake_for_a_unit_that_is_being_worked_on_is_done_afterwards(queue):
    """Trap: whoever works on it may have looked before there was anything to see."""
    shared, done = Shared(queue, "a"), []

    def work(unit):
        done.append(unit)
        if len(done) == 1:
            shared.wake([1])

    shared.wake([1])
    with judging(queue, work):
        until(lambda: done == [1, 1] and not jobs(queue))


def test_two_who_both_think_that_they_lead_disturb_each_other_by_nothing_but_time(queue):
    wakers = [Thread(target=Shared(queue, "a").wake, args=(range(40),)) for _ in range(4)]
    for waker in wakers:
        waker.start()
    for waker in wakers:
        waker.join()
    Shared(queue, "a").wake(range(40))
    assert sorted(int(lock) for lock, _ in jobs(queue)) == list(range(40))


# Failing


def hanging(pipe, url):
    """A process that begins with a unit, and never ends it."""
    hurry()
    Shared(url, "hanging").judge(lambda unit: (pipe.send(unit), time.sleep(600)), Event())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_unit_of_a_process_that_is_gone_is_free_for_others(queue, number, monkeypatch):
    """Trap: its job would stay for ever."""
    monkeypatch.setattr(postgres_work_sharing, "STALE", 0.6)
    shared = Shared(queue, "a")
    shared.wake([1])
    process, pipe = begun(hanging, queue)
    assert pipe.recv() == 1
    os.kill(process.pid, number)
    done = []
    with judging(queue, done.append):
        until(lambda: shared.wake([1]) or done)
    process.kill()
    process.join()
    assert set(done) == {1}


def test_one_who_stood_still_so_long_that_its_unit_was_given_away_goes_on(queue):
    shared, done = Shared(queue, "a"), []

    def work(unit):
        done.append(unit)
        if len(done) == 1:
            asked(queue, "DELETE FROM procrastinate.procrastinate_workers RETURNING id")
            shared.wake([1])

    shared.wake([1])
    with judging(queue, work) as worker:
        until(lambda: not worker.is_alive())
    with judging(queue, work):
        until(lambda: done == [1, 1])


def test_it_ends_when_its_work_fails_and_says_why(queue):
    def fail(_unit):
        raise ZeroDivisionError

    Shared(queue, "a").wake([1])
    with pytest.raises(ZeroDivisionError), judging(queue, fail) as worker:
        until(lambda: not worker.is_alive())
    assert not jobs(queue)


def ends_when_killed(worker, server, done):
    until(lambda: done)
    server.kill()
    until(lambda: not worker.is_alive())


def test_it_ends_though_it_is_told_to_when_it_has_hardly_begun(queue, monkeypatch):
    """Up to Python 3.11, `asyncio.wait_for` may lose a cancellation: a worker that was ended by one
    went on for ever."""
    register = JobManager.register_worker
    stop = Event()

    async def slowly(manager):
        stop.set()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(10 * HURRIED["LOOK_EVERY"])
        return await register(manager)

    monkeypatch.setattr(JobManager, "register_worker", slowly)
    with judging(queue, print, stop=stop) as worker:
        until(stop.is_set)
        worker.join(10)
        assert not worker.is_alive()


def test_it_ends_when_the_database_does_and_works_when_begun_anew(mortal):
    """Trap: it would end in silence."""
    url, done = mortal.url + "postgres", []
    set_up(url)
    Shared(url, "a").wake([1])
    ends = (ConnectorException, psycopg.Error)
    with pytest.raises(ends) as ended, judging(url, done.append) as worker:
        ends_when_killed(worker, mortal, done)
    assert failure_causes.why(ended.value) == failure_causes.NO_DATABASE
    mortal.start(lasting=True)
    with judging(url, done.append):
        Shared(url, "a").wake([2])
        until(lambda: done == [1, 2])


def test_work_that_hangs_is_told_by_the_name_of_its_unit(queue, monkeypatch):
    monkeypatch.setattr(heartbeat, "SILENT_FOR", 0.2)
    stop, go_on = Stop(), Event()

    def work(_unit):
        with stop.expecting():
            assert go_on.wait(60)

    Shared(queue, "a").wake([17])
    with judging(queue, work, stop=stop):
        until(lambda: stop.silent() == ["judging 17"])
        go_on.set()
        until(lambda: not jobs(queue))
        assert not stop.silent()


# Its tables


def test_its_tables_lie_in_a_schema_of_their_own_and_ours_are_as_they_were(shared, tmp_path):
    ours = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
    before = asked(shared, ours)
    set_up(shared)
    with closing(open_store(shared, upgrade=True)) as store:
        copy_out(store, tmp_path / "copy")
    assert asked(shared, ours) == before
    assert asked(shared, ours.replace("public", "procrastinate"))[0][0] >= 4


def test_another_version_makes_its_tables_anew_and_the_same_leaves_them(queue):
    Shared(queue, "a").wake([1])
    set_up(queue)
    assert jobs(queue) == [("1", "todo")]
    with psycopg.connect(queue, autocommit=True) as db:
        db.execute("COMMENT ON SCHEMA procrastinate IS 'pbem: procrastinate 3.9.0'")
    set_up(queue)
    assert jobs(queue) == []
    done = []
    with judging(queue, done.append):
        Shared(queue, "a").wake([1])
        until(lambda: done)


def test_many_who_begin_at_once_make_them_once(shared):
    beginning = [Thread(target=set_up, args=(shared,)) for _ in range(4)]
    for one in beginning:
        one.start()
    for one in beginning:
        one.join()
    Shared(shared, "a").wake([1])
    assert jobs(shared) == [("1", "todo")]


def test_a_schema_that_is_not_ours_is_left_alone(shared):
    with psycopg.connect(shared, autocommit=True) as db:
        db.execute("CREATE SCHEMA procrastinate")
    with pytest.raises(StoreError, match="not pbem's"):
        set_up(shared)


# Without it


def without_it(pipe, folder, *words):
    """`pbem` where procrastinate is not installed."""
    sys.modules["procrastinate"] = None
    del sys.modules[postgres_work_sharing.__name__], several_processes.postgres_work_sharing
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT)
    for output in (1, 2):
        os.dup2(log, output)
    main(["-C", str(folder), *words])


def test_without_the_package_one_process_does_it_all_and_several_are_told_what_to_install(
    tmp_path, shared
):
    settings = '[moderator]\nhost = "host@example.org"\n'
    found(tmp_path / "alone", settings)
    found(tmp_path / "shared", settings + f'[database]\nurl = "{shared}"\n'
          '[work]\nengine = "postgresql"\n')  # fmt: skip
    ended = {}
    for name, words in (("alone", ["run", "--once"]), ("shared", ["run"])):
        process, _ = begun(without_it, tmp_path / name, *words)
        process.join()
        ended[name] = process.exitcode, (tmp_path / name / "log").read_text()
    assert ended["alone"][0] == 0
    assert "install pbem[shared]" in ended["shared"][1]
    assert ended["shared"][0] == 2
    assert ended["shared"][1].count("\n") == 1
