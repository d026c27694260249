"""What migrations make of the rows that are there, on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Engine, MetaData, create_engine

from pbem.store import database
from tests.pbem.store.moderators import unpack

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="session")
def moderator(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """The database of a moderator of version 0001, with rows in nearly every table."""
    folder = unpack(tmp_path_factory.mktemp("migrations") / "club")
    return create_engine(f"sqlite:///{folder / 'pbem.sqlite'}")


@pytest.fixture
def older(moderator: Engine, url: str) -> Engine:
    """The same rows in an empty database."""
    address = database.address_of(url)
    database.migrate(address, "0001")
    there, here = MetaData(), MetaData()
    there.reflect(moderator)
    engine = create_engine(address)
    here.reflect(engine)
    with moderator.connect() as source, engine.begin() as target:
        for table in there.sorted_tables:
            rows = [dict(row._mapping) for row in source.execute(table.select())]
            if rows and table.name != database.ALEMBICS_OWN:
                target.execute(here.tables[table.name].insert(), rows)
    return engine


def migrate(engine: Engine, revision: str) -> None:
    with database.migrating(database.address_of(url_of(engine))) as config:
        move = command.downgrade if revision < "0003" else command.upgrade
        move(config, revision)


def url_of(engine: Engine) -> str:
    return engine.url.render_as_string(hide_password=False)


def rows_in(engine: Engine) -> Rows:
    """All rows, by table; JSON as what it says."""
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as db:
        return {
            name: [
                {column: read(row._mapping[column]) for column in sorted(table.columns.keys())}
                for row in db.execute(table.select().order_by(*table.primary_key.columns))
            ]
            for name, table in tables.tables.items()
        }


def read(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[") else value


def test_nothing_is_lost_on_the_way_to_the_newest_version_and_back(older: Engine) -> None:
    before = rows_in(older)
    migrate(older, "head")
    migrate(older, "0001")
    assert rows_in(older) == before
