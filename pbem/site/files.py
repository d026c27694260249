"""Replaces files that a web server may read at any time: it sees the old file or the new one,
whole."""

import os
from contextlib import suppress
from pathlib import Path


def replace(path: Path, data: bytes) -> bool:
    """Write a file unless it has this content already. Returns whether it was written. Raises
    OSError.

    Everybody may read the file, and enter the folders that are made for it, whatever the defaults
    of the process are. The next attempt overwrites what a crash has left.
    """
    with suppress(OSError):
        if path.read_bytes() == data:
            return False
    _make(path.parent)
    temporary = path.with_name(f".{path.name}.part")
    with temporary.open("wb") as file:
        file.write(data)
        os.fchmod(file.fileno(), 0o644)
    os.replace(temporary, path)
    return True


def _make(folder: Path) -> None:
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        each.chmod(0o755)


def leave_only(folder: Path, names: set[str]) -> None:
    """Remove all other files from a folder, such as pictures that no page shows any more."""
    with suppress(OSError):
        for path in folder.iterdir():
            if path.name not in names and path.is_file():
                path.unlink()
