from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.daemon.loops import Jump, Watch, steady

BEGIN = datetime(2026, 12, 1, 9, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.time, self.seconds = BEGIN, 1000.0

    def runs(self, minutes: float) -> None:
        self.time += minutes * MINUTE
        self.seconds += minutes * 60

    def watch(self) -> Watch:
        return Watch(lambda: self.time, lambda: self.seconds)


def test_a_clock_that_runs_on_shows_what_it_should() -> None:
    machine = Machine()
    watch = machine.watch()
    machine.runs(90)
    assert watch.look() == Jump(BEGIN + 90 * MINUTE, BEGIN + 90 * MINUTE)


def test_a_clock_that_is_set_shows_another_time_than_it_should_once() -> None:
    machine = Machine()
    watch = machine.watch()
    machine.runs(1)
    machine.time += 60 * MINUTE
    assert watch.look() == Jump(BEGIN + MINUTE, BEGIN + 61 * MINUTE)
    machine.runs(1)
    assert watch.look() == Jump(BEGIN + 62 * MINUTE, BEGIN + 62 * MINUTE)


def test_the_steady_clock_only_runs_on() -> None:
    seconds = [steady() for _ in range(100)]
    assert seconds == sorted(seconds)
