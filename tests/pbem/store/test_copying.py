"""The whole store as a file, out of each database and into each."""

from pathlib import Path

import pytest
from sqlalchemy import select
from sqlmodel import Session

from pbem.store import StoreError, open_store
from pbem.store import tables as t
from pbem.store.copying import CHUNK, copy_in, copy_out
from tests.pbem.store.test_database import NOON, mail


def filled(url: str) -> None:
    """A store with rows of which one names another, more than fit into one chunk, and bytes."""
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        game = t.Game(
            name="a", kind="k", options="{}", commitment="", created=NOON, version="1",
            data_hash="", pace="",
        )  # fmt: skip
        db.add(game)
        db.flush()
        db.add(t.GameSecret(game_id=game.id, secret=bytes(range(32))))
        first = t.Press(game_id=game.id, seat="x", way="signed", to="[]", thread="1", text="ä",
                        written=NOON)  # fmt: skip
        db.add(first)
        db.flush()
        db.add(t.Press(game_id=game.id, seat="y", way="signed", to="[]", thread="1", text="'",
                       written=NOON, answers=first.id))  # fmt: skip
        db.add_all(mail(number) for number in range(CHUNK * 2 + 1))
    store.close()


def everything(db: Session) -> dict[str, list[tuple[object, ...]]]:
    return {
        table.name: [tuple(row) for row in db.connection().execute(select(table))]
        for table in t.metadata.sorted_tables
    }


def content(url: str) -> dict[str, list[tuple[object, ...]]]:
    store = open_store(url)
    with store.reading() as db:
        rows = everything(db)
    store.close()
    return rows


def copied_out(url: str, file: Path) -> Path:
    store = open_store(url)
    copy_out(store, file)
    store.close()
    return file


def test_a_copy_holds_every_row_as_it_was(url: str, tmp_path: Path) -> None:
    filled(url)
    file = copied_out(url, tmp_path / "copy")
    assert content(f"sqlite:///{file}") == content(url)
    assert len(content(url)["outgoing"]) == CHUNK * 2 + 1


def test_a_copy_can_be_read_into_either_database(url: str, tmp_path: Path) -> None:
    original = f"sqlite:///{tmp_path / 'original'}"
    filled(original)
    copy_in(copied_out(original, tmp_path / "copy"), url)
    assert content(url) == content(original)


def test_new_rows_get_numbers_that_the_copy_has_not_given(url: str, tmp_path: Path) -> None:
    original = f"sqlite:///{tmp_path / 'original'}"
    filled(original)
    copy_in(copied_out(original, tmp_path / "copy"), url)
    store = open_store(url)
    with store.transaction() as db:
        row = mail(CHUNK * 3)
        db.add(row)
        db.flush()
        assert row.id == CHUNK * 2 + 2
    store.close()


def test_a_copy_is_of_one_moment_while_others_write(url: str, tmp_path: Path) -> None:
    """A transaction that is open meanwhile neither waits for the copy nor gets into it."""
    filled(url)
    store = open_store(url)
    with store.transaction() as db:
        db.add(mail(CHUNK * 4))
        db.flush()
        copy_out(store, tmp_path / "copy")
    store.close()
    assert len(content(f"sqlite:///{tmp_path / 'copy'}")["outgoing"]) == CHUNK * 2 + 1


def test_a_database_that_holds_anything_is_not_read_into(url: str, tmp_path: Path) -> None:
    filled(url)
    before = content(url)
    file = copied_out(url, tmp_path / "copy")
    with pytest.raises(StoreError, match="choose an empty one"):
        copy_in(file, url)
    assert content(url) == before
