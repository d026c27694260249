"""What holds for every test: one locale and time zone, and the fixtures that many folders share."""

from __future__ import annotations

import gc
import os
import time

from hypothesis import settings

from tests import IN_CI

gc.disable()  # nothing that is collected is garbage, and there is ever more to look through
pytest_plugins = [
    "tests.no_skips",
    "tests.databases",
    "tests.houses",
    "tests.servers",
    "tests.spirit.running",
]

for name in [name for name in os.environ if name.startswith("PBEM_")]:
    del os.environ[name]
os.environ.update(LC_ALL="C.UTF-8", TZ="UTC", COLUMNS="100", NO_COLOR="1")
time.tzset()

MEMORY = "/dev/shm"
ENOUGH = 4 * 2**30
"""Bytes: more than all tests leave behind, should each of them fail."""


def serves(place: str) -> bool:
    """Whether there is room for the files of the tests in memory, programs among them."""
    if not os.access(place, os.W_OK):
        return False
    there = os.statvfs(place)
    return there.f_bavail * there.f_frsize > ENOUGH and not there.f_flag & os.ST_NOEXEC


if serves(MEMORY):  # where nobody waits until what was written is on a disk
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)

settings.register_profile("everywhere", deadline=None, max_examples=30)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=30)
settings.register_profile("soak", deadline=None, max_examples=300)
settings.load_profile("ci" if IN_CI else "everywhere")


def pytest_collection_finish() -> None:
    """From now on, looking for garbage passes over what all tests share, a million objects.

    What is garbage among them stays, a few megabytes: to look for it takes a second.
    """
    gc.enable()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
