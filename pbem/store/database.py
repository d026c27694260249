"""Opens the database and its transactions."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlmodel import Session

from pbem.store.connecting import (
    StoreError,
    address_of,
    begun,
    is_sqlite,
    name_of,
    open_engine,
    told_plainly,
)
from pbem.store.row_session import RowSession
from pbem.store.upgrading import bring_up_to_date, version

READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""Options for a read-only transaction on PostgreSQL; SQLite has separate connections for it."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open database. Threads may share it; a transaction belongs to one thread."""

    engine: Engine
    _reader: Engine
    _writing: "_Connections"
    _reading: "_Connections"

    @contextmanager
    def transaction(self, *, waits_for_disk: bool = True) -> Iterator[Session]:
        """Open a transaction that may write: committed at the end, rolled back by an exception.

        On SQLite there can be only one at a time, over all processes; keep it short. What does not
        wait for the disk there survives the end of this process, but may be lost with the power,
        unless something later has been stored.
        """
        with (
            self._writing.one() as connection,
            begun(connection, waits_for_disk=waits_for_disk),
            _session(connection) as session,
        ):
            yield session
            session.flush()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that sees one state of the database and blocks nobody."""
        with (
            self._reading.one() as connection,
            connection.begin(),
            _session(connection) as session,
        ):
            yield session

    def close(self) -> None:
        """Close the connections that are not in use."""
        self.engine.dispose()
        self._reader.dispose()


@dataclass(frozen=True, slots=True)
class _Connections:
    """The connections of an engine. Those to SQLite, which no server ends, are kept between
    transactions: to find one in SQLAlchemy's pool takes three times as long."""

    engine: Engine
    _free: deque[Connection] = field(default_factory=deque)

    def __post_init__(self) -> None:
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "engine_disposed", self._close)

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """Yield a connection that nobody uses."""
        if self.engine.dialect.name != "sqlite":
            with self.engine.connect() as connection:
                yield connection
            return
        connection = self._free.pop() if self._free else self.engine.connect()
        try:
            yield connection
        except BaseException:
            connection.close()
            raise
        self._free.append(connection)

    def _close(self, _engine: Engine) -> None:
        while self._free:
            connection = self._free.pop()
            connection.detach()  # else the pool would get it back, and keep it open
            connection.close()


@contextmanager
def _session(connection: Connection) -> Iterator[Session]:
    """Open a session in a transaction that has begun, and ends elsewhere."""
    session = RowSession(
        connection,
        expire_on_commit=False,
        join_transaction_mode="rollback_only",
        info={"connection": connection},
    )
    try:
        yield session
    finally:
        session.close()


WRONG = {
    "none": "is empty, or not there yet: `pbem init` for the moderator's folder makes its tables",
    "older": "is of an older version: `pbem init` for the moderator's folder brings it up to date."
    " To keep it as it is, too, first copy the folder, or dump the database of PostgreSQL, while no"
    " `pbem run` works",
}
"""What is wrong with a database of this version, and what to do."""


def open_store(url: str, *, upgrade: bool = False) -> Store:
    """Open the store at a SQLAlchemy URL (`sqlite:///FILE`, `postgresql://...`).

    `upgrade` creates it, or upgrades an older version. Raises StoreError, and changes nothing, if
    the database is of a newer version, of an older one (without `upgrade`), not one of ours, or
    cannot be reached.
    """
    address = address_of(url)
    with told_plainly(address):
        if (found := version(address)) != "newest":
            if not upgrade:
                raise StoreError(f"the database {name_of(address)} {WRONG[found]}")
            bring_up_to_date(address)
    engine = open_engine(address)
    sqlite = is_sqlite(address)
    reader = open_engine(address, reading=True) if sqlite else engine.execution_options(**READING)
    return Store(engine, reader, _Connections(engine), _Connections(reader))
