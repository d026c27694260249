"""What takes long to make and never changes: the worker that first needs it makes it for all."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from tests.house import House

KNOWN = "known.json"
"""The file with what a test knows of a house besides its folder."""


class Known(msgspec.Struct):
    """What that file holds; `seen` are the names of the mails that have been looked at."""

    folder: str
    address: str
    now: datetime
    count: int
    seen: set[str]


def made_once(folders: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder that `make` makes, given its path: one for all workers of a run."""
    common = folders.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        common = common.parent
    place = common / "made once" / name
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # let go of when the file is closed
        if not (place / "complete").exists():
            shutil.rmtree(place / "made", ignore_errors=True)  # of one who failed
            make(place / "made")
            (place / "complete").touch()
    return place / "made"


def house_made_once(
    folders: pytest.TempPathFactory, name: str, make: Callable[[Path], House]
) -> House:
    """The house that `make` builds in a folder. It is closed, and to be copied."""

    def build(folder: Path) -> None:
        folder.mkdir()
        house = make(folder / "house")
        house.close()
        place = str(house.folder.relative_to(folder))
        known = Known(place, house.address, house.now, house.count, house.seen)
        (folder / KNOWN).write_bytes(msgspec.json.encode(known))

    folder = made_once(folders, name, build)
    return standing(folder, msgspec.json.decode((folder / KNOWN).read_bytes(), type=Known))


def standing(folder: Path, known: Known) -> House:
    """The house in a folder, with the mails that have been looked at."""
    house = House(folder / known.folder, address=known.address)
    house.now, house.count = known.now, known.count
    sent = {file.name for file in (house.folder / "mail/outbox").glob("*.eml")}
    house.seen = sent - known.seen
    house.sent()
    house.seen = known.seen
    house.close()
    return house
