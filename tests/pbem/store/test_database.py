"""Opening, transactions and versions, on SQLite and on PostgreSQL."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Inspector, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlmodel import Session, select

from pbem.campaign import failure_causes
from pbem.store import Store, StoreError, connecting, open_store, prepared, statements, upgrading
from pbem.store import tables as t
from pbem.store.versions import revisions
from tests.pbem.store import sharing
from tests.processes import begun

DURABLE = {"sqlite": "PRAGMA synchronous", "postgresql": "SHOW synchronous_commit"}
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def mail(number: int) -> t.Outgoing:
    return t.Outgoing(
        message_id=f"<{number}@example.org>",
        recipient="britain@example.org",
        kind="notice",
        payload="{}",
        created=NOON,
        next_try=NOON,
    )


def durability(db: Session) -> Any:
    """How a commit waits for the disk."""
    connection = db.connection()
    return connection.exec_driver_sql(DURABLE[connection.dialect.name]).scalar()


def test_what_is_committed_is_there_for_the_next_transaction(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add(mail(1))
    with store.reading() as db:
        assert db.exec(select(t.Outgoing.message_id)).all() == ["<1@example.org>"]
    store.close()


def test_what_does_not_wait_for_the_disk_is_there_for_others_too(url: str) -> None:
    """A database server always waits: its own end would lose what it has not written."""
    with closing(open_store(url, upgrade=True)) as store, closing(open_store(url)) as other:
        with store.transaction() as db:
            before = durability(db)
        with store.transaction(waits_for_disk=False) as db:
            db.add(mail(1))
            assert durability(db) == (1 if url.startswith("sqlite") else before)
        with other.reading() as db:
            assert db.exec(select(t.Outgoing.message_id)).all() == ["<1@example.org>"]
        with pytest.raises(DBAPIError), store.transaction(waits_for_disk=False) as db:
            db.add(mail(1))
        with store.transaction() as db:
            assert durability(db) == before


def test_a_closed_database_is_one_file(tmp_path: Path) -> None:
    """Its file can be copied: nothing is left in the file beside it that SQLite writes into."""
    store = open_store(f"sqlite:///{tmp_path / 'one.sqlite'}", upgrade=True)
    with store.transaction() as db:
        db.add(mail(1))
    with store.reading() as db:
        assert db.exec(select(t.Outgoing.id)).all() == [1]
    assert len(list(tmp_path.iterdir())) > 1
    store.close()
    assert [file.name for file in tmp_path.iterdir()] == ["one.sqlite"]


def test_an_exception_undoes_its_whole_transaction(url: str) -> None:
    store = open_store(url, upgrade=True)
    with pytest.raises(DBAPIError), store.transaction() as db:
        db.add_all([mail(1), mail(2), mail(1)])
    with store.reading() as db:
        assert db.exec(select(t.Outgoing)).all() == []
    store.close()


def test_a_reading_transaction_refuses_to_write_and_the_next_writes_again(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.reading() as db:
        db.add(mail(1))
        with pytest.raises(DBAPIError, match=r"read-?only"):
            db.flush()
    with store.transaction() as db:
        db.add(mail(2))
    store.close()


def test_a_reader_sees_one_state_while_another_writes(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.reading() as reader:
        assert reader.exec(select(t.Outgoing.id)).all() == []
        with store.transaction() as db:
            db.add(mail(1))
        assert reader.exec(select(t.Outgoing.id)).all() == []
    store.close()


def test_rows_can_be_read_after_their_transaction(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        row = mail(1)
        db.add(row)
    assert (row.id, row.recipient) == (1, "britain@example.org")
    store.close()


def test_a_row_of_a_game_that_is_not_there_is_refused(url: str) -> None:
    store = open_store(url, upgrade=True)
    with pytest.raises(DBAPIError, match=r"(?i)foreign key"), store.transaction() as db:
        db.add(t.Event(game_id=7, n=1, body="{}"))
    store.close()


def test_four_processes_do_every_job_exactly_once(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add_all(mail(number) for number in range(200))
    workers = [begun(sharing.claim, url) for _ in range(4)]
    done = [job for _, pipe in workers for job in pipe.recv()]
    assert sorted(done) == list(range(1, 201))
    for worker, _ in workers:
        worker.join()
        assert worker.exitcode == 0
    store.close()


def test_threads_share_a_store(url: str) -> None:
    store = open_store(url, upgrade=True)

    def write(number: int) -> None:
        with store.transaction() as db:
            db.add(mail(number))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store.reading() as db:
        assert len(db.exec(select(t.Outgoing)).all()) == 8
    store.close()


def stands_still(store: Store, rows: int) -> None:
    """It writes rows and is silent for longer than the server waits."""
    written = [mail(number).model_dump(exclude={"id"}) for number in range(rows)]
    with store.transaction() as db:
        db.connection().exec_driver_sql("SET idle_in_transaction_session_timeout = '100ms'")
        statements.add(db, t.Outgoing, written)
        time.sleep(0.4)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("rows", [1, 3])
def test_whoever_stands_still_behind_what_it_wrote_loses_its_locks(url: str, rows: int) -> None:
    with closing(open_store(url, upgrade=True)) as store:
        with pytest.raises(DBAPIError) as failed:
            stands_still(store, rows)
        assert failure_causes.why(failed.value) == failure_causes.NO_DATABASE


def sends_for_long(store: Store) -> None:
    """It writes rows, and is silent between two of them for longer than the server waits."""

    def rows() -> Iterator[tuple[int]]:
        yield (1,)
        time.sleep(0.4)
        yield (2,)

    with store.transaction() as db:
        db.connection().exec_driver_sql("SET idle_in_transaction_session_timeout = '100ms'")
        prepared.sent(db.connection(), "SELECT %s", rows(), each=True)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_whoever_stands_still_between_rows_loses_its_locks(url: str) -> None:
    with closing(open_store(url, upgrade=True)) as store:
        with pytest.raises(DBAPIError) as failed:
            sends_for_long(store)
        assert failure_causes.why(failed.value) == failure_causes.NO_DATABASE


def test_a_commit_on_sqlite_survives_loss_of_power(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'a.sqlite'}", upgrade=True)
    with store.transaction() as db:
        pragmas = {
            name: db.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2}
    store.close()


def test_a_database_file_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    open_store(f"sqlite:///{tmp_path / 'a.sqlite'}", upgrade=True).close()
    modes = {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    assert modes == {0o600}


def check_tables(address: URL) -> None:
    """Raise alembic's AutogenerateDiffsDetected if the tables say other than the migrations."""
    with upgrading.migrating(address) as config:
        command.check(config)


