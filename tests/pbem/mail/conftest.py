"""Real servers on loopback, each test its own; and servers that misbehave."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trustme

from pbem.demo.loopback import Dovecot, dovecot, missing

ADDRESS = "games@example.org"
PASSWORD = "correct horse battery staple"


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
