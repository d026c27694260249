"""Full disks, killed databases, deadlocks: no mail is to blame for them, and none is lost."""

import errno
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, OperationalError

from engine.core.record import Diverged
from pbem.campaign import failure_causes
from pbem.daemon import receive_judge_send
from pbem.mail.transports.mailbox import MailboxDown
from pbem.store import tables as t
from tests import ROOT
from tests.house import House, kinds

PATIENCE = 30


def waiting(house):
    return house.session().waiting()[0]


def came_in(house):
    """An order lies in the store and is to be judged."""
    seat = waiting(house)
    house.order(seat, "place army in India")
    receive_judge_send.take_in(house.world, house.mailbox, house.now)
    return seat


def attempts(house):
    return house.rows(t.InboundMail)[-1].attempts


def is_obeyed(house, seat):
    return bool(house.session().view(None)["units"][seat].get("india"))


# The disk


@contextmanager
def full_disk(house):
    """The database may not grow: SQLite itself says that it is full."""

    def fill(connection):
        connection.exec_driver_sql("PRAGMA max_page_count = 1")

    engine = house.world.store.engine
    event.listen(engine, "begin", fill)
    yield
    event.remove(engine, "begin", fill)
    engine.dispose()


@pytest.mark.only_sqlite("SQLite itself says that the disk is full")
def test_a_full_disk_is_no_attempt_and_the_order_is_obeyed_when_there_is_room(setting_up):
    seat = came_in(setting_up)
    with full_disk(setting_up):
        for _ in range(7):
            with pytest.raises(OperationalError) as failed:
                receive_judge_send.work(setting_up.world, setting_up.now)
            assert failure_causes.why(failed.value) == failure_causes.DISK_FULL
    assert (setting_up.letters()[-1][0], attempts(setting_up)) == ("new", 0)
    assert "receipt" in kinds(setting_up.cycle(minutes=1))
    assert is_obeyed(setting_up, seat)


def test_a_mailbox_that_lets_no_mail_go_keeps_none_from_being_judged_once(setting_up):
    """As a full one does: both come again until they could be moved."""
    processed = setting_up.folder / "mail/inbox/.processed"
    processed.rename(processed.with_name("away"))
    processed.touch()
    for name in ("one", "two"):
        setting_up.mail(f"{name}@example.net", "help")
    for _ in range(2):
        with pytest.raises(MailboxDown):
            receive_judge_send.take_in(setting_up.world, setting_up.mailbox, setting_up.now)
    receive_judge_send.work(setting_up.world, setting_up.now)
    assert setting_up.letters()[-2:] == [("done", "help"), ("done", "help")]
    processed.unlink()
    assert kinds(setting_up.cycle(minutes=1)) == ["help", "help"]
    assert not list((setting_up.folder / "mail/inbox/new").iterdir())


@pytest.mark.only_sqlite("SQLite itself says that the disk is full")
def test_a_later_mail_about_a_game_does_not_go_before_one_that_the_full_disk_kept(setting_up):
    """The second mail would be judged, if the first were passed over: it needs no room at all."""
    came_in(setting_up)
    setting_up.mail("nobody@example.net", "hello soe1")
    receive_judge_send.take_in(setting_up.world, setting_up.mailbox, setting_up.now)
    with full_disk(setting_up), pytest.raises(OperationalError):
        receive_judge_send.work(setting_up.world, setting_up.now)
    assert [status for status, _ in setting_up.letters()[-2:]] == ["new", "new"]


@pytest.mark.only_sqlite("SQLite itself says that the disk is full")
def test_a_deadline_that_the_full_disk_kept_is_tried_again_and_is_no_trouble_of_its_game(
    setting_up,
):
    now = setting_up.now
    setting_up.limit(silent=100)
    (row,) = setting_up.rows(t.Window, state="open")
    with full_disk(setting_up), pytest.raises(OperationalError):
        receive_judge_send.work(setting_up.world, row.due)
    assert setting_up.rows(t.Window, id=row.id)[0].state == "open"
    mails = setting_up.cycle(hours=(row.due - now).total_seconds() / 3600 + 1)
    assert setting_up.rows(t.Window, id=row.id)[0].state == "defaulted"
    assert "host" not in kinds(mails)


