"""Real servers on loopback, each test its own; and servers that misbehave."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trustme

from pbem.mail.loopback import Dovecot, dovecot, missing

ADDRESS = "games@example.org"
PASSWORD = "correct horse battery staple"

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


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
