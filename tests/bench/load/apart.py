"""Parts of the bench in processes of their own, so that each one's memory can be told; and how long
a part may take."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from threading import Event, Timer
from typing import Any

from tests.bench.bench_mail import quietly
from tests.processes import begun


def apart(work: Callable[..., Any], *given: Any) -> tuple[Any, float]:
    """What comes of some work in a process of its own, and the most megabytes that this took."""
    process, pipe = begun(_worked, work, *given)
    came: tuple[Any, float] = pipe.recv()
    process.join()
    return came


def _worked(pipe: Connection, work: Callable[..., Any], *given: Any) -> None:
    quietly()
    pipe.send((work(*given), most()))


def most() -> float:
    """The most megabytes that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def stopping(minutes: float) -> Iterator[Event]:
    """An event that is set when so much time has passed."""
    stop = Event()
    timer = Timer(60 * minutes, stop.set)
    timer.start()
    try:
        yield stop
    finally:
        timer.cancel()