CROWDED = """
import resource, sys
from pathlib import Path
from tests.house import House
from datetime import datetime
from pbem.campaign import failure_causes
from pbem.daemon import receive_judge_send
from pbem.mail.transports.mailbox import MailboxDown
house = House(Path({folder!r}))
house.now = datetime.fromisoformat({now!r})
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
for _ in range(7):
    try:
        receive_judge_send.work(house.world, house.now)
    except Exception as problem:
        print(failure_causes.why(problem))
"""


@pytest.mark.only_sqlite("a server writes its files in another process")
def test_a_file_that_may_not_grow_is_no_attempt_either(setting_up):
    """In a process of its own, where the system itself refuses to write more."""
    seat = came_in(setting_up)
    setting_up.close()
    program = CROWDED.format(folder=str(setting_up.folder), now=setting_up.now.isoformat())
    call = [sys.executable, "-c", program]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert len(said) == 7, done.stderr
    assert all(said)
    assert setting_up.letters()[-1][0] == "new"
    assert attempts(setting_up) <= 1
    assert "receipt" in kinds(setting_up.cycle(minutes=1))
    assert is_obeyed(setting_up, seat)


# The database server


def test_a_database_that_is_killed_meanwhile_is_no_attempt(tmp_path, mortal):
    house = House(tmp_path / "house", mortal.url + "postgres")
    house.begin()
    house.keep_all()
    seat = came_in(house)
    killed = []

    def kill(_connection, _cursor, statement, *_):
        if not killed and statement.startswith("UPDATE"):
            killed.append(statement)
            mortal.kill()

    event.listen(house.world.store.engine, "before_cursor_execute", kill)
    for _ in range(5):
        with pytest.raises(DBAPIError) as failed:
            receive_judge_send.work(house.world, house.now)
        assert failure_causes.why(failed.value) == failure_causes.NO_DATABASE
    assert killed
    mortal.start(lasting=True)
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert is_obeyed(house, seat)
    assert attempts(house) == 1
    house.close()


def until(found):
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def test_a_deadlock_is_no_attempt(tmp_path, mortal):
    """Somebody else has rows that the moderator wants, and wants those that he has."""
    url = mortal.url + "postgres"
    house = House(tmp_path / "house", url)
    house.begin()
    house.keep_all()
    seat, failed = came_in(house), []

    def work():
        try:
            receive_judge_send.work(house.world, house.now)
        except Exception as problem:
            failed.append(failure_causes.why(problem))

    with psycopg.connect(url) as other, psycopg.connect(url, autocommit=True) as looking:
        other.execute("SET deadlock_timeout = '60s'")
        other.execute('SELECT * FROM "window" FOR UPDATE')
        worker = threading.Thread(target=work)
        worker.start()
        held = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        until(lambda: looking.execute(held).fetchone())
        other.execute("SELECT * FROM game FOR UPDATE")
        other.rollback()
        worker.join(PATIENCE)
    assert failed == [failure_causes.BUSY]
    assert attempts(house) == 0
    assert "receipt" in kinds(house.cycle(minutes=1))
    assert is_obeyed(house, seat)
    house.close()


# Whose fault


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EMFILE, errno.ENOMEM])
def test_what_the_system_refuses_is_the_surroundings_fault_whatever_came_of_it(number):
    def look():
        try:
            raise OSError(number, "refused")
        except OSError as problem:
            raise Diverged("the rules fail to show it") from problem

    with pytest.raises(Diverged) as failed:
        look()
    assert failure_causes.why(failed.value)


NO_FILE = FileNotFoundError(errno.ENOENT, "there is none")


@pytest.mark.parametrize("problem", [ValueError(), NO_FILE, OSError()])
def test_other_failures_are_not(problem):
    assert failure_causes.why(problem) == ""


def test_a_mistake_in_a_statement_is_not(setting_up):
    with pytest.raises(DBAPIError) as failed, setting_up.world.store.transaction() as db:
        db.connection().exec_driver_sql("SELECT * FROM nothing_of_ours")
    assert failure_causes.why(failed.value) == ""


@pytest.mark.only_sqlite("nobody holds a whole database of a server")
def test_a_database_that_another_holds_is(setting_up):
    other = House(setting_up.folder)
    engine = other.world.store.engine
    event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA busy_timeout=1"))
    engine.dispose()
    with setting_up.world.store.transaction() as db:
        db.connection()
        with pytest.raises(OperationalError) as failed, other.world.store.transaction() as waits:
            waits.connection()
    assert failure_causes.why(failed.value) == failure_causes.BUSY
    other.close()
