"""Empty databases of both kinds: SQLite files, and a PostgreSQL server started for the session."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg
import pytest

Urls = Callable[[], str]


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database's name."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    initdb = str(found[-1]) if found else shutil.which("initdb")
    if not initdb:
        pytest.skip("no PostgreSQL server: `make system-packages` installs it")
    with tempfile.TemporaryDirectory(prefix="pbem-postgres-") as name:
        folder = Path(name)
        user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        if user:
            shutil.chown(folder, user)
        port = free_port()
        data = folder / "data"
        call(user, initdb, "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8",
             "--locale=C")  # fmt: skip
        settings = (
            f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
            " -c fsync=off -c full_page_writes=off -c synchronous_commit=off"
        )
        control = str(Path(initdb).with_name("pg_ctl"))
        call(user, control, "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
        yield f"postgresql://postgres@127.0.0.1:{port}/"
        call(user, control, "-D", data, "-m", "immediate", "-w", "stop")


def call(user: str | None, *words: object) -> None:
    """Run one of PostgreSQL's own programs and show what it said if it fails."""
    done = subprocess.run(
        [str(word) for word in words],
        user=user,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # a pipe would stay open in the server
        stderr=subprocess.STDOUT,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, f"{words[0]} failed with {done.returncode}"


def free_port() -> int:
    """A port that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


numbers = count()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'pbem.sqlite'}"
        return
    base = request.getfixturevalue("server")
    name = f"store{next(numbers)}"
    with psycopg.connect(base + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")  # the name is ours
    yield base + name
    with psycopg.connect(base + "postgres", autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")
