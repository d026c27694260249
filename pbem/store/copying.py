"""Copies the whole store to a SQLite file from either kind of database, and back into either."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from pbem.store.connecting import StoreError
from pbem.store.database import Store, open_store
from pbem.store.tables import metadata

CHUNK = 50
"""How many rows are held in memory at a time: one may be a mail of 20 MB."""

Rows = Sequence[Mapping[str, Any]]


def copy_out(store: Store, file: Path) -> None:
    """Write all rows, as of one moment, into a new database in `file`, without blocking anybody."""
    copy = open_store(f"sqlite:///{file}", upgrade=True)
    try:
        with store.reading() as source, copy.transaction() as target:
            _copy(source.connection(), target.connection())
    finally:
        copy.close()


def copy_in(file: Path, url: str) -> None:
    """Read all rows of such a file into the database at `url`, which is created if necessary.

    If the file is of an older version, it is upgraded first. Raises StoreError, and changes
    nothing, if the database is not empty.
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
    """Copy the tables, parents before their children, as foreign keys require."""
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
    """Let PostgreSQL continue numbering after the copied rows."""
    for table in metadata.sorted_tables:
        sequence = func.pg_get_serial_sequence(table.name, "id")
        if "id" in table.c and target.scalar(select(sequence)):
            highest = target.scalar(select(func.max(table.c.id)))
            if highest is not None:
                target.execute(select(func.setval(sequence, highest)))
