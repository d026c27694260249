"""Opens the database and its transactions."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlmodel import Session

from pbem.store.connecting import (
    StoreError,
    address_of,
    is_sqlite,
    name_of,
    open_engine,
    told_plainly,
)
from pbem.store.upgrading import bring_up_to_date, is_current

READING: dict[str, Any] = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""Options for a read-only transaction on PostgreSQL; SQLite has separate connections for it."""


@dataclass(frozen=True, slots=True)
class Store:
    """An open database. Threads may share it; a transaction belongs to one thread."""

    engine: Engine
    _reader: Engine

    @contextmanager
    def transaction(self) -> Iterator[Session]:
        """Open a transaction that may write: committed at the end, rolled back by an exception.

        On SQLite there can be only one at a time, over all processes; keep it short.
        """
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that sees one state of the database and blocks nobody."""
        with Session(self._reader, expire_on_commit=False) as session:
            yield session

    def close(self) -> None:
        """Close the connections that are not in use."""
        self.engine.dispose()
        self._reader.dispose()


def open_store(url: str, *, upgrade: bool = False) -> Store:
    """Open the store at a SQLAlchemy URL (`sqlite:///FILE`, `postgresql://...`).

    `upgrade` creates it, or upgrades an older version. Raises StoreError, and changes nothing, if
    the database is of a newer version, of an older one (without `upgrade`), not one of ours, or
    cannot be reached.
    """
    address = address_of(url)
    with told_plainly(address):
        if not is_current(address):
            if not upgrade:
                raise StoreError(
                    f"the database {name_of(address)} is not there yet or of an older version: "
                    "back it up, then `pbem init` brings it up to date"
                )
            bring_up_to_date(address)
    engine = open_engine(address)
    sqlite = is_sqlite(address)
    reader = open_engine(address, reading=True) if sqlite else engine.execution_options(**READING)
    return Store(engine, reader)