def test_the_migrations_make_the_tables_and_take_them_back(url: str) -> None:
    address = connecting.address_of(url)
    open_store(url, upgrade=True).close()
    check_tables(address)
    upgrading.migrate(address, "base")
    assert tables_in(url) == {"alembic_version"}
    open_store(url, upgrade=True).close()
    check_tables(address)
    assert tables_in(url) == {*t.metadata.tables, "alembic_version"}


def test_an_empty_database_gets_the_tables_that_all_migrations_make(url: str) -> None:
    address = connecting.address_of(url)
    upgrading.migrate(address, "head")
    migrated = described(url)
    upgrading.migrate(address, "base")
    drop_version(url)
    upgrading.bring_up_to_date(address)
    check_tables(address)
    assert described(url) == migrated


def drop_version(url: str) -> None:
    """Leave no table at all, as in a new database."""
    engine = create_engine(connecting.address_of(url))
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()


def described(url: str) -> dict[str, list[str]]:
    """What each table is made of; the names of primary keys are left out, which tables that were
    renamed keep, and the order of columns."""
    engine = create_engine(connecting.address_of(url))
    made = {table: parts(inspect(engine), table) for table in inspect(engine).get_table_names()}
    engine.dispose()
    return made


def parts(looked: Inspector, table: str) -> list[str]:
    key = looked.get_pk_constraint(table)["constrained_columns"]
    others: list[Any] = [
        *looked.get_columns(table),
        *looked.get_foreign_keys(table),
        *looked.get_indexes(table),
        *looked.get_unique_constraints(table),
        *looked.get_check_constraints(table),
    ]
    for part in others:  # a sequence is called what its table was called when it was made
        if "nextval" in str(part.get("default")):
            part["default"] = "the next number"
    return sorted(map(str, [key, *others]))


def test_the_versions_by_their_file_names_are_those_that_alembic_finds(tmp_path: Path) -> None:
    with upgrading.migrating(connecting.address_of(f"sqlite:///{tmp_path / 'a.sqlite'}")) as config:
        scripts = ScriptDirectory.from_config(config).walk_revisions()
        assert revisions() == [script.revision for script in scripts][::-1]


