"""What is read without SQLAlchemy is what the store has, on both databases."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.store import open_store, plain_reading
from pbem.store import tables as t

AT = datetime(2026, 12, 1, 20, 30, 15, 250, tzinfo=timezone(timedelta(hours=2)))


def test_rows_and_times_are_those_of_the_store(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add(t.SafetyStop(id=1, released=AT, since=AT, seen="it's so"))
    statement = "SELECT released, looked, seen FROM safety_stop"
    with plain_reading.looking(url) as rows:
        assert rows is not None
        ((released, looked, seen),) = rows(statement)
    assert (plain_reading.moment(released), plain_reading.moment(looked)) == (AT, None)
    released = plain_reading.moment(released)
    assert released is not None
    assert released.tzinfo is UTC
    assert seen == "it's so"
    with store.reading() as db:
        by_connection = plain_reading.of_connection(db.connection())
        assert [row[2] for row in by_connection(statement)] == [seen]
    store.close()


def test_all_statements_see_one_state(url: str) -> None:
    store = open_store(url, upgrade=True)
    with plain_reading.looking(url) as rows:
        assert rows is not None
        assert rows("SELECT count(*) FROM safety_stop") == [(0,)]
        with store.transaction() as db:
            db.add(t.SafetyStop(id=1, released=AT))
        assert rows("SELECT count(*) FROM safety_stop") == [(0,)]
    store.close()


def test_nothing_can_be_written(url: str) -> None:
    open_store(url, upgrade=True).close()
    with plain_reading.looking(url) as rows:
        assert rows is not None
        with pytest.raises(Exception, match=r"readonly|read-only"):
            rows("DELETE FROM safety_stop")


def test_a_database_of_another_version_is_left_to_the_store(url: str) -> None:
    with plain_reading.looking(url) as rows:
        assert rows is None
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.connection().execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with plain_reading.looking(url) as rows:
        assert rows is None


def test_a_file_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    file = tmp_path / "no.sqlite"
    with plain_reading.looking(f"sqlite:///{file}") as rows:
        assert rows is None
    assert not file.exists()
