"""Opening the database, its transactions and its versions.

Alembic weighs 10 MB, so it is imported only where a database is migrated.

On SQLite every writing transaction is BEGIN IMMEDIATE: a plain one that reads before it writes
either fails with "database is locked" or, begun by the driver at its first write, lets two
processes do the same work.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool
from sqlmodel import Session

from pbem.store.versions import ALEMBICS_OWN, MIGRATIONS, revisions

if TYPE_CHECKING:
    from alembic.config import Config

BUSY_SECONDS = 10
ON_A_CONNECTION: dict[str, Any] = {"connect_timeout": 10, "tcp_user_timeout": 15_000}
"""Seconds and milliseconds after which a server that does not answer is taken for gone (libpq)."""
_LEASE = (
    "SELECT set_config(name, '60s', false) FROM pg_settings WHERE name = '{}' AND setting = '0'"
)
LEASE_OF_A_SESSION = _LEASE.format("idle_session_timeout")
"""Has PostgreSQL end a connection after a minute in which its process said nothing: it stands
still, or its machine has vanished. Others go on then. Where the server, the database or the role
has a time of its own, that counts."""
LEASE_OF_A_TRANSACTION = _LEASE.format("idle_in_transaction_session_timeout")
"""The same for a connection in the middle of a transaction."""
MIGRATING = 0x7062656D
"""The advisory lock that lets one PostgreSQL client migrate at a time."""
NOT_OURS_TO_WRITE = ("unable to open database file", "attempt to write a readonly database")
"""What SQLite says where a file or its folder cannot be written."""
READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""How a transaction that only reads is begun on PostgreSQL; SQLite has connections for it."""


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open database. Threads may share it; a transaction belongs to one thread."""

    engine: Engine
    _reader: Engine

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Open a transaction that may write: committed at the end, rolled back by an exception.

        On SQLite it is the only one of its kind at a time, in all processes; keep it short.
        """
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that sees one state of the database and keeps nobody waiting."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    def close(self) -> None:
        """Close the connections that are not in use."""
        self.engine.dispose()
        self._reader.dispose()


def open_store(url: str, *, upgrade: bool = False) -> Store:
    """Open the store at a SQLAlchemy URL (`sqlite:///FILE`, `postgresql://...`).

    `upgrade` creates it, or brings an older version up to date. Raises StoreError, and changes
    nothing, if the database is of a newer version, of an older one (without `upgrade`), no
    database of ours, or cannot be reached.
    """
    address = address_of(url)
    with _told_plainly(address):
        if not _is_current(address):
            if not upgrade:
                raise StoreError(
                    f"the database {_name(address)} is not there yet or of an older version: "
                    "back it up, then `pbem init` brings it up to date"
                )
            migrate(address)
    engine = _engine(address)
    sqlite = _is_sqlite(address)
    reader = _engine(address, reading=True) if sqlite else engine.execution_options(**READING)
    return Store(engine, reader)


def migrate(address: URL, revision: str = "head") -> None:
    """Bring the database to a version, in one transaction that undoes itself if it fails."""
    from alembic import command

    with migrating(address) as config:
        if revision == "base":
            command.downgrade(config, revision)
        else:
            command.upgrade(config, revision)


@contextmanager
def migrating(address: URL) -> Iterator[Config]:
    """Open Alembic's configuration on one connection; on SQLite without foreign keys meanwhile,
    since changing a table there means to write it anew."""
    engine = _engine(address, foreign_keys=False)
    with engine.begin() as connection:
        if not _is_sqlite(address):
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        config = _alembic()
        config.attributes["connection"] = connection
        yield config
    engine.dispose()


def _alembic() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def _is_current(address: URL) -> bool:
    """Whether the database has the newest version. Looks only; raises StoreError if not ours."""
    with _looking(address) as connection:
        if connection is None:
            return False
        tables = inspect(connection).get_table_names()
        revision = _revision(connection) if ALEMBICS_OWN in tables else None
    if revision is None and tables not in ([], [ALEMBICS_OWN]):
        raise StoreError(f"{_name(address)} is a database, but not one of pbem")
    known = revisions()
    if revision is not None and revision not in known:
        raise StoreError(
            f"the database {_name(address)} was written by a newer pbem (its version is "
            f"{revision}): install that one; nothing was changed"
        )
    return revision == known[-1]


def _revision(connection: Connection) -> str | None:
    """The version that the database says it has, None if it was taken back to nothing."""
    revision: str | None = connection.scalar(text(f"SELECT version_num FROM {ALEMBICS_OWN}"))
    return revision


@contextmanager
def _looking(address: URL) -> Iterator[Connection | None]:
    """A connection that cannot write; None if there is no file yet."""
    if not _is_sqlite(address):
        engine = create_engine(address, poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text("SET TRANSACTION READ ONLY"))
            yield connection
        return
    file = Path(address.database or "")
    if not file.exists() or not file.stat().st_size:
        yield None
        return
    read_only = f"{file.absolute().as_uri()}?mode=ro"
    engine = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(read_only, uri=True), poolclass=NullPool
    )
    with engine.connect() as connection:
        yield connection


def address_of(url: str) -> URL:
    """Parse the address of a database. Raises StoreError if it is none of ours."""
    try:
        address = make_url(url)
    except ArgumentError:
        # It is not shown: it may hold a password.
        raise StoreError("[database] url is no database address: sqlite:///FILE is one") from None
    backend = address.get_backend_name()
    if backend == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and address.database and address.database != ":memory:":
        return address
    raise StoreError(f"{_name(address)}: the database must be a file of SQLite or PostgreSQL")


def _engine(address: URL, *, foreign_keys: bool = True, reading: bool = False) -> Engine:
    if not _is_sqlite(address):
        engine = create_engine(
            address, pool_pre_ping=True, hide_parameters=True, connect_args=ON_A_CONNECTION
        )
        event.listen(engine, "connect", _set_lease)
        return engine
    _make_private(Path(address.database or ""))
    engine = create_engine(address, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    pragmas = {
        "journal_mode": "WAL",
        "synchronous": "FULL",  # NORMAL would lose commits when the power fails
        "foreign_keys": "ON" if foreign_keys else "OFF",
        "query_only": "ON" if reading else "OFF",
    }

    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin by itself
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name}={value}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    return engine


def _set_lease(connection: Any, _record: object) -> None:
    connection.execute(LEASE_OF_A_TRANSACTION)
    connection.commit()


def _make_private(file: Path) -> None:
    """Create the file readable by its owner only; SQLite gives its side files the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _is_sqlite(address: URL) -> bool:
    return address.get_backend_name() == "sqlite"


def _name(address: URL) -> str:
    """How the database is named to a person: without its password."""
    return address.database or "" if _is_sqlite(address) else str(address)


@contextmanager
def _told_plainly(address: URL) -> Iterator[None]:
    """What a driver or the disk says, as StoreError with one line."""
    try:
        yield
    except (DBAPIError, OSError, sqlite3.Error) as error:
        said = str(error.orig if isinstance(error, DBAPIError) else error)
        line = said.strip().splitlines()[0]
        if line.startswith(NOT_OURS_TO_WRITE):
            line += "; let the user that runs pbem write into it and into its folder"
        raise StoreError(f"the database {_name(address)}: {line}") from error
