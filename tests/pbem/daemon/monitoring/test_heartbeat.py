"""A process is alive as long as each of its threads is."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from pbem.daemon.clock import utc_now
from pbem.daemon.loops import Loops
from pbem.daemon.map_cache import maps_of
from pbem.daemon.monitoring.heartbeat import SILENT_FOR, Stop
from pbem.mail.transports.configured import way_out


class Clock:
    seconds = 0.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def stop(clock):
    stop = Stop(clock)
    stop.expect(["judge", "send"])
    return stop


def in_thread(name, work):
    """Do it in a thread of this name, to its end."""
    thread = Thread(target=work, name=name)
    thread.start()
    thread.join()


def test_a_thread_that_does_not_ask_any_more_is_not_hidden_by_the_others(stop, clock):
    clock.seconds = SILENT_FOR
    assert stop.silent() == []
    clock.seconds += 1
    in_thread("send", stop.is_set)
    assert stop.silent() == ["judge"]
    in_thread("judge", stop.is_set)
    assert stop.silent() == []


def test_threads_that_nobody_expects_are_not_missed(stop, clock):
    in_thread("health", stop.is_set)
    clock.seconds = SILENT_FOR + 1
    assert stop.silent() == ["judge", "send"]


def test_a_thread_that_waits_is_missed_only_after_its_wait(stop, clock):
    def rests():
        return stop.silent() == []

    sleeper = Thread(target=stop.wait, args=(900,), name="judge")
    for_ever = Thread(target=stop.wait, name="send")
    waiting = [sleeper, for_ever]
    for thread in waiting:
        thread.start()
    clock.seconds = SILENT_FOR + 1
    while not rests():
        Event().wait(0.01)  # until both have begun to wait
    clock.seconds = 900 + 2 * SILENT_FOR + 2
    assert stop.silent() == ["judge"]
    stop.set()
    for thread in waiting:
        thread.join()
    assert stop.silent() == []


@pytest.fixture
def pings(tmp_path, monkeypatch):
    """What systemd hears."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        yield heard


@contextmanager
def sending(world, stop):
    """A process that only sends."""
    maps = maps_of(world.config.folder)
    out = way_out(world.config)
    loops = Loops(world, lambda: None, out, maps, utc_now, roles=("send",), stop=stop)
    thread = Thread(target=loops.run)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def test_a_process_that_only_sends_tells_systemd_that_it_is_alive(world, pings):
    with sending(world, Stop()):
        assert {pings.recv(100), pings.recv(100)} == {b"READY=1", b"WATCHDOG=1"}


def test_systemd_hears_nothing_while_a_thread_hangs(world, pings, clock, capsys):
    stop = Stop(clock)
    stop.expect(["hanging"])
    clock.seconds = SILENT_FOR + 1
    with sending(world, stop):
        assert pings.recv(100) == b"READY=1"
        while "a thread hangs" not in capsys.readouterr().out:
            Event().wait(0.01)
    assert pings.recv(100) == b"STOPPING=1"
