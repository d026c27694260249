"""Mails that are stored as they come, on SQLite and on PostgreSQL."""

from contextlib import closing
from datetime import UTC, datetime

from sqlmodel import select

from pbem.store import inbound_mails, open_store
from pbem.store import tables as t

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_mail_waits_to_be_judged_with_its_bytes_unchanged(url: str) -> None:
    raw = bytes(range(256))
    with closing(open_store(url, upgrade=True)) as store:
        with store.transaction() as db:
            number = inbound_mails.add(
                db, source="inbox", server_id="7.1", arrived=NOON, raw=raw, reason="too long"
            )
        with store.reading() as db:
            row = db.exec(select(t.InboundMail)).one()
    assert row == t.InboundMail(
        id=number, source="inbox", server_id="7.1", arrived=NOON, raw=raw, reason="too long"
    )


def test_a_mail_that_is_there_already_stays_as_it_is_and_gets_no_number(url: str) -> None:
    with closing(open_store(url, upgrade=True)) as store:
        for source, raw, first in (
            ("inbox", b"first", True),
            ("inbox", b"second", False),
            ("other", b"third", True),
        ):
            with store.transaction() as db:
                number = inbound_mails.add(
                    db, source=source, server_id="7.1", arrived=NOON, raw=raw
                )
            assert (number is not None) == first
        with store.reading() as db:
            assert set(db.exec(select(t.InboundMail.raw))) == {b"first", b"third"}


def test_a_mail_keeps_a_number_that_it_has(url: str) -> None:
    with closing(open_store(url, upgrade=True)) as store, store.transaction() as db:
        number = inbound_mails.add(
            db, number=41, source="inbox", server_id="7.1", arrived=NOON, raw=b""
        )
        assert number == 41
        assert db.exec(select(t.InboundMail.id)).one() == 41
