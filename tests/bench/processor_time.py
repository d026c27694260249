"""How much processor time the tests take, by file, by fixture and by test.

    python -m pytest -p tests.bench.processor_time -n 2

The time is that of the processors, with that of the programs that a test started and waited for,
so that it means the same on a busy machine. Servers that outlive their parent are not counted, nor
are the few processes of `tests.processes`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

SHOWN = 40
KINDS = ("process", "file", "fixture", "test")


def spent() -> float:
    """Seconds of processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


class Meter:
    """Seconds and numbers of times by name: one worker's, or those of all workers."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.times: Counter[str] = Counter()
        self.inside = 0.0

    @contextmanager
    def count(self, name: str) -> Iterator[None]:
        """Count what is done meanwhile; what a fixture asked others for is theirs only."""
        begun, outside, self.inside = spent(), self.inside, 0.0
        yield
        whole = spent() - begun
        self.seconds[name] += whole - self.inside if name.startswith("fixture") else whole
        self.times[name] += 1
        self.inside = outside + whole

    def add(self, name: str, seconds: float, times: int) -> None:
        self.seconds[name] += seconds
        self.times[name] += times

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with self.count(f"file {item.location[0]}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        with self.count(f"test {item.nodeid}"):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
    ) -> Generator[None, Any, Any]:
        name = f"fixture {fixturedef.baseid}::{fixturedef.argname} ({fixturedef.scope})"
        with self.count(name):
            return (yield)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        output = getattr(session.config, "workeroutput", None)
        self.add("process all of one", spent(), 1)
        if output is not None:
            output["processor_time"] = [
                [name, value, self.times[name]] for name, value in self.seconds.items()
            ]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        for row in node.workeroutput.get("processor_time", []):
            self.add(*row)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for kind in KINDS:
            rows = [row for row in self.seconds.most_common() if row[0].startswith(f"{kind} ")]
            whole = sum(seconds for _, seconds in rows)
            terminalreporter.section(f"processor time by {kind}: {whole:.0f} s")
            for name, seconds in rows[:SHOWN]:
                times = self.times[name]
                terminalreporter.line(f"{seconds:8.2f} s {times:6} x {name.partition(' ')[2]}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Meter(), "processor_time meter")
