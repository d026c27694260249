"""Writes files either completely or not at all, even if the power fails."""

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

NAME_LIMIT = 200
IN_USE = "in.use"
"""A file that is locked by the process that works in a hidden folder, until it ends."""


def file_name(text: str, ending: str) -> str:
    """Make a file name from a Message-ID or server id: still readable, and without any folder."""
    safe = quote(text, safe="@+=,#!$&'~ ", errors="replace")
    safe = re.sub(r"\A\.", "%2E", safe)[:NAME_LIMIT]
    return f"{safe}{ending}"


def write_once(path: Path, data: bytes, mode: int = 0o666) -> bool:
    """Write the file unless it exists; return whether it was written. Raises OSError.

    The temporary file's name depends only on the file's own, so a crash leaves at most one behind,
    and the next attempt overwrites it.
    """
    if path.exists():
        return False
    temporary = path.with_name(f".{path.name}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)
    return True


@contextmanager
def hidden_folder(within: Path, prefix: str) -> Iterator[Path]:
    """Make a folder that only its owner can read, for what is not complete yet, and remove it at
    the end. Those of this prefix that killed processes have left are removed, too. Raises
    OSError."""
    for left in within.glob(f"{prefix}*"):
        _remove_unused(left)
    with (
        tempfile.TemporaryDirectory(prefix=prefix, dir=within) as made,
        (Path(made) / IN_USE).open("wb") as lock,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield Path(made)


def _remove_unused(folder: Path) -> None:
    """Remove a hidden folder unless a process works in it."""
    with suppress(OSError), (folder / IN_USE).open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder)


def sync_folder(folder: Path) -> None:
    """Make renames in the folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def writable(folder: Path) -> str:
    """Say why nothing can be written into the folder; empty if it can."""
    probe = folder / ".probe.tmp"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""
