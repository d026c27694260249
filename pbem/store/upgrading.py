"""Brings a database to a given version: an empty one at once, others by migrations.

Alembic takes 10 MB, so it is imported only when a database is migrated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from sqlalchemy import URL, Connection, inspect, text

from pbem.store.connecting import StoreError, is_sqlite, looking, name_of, open_engine
from pbem.store.tables import metadata
from pbem.store.versions import ALEMBICS_OWN, MIGRATIONS, revisions

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATING = 0x7062656D
"""The advisory lock that lets only one PostgreSQL client migrate at a time."""


def bring_up_to_date(address: URL) -> None:
    """Bring the database to the newest version. If it is empty, its tables are made as they are
    today, in a tenth of the time that all migrations take."""
    with _alone(address) as connection:
        if inspect(connection).get_table_names():
            _upgrade(connection, "head")
        else:
            _create(connection)


def migrate(address: URL, revision: str) -> None:
    """Bring the database to a version by migrations alone."""
    with _alone(address) as connection:
        _upgrade(connection, revision)


@contextmanager
def migrating(address: URL) -> Iterator[Config]:
    """Open Alembic's configuration on one connection."""
    with _alone(address) as connection:
        yield _alembic(connection)


@contextmanager
def _alone(address: URL) -> Iterator[Connection]:
    """Open a transaction in which only this process changes tables; an exception rolls it back.

    On SQLite foreign keys are off meanwhile, because changing a table means writing it anew.
    """
    engine = open_engine(address, foreign_keys=False)
    with engine.begin() as connection:
        if not is_sqlite(address):
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
        yield connection
    engine.dispose()


def _create(connection: Connection) -> None:
    """Make all tables, and the one in which Alembic will look for the version."""
    metadata.create_all(connection)
    name = f"CONSTRAINT {ALEMBICS_OWN}_pkc PRIMARY KEY (version_num)"
    connection.execute(
        text(f"CREATE TABLE {ALEMBICS_OWN} (version_num VARCHAR(32) NOT NULL, {name})")
    )
    newest = {"newest": revisions()[-1]}
    connection.execute(text(f"INSERT INTO {ALEMBICS_OWN} VALUES (:newest)"), newest)


def _upgrade(connection: Connection, revision: str) -> None:
    from alembic import command

    move = command.downgrade if revision == "base" else command.upgrade
    move(_alembic(connection), revision)


def _alembic(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.attributes["connection"] = connection
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def version(address: URL) -> Literal["none", "older", "newest"]:
    """Tell of which version the database is; "none": it is empty, or not there yet. Changes
    nothing; raises StoreError if it is not ours or of a newer version."""
    with looking(address) as connection:
        if connection is None:
            return "none"
        tables = inspect(connection).get_table_names()
        revision = _revision(connection) if ALEMBICS_OWN in tables else None
    if revision is None and tables not in ([], [ALEMBICS_OWN]):
        raise StoreError(f"{name_of(address)} is a database, but not one of pbem")
    known = revisions()
    if revision is not None and revision not in known:
        raise StoreError(
            f"the database {name_of(address)} was written by a newer pbem (its version is "
            f"{revision}): install that one; nothing was changed"
        )
    return "none" if revision is None else "newest" if revision == known[-1] else "older"


def _revision(connection: Connection) -> str | None:
    """Return the version that the database names; None if it was downgraded to nothing."""
    revision: str | None = connection.scalar(text(f"SELECT version_num FROM {ALEMBICS_OWN}"))
    return revision
