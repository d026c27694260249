"""A moderator with a real store and folders, and his loops in a thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread

import psycopg
import pytest
import structlog

from pbem.campaign.world import World
from pbem.daemon.clock import utc_now
from pbem.daemon.loops import Loops
from pbem.daemon.map_cache import maps_of
from pbem.daemon.moderator_folder import found, opened
from pbem.mail.transports.configured import way_in, way_out
from pbem.store import open_store
from tests import databases
from tests.made_once import made_once

PATIENCE = 60
numbers = count()


@pytest.fixture(autouse=True)
def heard() -> None:
    """The whole log, also after a test whose command has asked for less of it."""
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new moderator."""
    settings = '[moderator]\nhost = "host@example.org"\n'

    def make(folder: Path) -> None:
        found(folder, settings + databases.setting())

    return made_once(tmp_path_factory, "founded", make)


@pytest.fixture
def folder(founded: Path, tmp_path: Path) -> Path:
    return databases.copied(founded, tmp_path / "club")


@pytest.fixture
def world(folder: Path) -> Iterator[World]:
    with opened(folder) as world:
        yield world


@pytest.fixture(scope="session")
def with_tables(postgresql_server: str) -> str:
    """The name of an empty database with our tables, to be copied."""
    with psycopg.connect(postgresql_server + "postgres", autocommit=True) as db:
        db.execute("CREATE DATABASE with_tables")
    open_store(postgresql_server + "with_tables", upgrade=True).close()
    return "with_tables"


@pytest.fixture
def shared(postgresql_server: str, with_tables: str) -> Iterator[str]:
    """The address of an empty database, with our tables."""
    name = f"shared{next(numbers)}"
    with psycopg.connect(postgresql_server + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name} TEMPLATE {with_tables}")
    yield postgresql_server + name
    with psycopg.connect(postgresql_server + "postgres", autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def at_work(world: World) -> Iterator[Loops]:
    """The loops while the test looks on; at the end they must have stopped."""
    config = world.config
    loops = Loops(
        world, lambda: way_in(config, utc_now), way_out(config), maps_of(config.folder), utc_now
    )
    thread = Thread(target=loops.run)
    thread.start()
    try:
        yield loops
    finally:
        loops.stop.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def wait_for(found: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)


@pytest.fixture
def working() -> Callable[[World], object]:
    return at_work


@pytest.fixture
def until() -> Callable[[Callable[[], object]], None]:
    return wait_for
