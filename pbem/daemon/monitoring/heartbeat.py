"""Tells whether all threads of this process are alive: a thread that asks whether to stop is.

Each asks between two pieces of work, and by its wait says how long it will be silent.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Event, current_thread

PING_EVERY = 20.0
"""Seconds between two signs of life to whoever watches the process."""
SILENT_FOR = 300.0
"""Seconds that one piece of work may take before its thread counts as hanging."""


class Stop(Event):
    """Tells threads to stop, and notes when each of them asks."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` returns seconds on a clock that nobody can set."""
        super().__init__()
        self._clock = clock
        self._awaited: dict[str, float] = {}

    def expect(self, threads: Iterable[str]) -> None:
        """Expect these threads, by name, to ask from now on."""
        self._awaited.update(dict.fromkeys(threads, self._clock()))

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """Expect the thread that calls it to ask, until it has done its work."""
        name = current_thread().name
        self.expect([name])
        try:
            yield
        finally:
            self._awaited.pop(name, None)

    def silent(self) -> list[str]:
        """Return the names of threads that should have asked long ago."""
        now, awaited = self._clock(), self._awaited.copy()
        return sorted(name for name, at in awaited.items() if now - at > SILENT_FOR)

    def is_set(self) -> bool:
        """Tell whether to stop."""
        self._alive()
        return super().is_set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set, or for some seconds; return whether it is set."""
        self._alive(inf if timeout is None else timeout)
        is_set = super().wait(timeout)
        self._alive()
        return is_set

    def _alive(self, rests: float = 0.0) -> None:
        name = current_thread().name
        if name in self._awaited:
            self._awaited[name] = self._clock() + rests
