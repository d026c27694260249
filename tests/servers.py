"""PostgreSQL, started once a session; empty databases; and servers that misbehave."""

import asyncio
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import psycopg
import pytest
import trustme

from pbem.demo.loopback import Dovecot, dovecot, missing

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

ADDRESS = "games@example.org"
PASSWORD = "correct horse battery staple"


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

    def start(self, *, lasting: bool = False, synced: bool = False) -> None:
        """`lasting`: what was committed outlives a kill; `synced`: it waits for the disk, too."""
        on_disk = "on" if synced else "off"
        settings = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self.folder}"
            f" -c fsync={on_disk} -c full_page_writes={on_disk}"
            f" -c synchronous_commit={'on' if lasting else 'off'}"
        )
        self._control("-w", "-l", self.folder / "log", "-o", settings, "start")

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        self._control("-m", "immediate", "-w", "stop")

    def _control(self, *words: object) -> None:
        call(self.user, self.control, "-D", self.data, *words)


@contextmanager
def a_server(*, lasting: bool = False, synced: bool = False) -> Iterator[Server]:
    """A PostgreSQL server that runs."""
    with tempfile.TemporaryDirectory(prefix="pbem-postgres-") as name:
        server = Server(Path(name))
        server.start(lasting=lasting, synced=synced)
        yield server
        server.kill()


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
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
    base = request.getfixturevalue("postgresql_server")
    name = f"store{next(numbers)}"
    with psycopg.connect(base + "postgres", autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")  # the name is ours
    yield base + name
    with psycopg.connect(base + "postgres", autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def talking(talk: Talk) -> Iterator[int]:
    """A server on loopback that treats every caller to `talk`; gives its port."""

    async def treat(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError), closing(writer):
            await talk(reader, writer)

    loop = asyncio.new_event_loop()
    listening = loop.run_until_complete(asyncio.start_server(treat, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield int(listening.sockets[0].getsockname()[1])
    finally:
        asyncio.run_coroutine_threadsafe(_hang_up(listening), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _hang_up(listening: asyncio.Server) -> None:
    listening.close()
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(0)  # closed connections are let go of in the next round


@pytest.fixture
def misbehaving() -> Callable[[Talk], object]:
    return talking


@pytest.fixture
def now() -> Callable[[], datetime]:
    return lambda: datetime.now(UTC)


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def certificate(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "server.pem"
    authority.issue_cert("localhost", "127.0.0.1").private_key_and_cert_chain_pem.write_to_path(
        str(path)
    )
    return path


@pytest.fixture
def ca_file(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return path


@pytest.fixture
def server(certificate: Path) -> Iterator[Dovecot]:
    if why := missing():
        pytest.skip(why)
    with dovecot({ADDRESS: PASSWORD}, certificate) as running:
        yield running
