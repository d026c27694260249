"""Brings a database to a given version, by migrations.

Alembic takes 10 MB, so it is imported only when a database is migrated.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, inspect, text

from pbem.store.connecting import StoreError, is_sqlite, looking, name_of, open_engine
from pbem.store.versions import ALEMBICS_OWN, MIGRATIONS, revisions

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATING = 0x7062656D
"""The advisory lock that lets only one PostgreSQL client migrate at a time."""


def migrate(address: URL, revision: str = "head") -> None:
    """Bring the database to a version, in one transaction that is rolled back if it fails."""
    from alembic import command

    with migrating(address) as config:
        if revision == "base":
            command.downgrade(config, revision)
        else:
            command.upgrade(config, revision)


@contextmanager
def migrating(address: URL) -> Iterator[Config]:
    """Open Alembic's configuration on one connection. On SQLite foreign keys are off meanwhile,
    because changing a table there means writing it anew."""
    engine = open_engine(address, foreign_keys=False)
    with engine.begin() as connection:
        if not is_sqlite(address):
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


def is_current(address: URL) -> bool:
    """Tell whether the database has the newest version. Changes nothing; raises StoreError if the
    database is not ours or of a newer version."""
    with looking(address) as connection:
        if connection is None:
            return False
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
    return revision == known[-1]


def _revision(connection: Connection) -> str | None:
    """Return the version that the database names; None if it was downgraded to nothing."""
    revision: str | None = connection.scalar(text(f"SELECT version_num FROM {ALEMBICS_OWN}"))
    return revision
