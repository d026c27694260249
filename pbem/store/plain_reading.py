"""Reads rows with plain SQL, for a command that only looks and finishes before SQLAlchemy would
load.

The statements work on both databases. SQLite returns times as text (`moment`).
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from pbem.store.versions import ALEMBICS_OWN, revisions

Rows: TypeAlias = Callable[[str], list[tuple[Any, ...]]]
"""Returns the rows of a statement."""
SQLITE, POSTGRESQL = "sqlite:///", "postgresql"
BUSY_SECONDS = 10


@contextmanager
def looking(url: str) -> Iterator[Rows | None]:
    """Look into the database at a SQLAlchemy URL, at one state of it, without ever writing.

    None: it cannot be read, or is not of the newest version; `open_store` says what is wrong.
    """
    try:
        connection = _connected(url)
    except Exception:
        yield None
        return
    with closing(connection):
        yield _rows_of(connection)


def _connected(url: str) -> Any:
    """Open a connection in a read-only transaction."""
    if url.startswith(SQLITE):
        file = Path(url.removeprefix(SQLITE)).absolute().as_uri()
        connection: Any = sqlite3.connect(
            f"{file}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        connection.execute("BEGIN")
        return connection
    if url.startswith(POSTGRESQL):
        import psycopg

        address = POSTGRESQL + "://" + url.partition("://")[2]
        connection = psycopg.connect(address, connect_timeout=BUSY_SECONDS)
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        return connection
    raise ValueError("neither SQLite nor PostgreSQL")


def _rows_of(connection: Any) -> Rows | None:
    def rows(statement: str) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = connection.execute(statement).fetchall()
        return found

    try:
        ((version,),) = rows(f"SELECT version_num FROM {ALEMBICS_OWN}")
    except Exception:
        return None
    return rows if version == revisions()[-1] else None


def of_connection(connection: Any) -> Rows:
    """Return a reader that uses a SQLAlchemy connection."""
    return lambda statement: [tuple(row) for row in connection.exec_driver_sql(statement)]


def moment(stored: str | datetime | None) -> datetime | None:
    """Return a stored time, in UTC."""
    if stored is None:
        return None
    time = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
