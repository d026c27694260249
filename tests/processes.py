"""Functions run in processes of their own, which share nothing with the tests."""

from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

PROCESSES = get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.warmed"])  # which takes longer than most of them


def begun(work: Callable[..., object], *given: Any) -> tuple[BaseProcess, Connection]:
    """A process that does this work, given a pipe and the rest, and the pipe's other end."""
    here, there = PROCESSES.Pipe()
    process = PROCESSES.Process(target=work, args=(there, *given))
    process.start()
    there.close()  # so that it is noticed when the process ends without a word
    return process, here
