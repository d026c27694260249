"""One `pbem run` a folder: whoever comes second is told who was first."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.decision import Refusal, Refused

FILE = "run.lock"


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; it is let go of with the process, however that ends.

    Raises Refused if another process holds it.
    """
    descriptor = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 20).decode(errors="replace").strip() or "unknown"
            raise Refused(
                Refusal(f"`pbem run` works in {folder} already (process {holder}): stop it first.")
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
