"""Empty databases of both kinds: SQLite files, and a PostgreSQL server started for the session."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

Urls = Callable[[], str]


class Server:
    """A PostgreSQL server in a folder of its own; `url` lacks a database's name."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        initdb = str(found[-1]) if found else shutil.which("initdb")
        if not initdb:
            pytest.skip("no PostgreSQL server: `make system-packages` installs it")
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        self.control = str(Path(initdb).with_name("pg_ctl"))
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/"
        if self.user:
            shutil.chown(folder, self.user)
        call(self.user, initdb, "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync",
             "-E", "UTF8", "--locale=C")  # fmt: skip

    def start(self, *, lasting: bool = False) -> None:
        """`lasting`: what was committed outlives a kill."""
        settings = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
            " -c fsync=off -c full_page_writes=off"
            f" -c synchronous_commit={'on' if lasting else 'off'}"
        )
        self._control("-w", "-l", self.folder / "log", "-o", settings, "start")

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self._control("-m", "immediate", "-w", "stop")

    def _control(self, *words: object) -> None:
        call(self.user, self.control, "-D", self.data, *words)


@contextmanager
def a_server(*, lasting: bool = False) -> Iterator[Server]:
    """A PostgreSQL server that runs."""
    with tempfile.TemporaryDirectory(prefix="pbem-postgres-") as name:
        server = Server(Path(name))
        server.start(lasting=lasting)
        yield server
        server.kill()


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database's name."""
    with a_server() as server:
        yield server.url


@pytest.fixture
def mortal() -> Iterator[Server]:
    """A PostgreSQL server of the test's own, which may be killed and started again."""
    with a_server(lasting=True) as server:
        yield server


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
