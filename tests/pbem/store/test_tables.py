"""What the tables promise beyond their columns."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel, select

from pbem.store import open_store
from pbem.store import tables as t

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_times_come_back_aware_and_in_utc(url: str) -> None:
    eastern = timezone(timedelta(hours=-5))
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add(t.Person(address="a@example.org", created=NOON.astimezone(eastern)))
    with store.reading() as db:
        created = db.exec(select(t.Person.created)).one()
    assert (created, created.tzinfo) == (NOON, UTC)
    store.close()


def test_times_are_compared_whatever_zone_they_are_asked_in(url: str) -> None:
    eastern = timezone(timedelta(hours=-5))
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add(t.Person(address="a@example.org", created=NOON))
    with store.reading() as db:
        early = select(t.Person).where(t.Person.created <= NOON.astimezone(eastern))
        assert len(db.exec(early).all()) == 1
    store.close()


def test_a_time_without_its_zone_is_refused(url: str) -> None:
    store = open_store(url, upgrade=True)
    with pytest.raises(StatementError, match="without its zone"), store.transaction() as db:
        db.add(t.Person(address="a@example.org", created=NOON.replace(tzinfo=None)))
    store.close()


def test_a_mail_is_stored_once_for_its_place_on_the_server(url: str) -> None:
    store = open_store(url, upgrade=True)

    def arrive(source: str) -> None:
        with store.transaction() as db:
            db.add(t.InboundMail(source=source, server_id="7.1", arrived=NOON, raw=b"\0mail"))

    arrive("inbox")
    arrive("other")
    with pytest.raises(IntegrityError):
        arrive("inbox")
    store.close()


def test_no_row_shows_what_is_secret() -> None:
    shown = repr(t.GameSecret(game_id=1, secret=b"small secrets")) + repr(
        t.SealedAnswer(game_id=1, seat="britain", choice="lose fort", source="order")
    )
    assert "small secrets" not in shown
    assert "lose fort" not in shown


def test_every_table_says_what_it_keeps() -> None:
    rows = [mapper.class_ for mapper in SQLModel._sa_registry.mappers]
    assert {row.__tablename__ for row in rows} == set(t.metadata.tables)
    assert all(len(row.__doc__ or "") > 20 for row in rows)
