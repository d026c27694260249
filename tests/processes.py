"""Functions run in processes of their own, which share nothing with the tests."""

import os
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeVar

from pbem.cli import main

PATIENCE = 120
"""Seconds: longer than anything takes, also on a busy machine."""
T = TypeVar("T")
PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.warmed"])  # which takes longer than most of them


def until(it: Callable[[], T]) -> T:
    """What this returns once it is something."""
    end = time.monotonic() + PATIENCE
    while not (result := it()):
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
    return result


def begun(work: Callable[..., object], *given: Any) -> tuple[BaseProcess, Connection]:
    """A process that does this work, given a pipe and the rest, and the pipe's other end."""
    here, there = PROCESSES.Pipe()
    process = PROCESSES.Process(target=work, args=(there, *given))
    process.start()
    there.close()  # so that it is noticed when the process ends without a word
    return process, here


class Program:
    """A `pbem` that is told these words, in a process of its own; what it says goes to a file."""

    def __init__(self, log: Path, *words: str) -> None:
        log.touch()
        self.log = log
        self.process, _ = begun(pbem, log, *words)

    def said(self) -> str:
        return self.log.read_text()

    def runs(self) -> bool:
        return self.process.exitcode is None

    def signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.runs() and self.process.pid:
            os.kill(self.process.pid, number)

    def end(self, number: int, patience: float = 120) -> int | None:
        """Send it a signal that ends it; the status with which it ended."""
        self.signal(number)
        self.process.join(patience)
        return self.process.exitcode


def pbem(_pipe: Connection, log: Path, *words: str) -> None:
    """What such a process does."""
    file = os.open(log, os.O_WRONLY | os.O_APPEND)
    for output in (1, 2):
        os.dup2(file, output)
    main(words)
