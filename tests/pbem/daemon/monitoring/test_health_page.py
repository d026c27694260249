"""The page for programs that watch the moderator, and what systemd hears."""

from __future__ import annotations

import errno
import socket
from contextlib import closing
from http.client import HTTPConnection
from threading import Thread

import pytest
from structlog.testing import capture_logs

from pbem.daemon import loops
from pbem.daemon.clock import utc_now
from pbem.daemon.monitoring import health_page
from pbem.daemon.monitoring.health import Sign


def get(port, path):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


GOOD, BAD = Sign("a", "A.", 1, "a is 1"), Sign("b", "B.", 2, "b is 2", False, "mend it")


def test_the_page_answers_programs_on_this_machine():
    with health_page.page(lambda: [GOOD], 0) as port:
        assert get(port, "/health") == (200, "ok\n")
        assert get(port, "/metrics") == (200, "# HELP pbem_a A.\n# TYPE pbem_a gauge\npbem_a 1\n")
        assert get(port, "/")[0] == 404


def test_the_page_says_what_is_wrong_with_an_error_code():
    with health_page.page(lambda: [GOOD, BAD], 0) as port:
        assert get(port, "/health") == (503, "b is 2: mend it\n")
        assert get(port, "/metrics")[0] == 200


def test_the_page_says_so_when_the_database_is_away(capsys):
    def look():
        raise RuntimeError("a password stands here")

    with health_page.page(look, 0) as port:
        for path in ("/health", "/metrics"):
            assert get(port, path) == (503, "The database cannot be read.\n")


def test_the_page_is_for_this_machine_only():
    with health_page.page(lambda: [GOOD], 0) as port, socket.socket() as other:
        other.settimeout(5)
        with pytest.raises(OSError, match=r"refused|unreachable|timed out"):
            other.connect((address_of_this_machine(), port))


def address_of_this_machine():
    """One that is not on the loopback interface, or one where nothing listens."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.2"


def test_a_shared_page_is_taken_over_from_a_process_that_ends():
    with socket.create_server(("127.0.0.1", 0)) as server, capture_logs() as logged:
        port = server.getsockname()[1]
        page = health_page.SharedPage(lambda: [GOOD], port)
        assert not page.take()
        assert not page.take()
        server.close()
        assert page.take()
        assert get(port, "/health") == (200, "ok\n")
        page.close()
    assert [(line["log_level"], line["port"]) for line in logged] == [
        ("warning", port),
        ("info", port),
    ]


def test_a_port_that_nobody_may_have_is_no_reason_to_wait(monkeypatch):
    def refused(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(health_page, "served", refused)
    with pytest.raises(PermissionError):
        health_page.SharedPage(lambda: [GOOD], 80).take()


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_the_loops_take_over_the_page_of_a_process_that_ends(world, until, monkeypatch):
    monkeypatch.setattr(loops, "TAKE_PORT_EVERY", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with closing(health_page.SharedPage(lambda: [GOOD], port)) as page:
            assert not page.take()
            one = loops.Loops(world, lambda: None, None, None, utc_now, roles=("judge",), page=page)
            working = Thread(target=one.run)
            working.start()
            server.close()
            until(lambda: listens(port))
            assert get(port, "/health") == (200, "ok\n")
            one.stop.set()
            working.join()


# systemd


def test_systemd_hears_when_the_moderator_is_ready_and_that_it_lives(
    world, working, until, tmp_path, monkeypatch
):
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    heard.bind(str(tmp_path / "notify"))
    heard.settimeout(30)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with working(world):
        first = {heard.recv(100), heard.recv(100)}
        assert first == {b"READY=1", b"WATCHDOG=1"}
    said = []
    while b"STOPPING=1" not in said:
        said.append(heard.recv(100))
    heard.close()


def test_without_systemd_nobody_is_told(monkeypatch, tmp_path):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    health_page.tell_systemd("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    health_page.tell_systemd("READY=1")