def tables_in(url: str) -> set[str]:
    engine = create_engine(connecting.address_of(url))
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def test_an_empty_database_is_told_from_an_older_one(url: str) -> None:
    with pytest.raises(StoreError, match=r"is empty, or not there yet: `pbem init`") as empty:
        open_store(url)
    assert "back it up" not in str(empty.value)
    upgrading.migrate(connecting.address_of(url), "0017")
    with pytest.raises(StoreError, match=r"older version: `pbem init` .* first copy the folder"):
        open_store(url)


def test_a_database_that_is_up_to_date_is_left_alone_by_an_upgrade(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.add(mail(1))
    store.close()
    store = open_store(url, upgrade=True)
    with store.reading() as db:
        assert len(db.exec(select(t.Outgoing)).all()) == 1
    store.close()


def test_an_empty_database_is_not_filled_unasked(url: str) -> None:
    with pytest.raises(StoreError, match="pbem init"):
        open_store(url)


def test_a_newer_database_is_refused_and_untouched(url: str) -> None:
    store = open_store(url, upgrade=True)
    with store.transaction() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    for upgrade in (False, True):
        with pytest.raises(StoreError, match=r"newer pbem \(its version is 9999\)"):
            open_store(url, upgrade=upgrade)
    assert {"game", "inbound_mail", "outgoing"} <= tables_in(url)


def test_a_newer_file_keeps_its_bytes(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    open_store(f"sqlite:///{file}", upgrade=True).close()
    with sqlite3.connect(file) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    db.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer"):
        open_store(f"sqlite:///{file}", upgrade=True)
    assert file.read_bytes() == before


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "addresses.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE friend (name TEXT)")
    db.close()
    with pytest.raises(StoreError, match="not one of pbem"):
        open_store(f"sqlite:///{file}", upgrade=True)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("buy bread\n" * 200)
    with pytest.raises(StoreError, match=r"notes\.txt: file is not a database"):
        open_store(f"sqlite:///{file}", upgrade=True)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="nowhere"):
        open_store(f"sqlite:///{tmp_path / 'nowhere' / 'a.sqlite'}", upgrade=True)


def test_a_server_that_cannot_be_reached_is_told_without_its_password() -> None:
    with pytest.raises(StoreError, match=r"127\.0\.0\.1") as caught:
        open_store("postgresql://club:hidden@127.0.0.1:1/club")
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize("url", ["pbem.sqlite", "mysql://localhost/club", "sqlite://"])
def test_an_address_of_no_usable_database_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match=r"SQLite|sqlite:///FILE"):
        open_store(url)


def test_an_address_that_cannot_be_read_is_told_without_its_password() -> None:
    with pytest.raises(StoreError, match="no database address") as caught:
        open_store("postgresql//club:hidden@localhost/club")
    assert "hidden" not in str(caught.value)


@pytest.mark.parametrize(
    "inside",
    [
        "club:hidden@127.0.0.1:54x2",
        "club:hid@den:hidden@localhost",
        "club:hid@:hidden@localhost",
        "club:hid@den@localhost",
    ],
)
def test_an_address_with_a_password_in_its_place_is_told_how_to_write_it(inside: str) -> None:
    with pytest.raises(StoreError, match="in a password as %40") as caught:
        open_store(f"postgresql://{inside}/club")
    assert "den" not in str(caught.value)


def test_two_upgrades_at_once_both_end_well(url: str) -> None:
    started = [begun(sharing.upgrade, url) for _ in range(2)]
    assert [pipe.recv() for _, pipe in started] == ["made"] * 2
    for process, _ in started:
        process.join()
        assert process.exitcode == 0
    assert tables_in(url) == {*t.metadata.tables, "alembic_version"}


def test_a_new_file_that_another_process_is_writing_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("CREATE TABLE half_made (x)")
        # The other process goes on while this one waits.
        monkeypatch.setattr(connecting, "sleep", lambda _seconds: other.execute("COMMIT"))
        engine = connecting.open_engine(connecting.address_of(f"sqlite:///{file}"))
        with engine.connect() as connection:
            assert connection.scalar(text("PRAGMA journal_mode")) == "wal"


def test_a_new_file_that_another_process_never_stops_writing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.db"
    seconds = iter(range(0, 100, 6))
    monkeypatch.setattr(connecting, "monotonic", lambda: next(seconds))
    monkeypatch.setattr(connecting, "sleep", lambda _seconds: None)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"new\.db: database is locked; another program holds"):
            open_store(f"sqlite:///{file}", upgrade=True)


def test_a_database_that_cannot_be_opened_is_told_with_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "itself"
    file.symlink_to(file)
    with pytest.raises(StoreError, match=r"unable to open .*; let the user that runs pbem write"):
        open_store(f"sqlite:///{file}", upgrade=True)
