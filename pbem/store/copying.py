"""The whole store as a file of SQLite: written from either database, read into either."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from pbem.store.connecting import StoreError
from pbem.store.database import Store, open_store
from pbem.store.tables import metadata

CHUNK = 50
"""Rows that are held in memory at a time: one may be a mail of 20 MB."""

Rows = Sequence[Mapping[str, Any]]


def copy_out(store: Store, file: Path) -> None:
    """Write all rows, as of one moment, into a new database in `file`. Nobody waits meanwhile."""
    copy = open_store(f"sqlite:///{file}", upgrade=True)
    try:
        with store.reading() as source, copy.transaction() as target:
            _copy(source.connection(), target.connection())
    finally:
        copy.close()


def copy_in(file: Path, url: str) -> None:
    """Read all rows of such a file into the database at `url`, which is made if it is not there.

    The file may be of an older version; it is brought up to date first. Raises StoreError, and
    changes nothing, where the database holds anything.
    """
    copy, store = open_store(f"sqlite:///{file}", upgrade=True), open_store(url, upgrade=True)
    try:
        with copy.reading() as source, store.transaction() as target:
            connection = target.connection()
            _ensure_empty(connection)
            _copy(source.connection(), connection)
            if connection.dialect.name == "postgresql":
                _count_on(connection)
    finally:
        copy.close()
        store.close()


def _copy(source: Connection, target: Connection) -> None:
    """Parents go before their children: the order in which foreign keys hold."""
    for table in metadata.sorted_tables:
        for rows in _rows(source, table):
            target.execute(insert(table), rows)


def _rows(source: Connection, table: Table) -> Iterator[Rows]:
    ordered = select(table).order_by(*table.primary_key.columns)
    result = source.execution_options(yield_per=CHUNK).execute(ordered)
    for rows in result.mappings().partitions():
        yield [dict(row) for row in rows]


def _ensure_empty(target: Connection) -> None:
    for table in metadata.sorted_tables:
        if target.execute(select(table).limit(1)).first():
            raise StoreError("the database holds games already: choose an empty one")


def _count_on(target: Connection) -> None:
    """Let PostgreSQL give numbers that are not taken: those of the file were given elsewhere."""
    for table in metadata.sorted_tables:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        if "id" in table.c and target.scalar(select(sequence)):
            highest = target.scalar(select(func.max(table.c.id)))
            if highest is not None:
                target.execute(select(func.setval(sequence, highest)))
