"""Connections to the database: addresses, settings of each connection, readable errors.

On SQLite every writing transaction is BEGIN IMMEDIATE. A plain one that reads before it writes may
fail with "database is locked"; or, if the driver begins it at the first write, two processes may do
the same work.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from pbem.store.prepared import sent

BUSY_SECONDS = 10
ON_A_CONNECTION: dict[str, Any] = {"connect_timeout": 10, "tcp_user_timeout": 15_000}
"""Seconds and milliseconds after which an unresponsive server is given up (libpq)."""
_LEASE = (
    "SELECT set_config(name, '60s', false) FROM pg_settings WHERE name = '{}' AND setting = '0'"
)
LEASE_OF_A_SESSION = _LEASE.format("idle_session_timeout")
"""Makes PostgreSQL end a connection after its process has been silent for a minute, because it
hangs or its machine has vanished; then others can go on. A timeout already set for the server, the
database or the role takes precedence."""
LEASE_OF_A_TRANSACTION = _LEASE.format("idle_in_transaction_session_timeout")
"""The same for a connection in the middle of a transaction."""
IN_A_PASSWORD = "write @ : and / in a password as %40 %3A and %2F"
_LET_WRITE = "let the user that runs pbem write into it and into its folder"
ADVICE = {
    "unable to open database file": _LET_WRITE,
    "attempt to write a readonly database": _LET_WRITE,
    "database is locked": "another program holds it: try again",
    "disk I/O error": "is the disk full?",
    "database or disk is full": "make room, then try again",
}
"""What to do, by how SQLite's errors begin."""


class StoreError(Exception):
    """The database cannot be used; the text says why and what to do."""


def address_of(url: str) -> URL:
    """Parse the address of a database. Raises StoreError if we cannot use it."""
    # The address is not shown: it may hold a password.
    try:
        address = make_url(url)
    except ArgumentError:
        raise StoreError("[database] url is no database address: sqlite:///FILE is one") from None
    except ValueError:
        raise StoreError(f"[database] url: the port should be a number; {IN_A_PASSWORD}") from None
    if "@" in (address.host or ""):
        raise StoreError(f"[database] url has more than one @: {IN_A_PASSWORD}")
    backend = address.get_backend_name()
    if backend == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if backend == "sqlite" and address.database and address.database != ":memory:":
        return address
    raise StoreError(f"{name_of(address)}: the database must be a file of SQLite or PostgreSQL")


def open_engine(address: URL, *, foreign_keys: bool = True, reading: bool = False) -> Engine:
    """Make an engine for a database; a file that does not exist is created.

    `foreign_keys` and `reading` (connections that cannot write) apply to SQLite only.
    """
    if not is_sqlite(address):
        # Whoever has a file needs no driver.
        from pbem.store.postgresql_cursors import LeasedCursor

        how = {**ON_A_CONNECTION, "cursor_factory": LeasedCursor}
        engine = create_engine(address, pool_pre_ping=True, hide_parameters=True, connect_args=how)
        event.listen(engine, "connect", _set_lease)
        return engine
    _make_private(Path(address.database or ""))
    engine = create_engine(address, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)
    pragmas = {
        "synchronous": "FULL",  # NORMAL would lose commits when the power fails
        "foreign_keys": "ON" if foreign_keys else "OFF",
        "query_only": "ON" if reading else "OFF",
    }

    def set_up(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # keep the driver from beginning transactions by itself
        _write_ahead(connection)
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name}={value}")

    def begin(connection: Connection) -> None:
        sent(connection, "BEGIN" if reading else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    return engine


@contextmanager
def begun(connection: Connection, *, waits_for_disk: bool) -> Iterator[None]:
    """Begin a transaction that may write: committed at the end, rolled back by an exception.

    On SQLite the commit need not wait for the disk: it is then lost with the power, but not with
    the process. A server would lose it with its own process, which is likelier, so it always waits.
    """
    if waits_for_disk or connection.dialect.name != "sqlite":
        with connection.begin():
            yield
        return
    sent(connection, "PRAGMA synchronous=NORMAL")
    try:
        with connection.begin():
            yield
    finally:
        sent(connection, "PRAGMA synchronous=FULL")


def _set_lease(connection: Any, _record: object) -> None:
    connection.execute(LEASE_OF_A_TRANSACTION)
    connection.commit()


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers go on beside a writer; kept in the file, so only its first connection has to.

    The change of mode does not wait for a process that is writing at this moment (one that makes
    the same new database, say), whatever the connection's timeout: it is tried again.
    """
    until = monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            # The low byte of an extended code is the code it extends.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > until:
                raise
            sleep(0.02)
        else:
            return


def _make_private(file: Path) -> None:
    """Create the file so that only its owner can read it; SQLite's side files get the same mode."""
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


@contextmanager
def looking(address: URL) -> Iterator[Connection | None]:
    """Open a connection that cannot write; None if there is no file yet."""
    if not is_sqlite(address):
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


def is_sqlite(address: URL) -> bool:
    """Tell whether the database is a SQLite file."""
    return address.get_backend_name() == "sqlite"


def name_of(address: URL) -> str:
    """Name the database for people, without its password."""
    return address.database or "" if is_sqlite(address) else str(address)


@contextmanager
def told_plainly(address: URL) -> Iterator[None]:
    """Turn errors of the driver or the disk into a StoreError of one line."""
    try:
        yield
    except (DBAPIError, OSError, sqlite3.Error) as error:
        raise StoreError(f"the database {name_of(address)}: {in_a_line(error)}") from error


def in_a_line(error: Exception) -> str:
    """Say what an error of the driver or the disk is, and what to do if that is known."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    line = said.strip().splitlines()[0]
    do = next((advice for begins, advice in ADVICE.items() if line.startswith(begins)), "")
    return f"{line}; {do}" if do else line
