"""Writes files that are there whole or not at all, even after a power failure."""

import os
import re
from pathlib import Path
from urllib.parse import quote

NAME_LIMIT = 200


def file_name(text: str, ending: str) -> str:
    """Make a file name that any Message-ID or server id can be read in, without folders in it."""
    safe = quote(text, safe="@+=,#!$&'~ ", errors="replace")
    safe = re.sub(r"\A\.", "%2E", safe)[:NAME_LIMIT]
    return f"{safe}{ending}"


def write_once(path: Path, data: bytes) -> bool:
    """Write the file unless it is there already; whether it was written. Raises OSError.

    The temporary file's name is the file's own, so that a crash leaves at most one behind, which
    the next attempt overwrites.
    """
    if path.exists():
        return False
    temporary = path.with_name(f".{path.name}.tmp")
    with temporary.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    sync_folder(path.parent)
    return True


def sync_folder(folder: Path) -> None:
    """Make renames in the folder last."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def writable(folder: Path) -> str:
    """Tell why nothing can be written into the folder; empty: it can."""
    probe = folder / ".probe.tmp"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""
