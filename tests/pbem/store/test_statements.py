"""Rows without objects, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, select

from pbem.store import open_store, statements
from pbem.store import tables as t

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ALL = select(t.GameData.hash, t.GameData.data).order_by(col(t.GameData.hash))
ONE = select(t.GameData.data).where(col(t.GameData.hash) == bindparam("wanted"))
REMOVE = delete(t.GameData).where(col(t.GameData.hash) == bindparam("wanted"))
GIVEN = [{"hash": "a", "data": b"1"}, {"hash": "b", "data": b"2"}]


@contextmanager
def given(url: str) -> Iterator[Session]:
    """A transaction on a database with two rows."""
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        statements.add(db, t.GameData, GIVEN)
    with store.transaction() as db:
        yield db
    store.close()


def found(db: Session) -> list[Any]:
    return [tuple(row) for row in statements.read(db, ALL)]


def test_rows_that_were_added_are_read_with_their_values(url: str) -> None:
    with given(url) as db:
        assert found(db) == [("a", b"1"), ("b", b"2")]
        assert statements.read(db, ONE, wanted="b").scalar_one() == b"2"


def test_only_the_rows_meant_are_removed(url: str) -> None:
    with given(url) as db:
        statements.run(db, REMOVE, wanted="a")
        assert found(db) == [("b", b"2")]


def test_no_rows_are_no_statement(url: str) -> None:
    with given(url) as db:
        statements.add(db, t.GameData, [])
        assert len(found(db)) == 2


def test_numbers_follow_the_order_in_which_rows_are_added(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        times = {"created": NOON, "next_try": NOON}
        rest = {"recipient": "r", "kind": "k", "payload": "{}", "refs": "", "error": ""}
        ids = ["c", "a", "b"]
        same = {**times, **rest, "state": "waiting", "attempts": 0}
        statements.add(db, t.Outgoing, [{"message_id": name, **same} for name in ids])
        numbered = select(t.Outgoing.message_id).order_by(col(t.Outgoing.id))
        assert statements.read(db, numbered).scalars().all() == ids
    store.close()


def test_reading_rows_writes_out_no_object(url: str) -> None:
    with given(url) as db:
        pending = t.GameData(hash="c", data=b"3")
        db.add(pending)
        assert len(found(db)) == 2
        assert pending in db.new
