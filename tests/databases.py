"""The databases of the moderators that tests make: a file each, or with `--database postgresql` one
each on a server that is started once for all workers.

A database of the server is a copy of one that has our tables, or of the moderator's that is copied.
Those that a test has made are dropped behind it; what fixtures make for several tests stays.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import create_engine

from pbem.settings.config import database_in_file
from pbem.store import Store, open_store
from pbem.store.connecting import address_of

SERVER = "TESTS_DATABASE_SERVER"
"""The variable that names the server to the processes of a run, without a database's name."""
TABLES = "with_tables"
RUNNING = pytest.StashKey[ExitStack]()


@dataclass
class Made:
    """The databases that this process has made for a test, and is to drop behind it; the stores
    that it has opened, and is to close before: a server's connections do not end by themselves."""

    names: list[str] = field(default_factory=list)
    stores: list[Store] = field(default_factory=list)
    lasting: int = 0
    """How many fixtures are being set up that last longer than a test."""


MADE = Made()


def on_postgresql() -> bool:
    """Whether moderators have their databases on a server."""
    return SERVER in os.environ


def fresh(template: str = TABLES) -> str:
    """The address of a new database on the server: a copy of another one."""
    name = f"of_{uuid.uuid4().hex}"
    _on_server(f"CREATE DATABASE {name} TEMPLATE {template}")
    if not MADE.lasting:
        MADE.names.append(name)
    return os.environ[SERVER] + name


def to_close(store: Store) -> Store:
    """The same; it is closed when the test is over."""
    if on_postgresql():
        MADE.stores.append(store)
    return store


def setting() -> str:
    """The section of a new moderator's settings that names its database; empty: a file, as ever."""
    return f'[database]\nurl = "{fresh()}"\n' if on_postgresql() else ""


def named(folder: Path) -> str:
    """The section that names a moderator's database, for settings that are written anew."""
    return f'[database]\nurl = "{database_in_file(folder)}"\n'


def copied(source: Path, target: Path) -> Path:
    """A copy of a moderator's folder, with a database of its own."""
    shutil.copytree(source, target)
    file = target / "config.toml"
    if on_postgresql() and file.exists():
        server, _, name = database_in_file(target).rpartition("/")
        if f"{server}/" == os.environ[SERVER]:
            file.write_text(file.read_text().replace(name, fresh(name).rpartition("/")[2]))
    return target


def sql(folder: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Have a moderator's database do something that no command does; `?` stands for a value."""
    url = database_in_file(folder)
    address = address_of(url.replace(":///", f":///{folder}/") if url.startswith("sqlite") else url)
    engine = create_engine(address)
    if engine.dialect.name != "sqlite":
        statement = statement.replace("%", "%%").replace("?", "%s")
    try:
        with engine.begin() as connection:
            done = connection.exec_driver_sql(statement, values)
            return [tuple(row) for row in done] if done.returns_rows else []
    finally:
        engine.dispose()


def _on_server(statement: str) -> None:
    with closing(psycopg.connect(os.environ[SERVER] + "postgres", autocommit=True)) as db:
        db.execute(statement.encode())


# The run


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="where the moderators that tests make have their databases",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Start the server, before there are workers."""
    config.stash[RUNNING] = ExitStack()
    if config.getoption("--database") != "postgresql" or on_postgresql():
        return
    from tests.servers import a_server

    server = config.stash[RUNNING].enter_context(a_server())
    os.environ[SERVER] = server.url
    config.stash[RUNNING].callback(os.environ.pop, SERVER)
    _on_server(f"CREATE DATABASE {TABLES}")
    open_store(server.url + TABLES, upgrade=True).close()


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[RUNNING].close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is about SQLite alone; its mark says why."""
    if on_postgresql():
        about_files = [item for item in items if item.get_closest_marker("only_sqlite")]
        config.hook.pytest_deselected(items=about_files)
        items[:] = [item for item in items if item not in set(about_files)]


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    lasts = fixturedef.scope != "function"
    MADE.lasting += lasts
    try:
        return (yield)
    finally:
        MADE.lasting -= lasts


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, Any, Any]:
    try:
        return (yield)
    finally:
        _drop()


def _drop() -> None:
    while MADE.stores:
        MADE.stores.pop().close()
    while MADE.names:
        _on_server(f"DROP DATABASE IF EXISTS {MADE.names.pop()} WITH (FORCE)")
