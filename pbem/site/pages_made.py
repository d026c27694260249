"""What the site remembers: frames that were made, and what every folder holds already."""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import engine
import pbem
from pbem.resources import templates
from pbem.site import files
from pbem.site.campaign_by_windows import Frame, Telling
from pbem.site.feed import Entry


@cache
def program() -> str:
    """Return what tells the installed program from any other: its files, their sizes and times."""
    roots = (Path(engine.__file__).parent, Path(pbem.__file__).parent, templates())
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(p for p in root.rglob("*") if p.suffix not in (".pyc", "")):
            found = path.stat()
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def key_of(telling: Telling, place: int) -> str:
    """Return what a frame is made from, as a hash: the record up to there, and what was told."""
    stop, since = telling.stops[place], telling.stops[place - 1].line if place else 0
    last = telling.lines[stop.line - 1].hash
    undone = [n for n in telling.taken_back if since <= n < stop.line]
    told = [event for event in telling.happened if since <= event["n"] < stop.line]
    parts = [program(), telling.game.name, telling.language, last, since, sorted(undone), told]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Published(msgspec.Struct):
    """A campaign whose pages have been written."""

    key: str
    """What they were made from."""
    lines: list[str]
    """What the list of campaigns says of it."""
    entries: list[Entry]
    """Its part of the feed."""


class Kept:
    """A folder in which frames are kept, a file a campaign. Where it cannot be used, all is made
    anew each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def frames(self, name: str) -> dict[str, Frame]:
        """Return the frames of a campaign by what they are made from."""
        try:
            packed = zlib.decompress((self.folder / f"{name}.frames").read_bytes())
            return msgspec.json.decode(packed, type=dict[str, Frame])
        except (OSError, zlib.error, msgspec.DecodeError):
            return {}

    def keep_frames(self, name: str, frames: Mapping[str, Frame]) -> None:
        """Keep the frames of a campaign."""
        self._write(f"{name}.frames", zlib.compress(msgspec.json.encode(frames), 1))

    def published(self, target: Path) -> "dict[str, Published]":
        """Return by name the campaigns whose pages lie in a folder."""
        try:
            data = (self.folder / self._of(target)).read_bytes()
            return msgspec.json.decode(data, type=dict[str, Published])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep_published(self, target: Path, made: "Mapping[str, Published]") -> None:
        """Remember what lies in a folder."""
        self._write(self._of(target), msgspec.json.encode(made))

    def order_pages(self, target: Path) -> dict[str, str]:
        """Return by game what the order forms in a folder were made from."""
        try:
            data = (self.folder / f"orders-{self._of(target)}").read_bytes()
            return msgspec.json.decode(data, type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep_order_pages(self, target: Path, made: Mapping[str, str]) -> None:
        """Remember what they were made from."""
        self._write(f"orders-{self._of(target)}", msgspec.json.encode(made))

    @staticmethod
    def _of(target: Path) -> str:
        return f"{hashlib.sha256(str(target.absolute()).encode()).hexdigest()[:16]}.json"

    def _write(self, name: str, data: bytes) -> None:
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            files.replace(self.folder / name, data)


def made_from(parts: Iterator[Any]) -> str:
    """Return a hash of what a campaign's pages are made from."""
    return hashlib.sha256(json.dumps([program(), *parts], default=str).encode()).hexdigest()
