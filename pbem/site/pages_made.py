"""Remembers the frames that were made, and what each published folder contains."""

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
    """Return a hash that identifies the installed program, from the sizes and times of its
    files."""
    roots = (Path(engine.__file__).parent, Path(pbem.__file__).parent, templates())
    digest = hashlib.sha256()
    for root in roots:
        for path in sorted(p for p in root.rglob("*") if p.suffix not in (".pyc", "")):
            found = path.stat()
            digest.update(f"{path}\0{found.st_size}\0{found.st_mtime_ns}\0".encode())
    return digest.hexdigest()


def key_of(telling: Telling, place: int) -> str:
    """Hash everything that a frame is made from: the record up to its stop, and what was told."""
    stop, since = telling.stops[place], telling.stops[place - 1].line if place else 0
    last = telling.lines[stop.line - 1].hash
    undone = [n for n in telling.taken_back if since <= n < stop.line]
    told = [event for event in telling.happened if since <= event["n"] < stop.line]
    parts = [program(), telling.game.name, telling.language, last, since, sorted(undone), told]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Published(msgspec.Struct):
    """A campaign whose pages have been written."""

    key: str
    """A hash of everything that they were made from."""
    lines: list[str]
    """Its lines in the list of campaigns."""
    entries: list[Entry]
    """Its part of the feed."""


class Frames(msgspec.Struct):
    """The frames of a campaign as they are stored. Most groups of a map are the same as in the
    position before, so each is stored once."""

    groups: list[str]
    frames: dict[str, tuple[Frame, list[int]]]
    """By key: a frame without its groups, and which of them it has."""


def packed(frames: Mapping[str, Frame]) -> Frames:
    """Store the groups of all frames separately, each once."""
    places: dict[str, int] = {}
    apart = {
        key: (
            msgspec.structs.replace(frame, groups=[]),
            [places.setdefault(group, len(places)) for group in frame.groups],
        )
        for key, frame in frames.items()
    }
    return Frames(list(places), apart)


def unpacked(stored: Frames) -> dict[str, Frame]:
    """Put the groups of each frame back. Raises IndexError."""
    for frame, places in stored.frames.values():
        frame.groups = [stored.groups[place] for place in places]
    return {key: frame for key, (frame, _) in stored.frames.items()}


class Kept:
    """A folder that keeps frames, one file for each campaign. If it cannot be used, everything is
    made anew each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def frames(self, name: str) -> dict[str, Frame]:
        """Return the stored frames of a campaign by their keys."""
        try:
            data = zlib.decompress((self.folder / f"{name}.frames").read_bytes())
            return unpacked(msgspec.json.decode(data, type=Frames))
        except (OSError, zlib.error, msgspec.DecodeError, IndexError):
            return {}

    def keep_frames(self, name: str, frames: Mapping[str, Frame]) -> None:
        """Store the frames of a campaign."""
        self._write(f"{name}.frames", zlib.compress(msgspec.json.encode(packed(frames)), 1))

    def published(self, target: Path) -> "dict[str, Published]":
        """Return the campaigns whose pages are in a folder, by name."""
        try:
            data = (self.folder / self._of(target)).read_bytes()
            return msgspec.json.decode(data, type=dict[str, Published])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep_published(self, target: Path, made: "Mapping[str, Published]") -> None:
        """Remember which pages are in a folder."""
        self._write(self._of(target), msgspec.json.encode(made))

    def order_pages(self, target: Path) -> dict[str, str]:
        """Return the hashes, by game, of what the order forms in a folder were made from."""
        try:
            data = (self.folder / f"orders-{self._of(target)}").read_bytes()
            return msgspec.json.decode(data, type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return {}

    def keep_order_pages(self, target: Path, made: Mapping[str, str]) -> None:
        """Remember what the order forms in a folder were made from."""
        self._write(f"orders-{self._of(target)}", msgspec.json.encode(made))

    @staticmethod
    def _of(target: Path) -> str:
        return f"{hashlib.sha256(str(target.absolute()).encode()).hexdigest()[:16]}.json"

    def _write(self, name: str, data: bytes) -> None:
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            files.replace(self.folder / name, data)


def made_from(parts: Iterator[Any]) -> str:
    """Hash everything that a campaign's pages are made from."""
    return hashlib.sha256(json.dumps([program(), *parts], default=str).encode()).hexdigest()
