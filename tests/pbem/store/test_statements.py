"""Rows without objects, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import bindparam
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import Session, col, delete, select, update

from pbem.store import open_store, statements
from pbem.store import tables as t

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
ALL = select(t.GameData.hash, t.GameData.data).order_by(col(t.GameData.hash))
ONE = select(t.GameData.data).where(col(t.GameData.hash) == bindparam("wanted"))
WHOLE = select(t.GameData).where(col(t.GameData.hash) == bindparam("wanted"))
REMOVE = delete(t.GameData).where(col(t.GameData.hash) == bindparam("wanted"))
ROW = {"address": "a@example.org", "created": NOON, "digest_at": NOON}
PERSON = ROW | {"name": "", "zone": "", "preferences": ""}
GIVEN = [{"hash": "a", "data": b"1"}, {"hash": "b", "data": b"2"}]


@contextmanager
def given(url: str) -> Iterator[Session]:
    """A transaction on a database with two rows."""
    with closing(open_store(url, upgrade=True)) as store:
        with store.transaction() as db:
            statements.add(db, t.GameData, GIVEN)
        with store.transaction() as db:
            yield db


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


def test_a_column_can_be_emptied_by_a_statement_that_says_so(url: str) -> None:
    with given(url) as db:
        statements.add(db, t.Person, [PERSON])
        empty = update(t.Person).values(digest_at=None)

        assert statements.run(db, empty) == 1
        assert statements.read(db, select(t.Person.digest_at)).scalar_one() is None


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


# As objects


def test_rows_are_objects_of_the_session(url: str) -> None:
    with given(url) as db:
        (row,) = statements.objects(db, t.GameData, WHOLE, wanted="b")
        assert row is db.get_one(t.GameData, "b")
        assert statements.objects(db, t.GameData, WHOLE, wanted="c") == []


def test_an_object_that_is_not_written_out_yet_is_found(url: str) -> None:
    with given(url) as db:
        db.add(pending := t.GameData(hash="c", data=b"3"))
        assert statements.objects(db, t.GameData, WHOLE, wanted="c") == [pending]


# As the driver takes them


def test_a_time_and_a_truth_are_read_as_they_were_written(url: str) -> None:
    posts = select(t.ForumPost.written, t.ForumPost.edited, t.ForumPost.private)
    texts = dict.fromkeys(("post", "author", "name", "hash", "text"), "it")
    with given(url) as db:
        row = {**texts, "version": 1, "written": NOON, "seen": NOON}
        statements.add(db, t.ForumPost, [{**row, "deleted": False, "private": True}])
        assert statements.read(db, posts).one() == (NOON, None, True)


def test_a_statement_with_a_list_of_values_finds_each(url: str) -> None:
    listed = ALL.where(col(t.GameData.hash).in_(bindparam("wanted", expanding=True)))
    with given(url) as db:
        for wanted in (["a"], ["a", "b"], []):
            found = statements.read(db, listed, wanted=wanted)
            assert [row.hash for row in found] == wanted


def test_what_the_driver_refuses_is_told_as_the_session_tells_it(url: str) -> None:
    with pytest.raises(IntegrityError), given(url) as db:
        statements.add(db, t.GameData, GIVEN)


# Objects of rows


@contextmanager
def people(url: str) -> Iterator[Session]:
    """A transaction on a database with one person, read as an object."""
    with closing(open_store(url, upgrade=True)) as store:
        with store.transaction() as db:
            statements.add(db, t.Person, [PERSON])
        with store.transaction() as db:
            yield db


PEOPLE = select(t.Person).order_by(col(t.Person.id))
NAMES = select(t.Person.name)


def test_rows_become_the_objects_that_the_session_would_make_of_them(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        assert person.created == NOON
        assert db.exec(PEOPLE).one() is person
        assert db.get(t.Person, person.id) is person
        assert statements.objects(db, t.Person, PEOPLE) == [person]
        db.refresh(person)
        assert person.address == "a@example.org"


def test_what_is_changed_of_an_object_is_written_before_it_is_read_and_at_the_end(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        person.name = "Ada"
        db.flush()
        assert db.exec(NAMES).one() == "Ada"
        person.name, person.digest_at = "Bea", None
    with closing(open_store(url)) as store, store.reading() as db:
        assert db.exec(select(t.Person.name, t.Person.digest_at)).one() == ("Bea", None)


def test_what_is_changed_of_an_object_stays_when_its_row_is_read_again(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        person.name = "Ada"
        db.refresh(person)
        assert (person.name, db.exec(NAMES).one()) == ("Ada", "Ada")


def test_what_is_set_to_the_value_that_it_has_writes_nothing(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        statements.run(db, update(t.Person).values(name="Cem"))
        person.name = ""
        db.flush()
        assert db.exec(NAMES).one() == "Cem"


def test_an_object_whose_row_is_gone_cannot_be_changed(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        statements.run(db, delete(t.Person))
        person.name = "Ada"
        with pytest.raises(StaleDataError):
            db.flush()
        db.expunge(person)


def test_objects_that_were_removed_or_added_are_no_longer_found_or_are(url: str) -> None:
    with people(url) as db:
        (person,) = statements.objects(db, t.Person, PEOPLE)
        db.delete(person)
        db.add(t.Person(**PERSON | {"address": "b@example.org"}))
        assert [one.address for one in statements.objects(db, t.Person, PEOPLE)] == [
            "b@example.org"
        ]
