"""Writes files either completely or not at all, even if the power fails."""

import os
import re
from pathlib import Path
from urllib.parse import quote

NAME_LIMIT = 200


def file_name(text: str, ending: str) -> str:
    """Make a file name from a Message-ID or server id: still readable, and without any folder."""
    safe = quote(text, safe="@+=,#!$&'~ ", errors="replace")
    safe = re.sub(r"\A\.", "%2E", safe)[:NAME_LIMIT]
    return f"{safe}{ending}"


def write_once(path: Path, data: bytes) -> bool:
    """Write the file unless it exists; return whether it was written. Raises OSError.

    The temporary file's name depends only on the file's own, so a crash leaves at most one behind,
    and the next attempt overwrites it.
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
