"""A Maildir as mailbox: dropping a file into `new/` sends a mail."""

import os
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import NamedTuple

from pbem.mail.durable_files import file_name, writable, write_once
from pbem.mail.transports.configuration_findings import Finding
from pbem.mail.transports.mailbox import (
    FETCH_BYTES_LIMIT,
    FETCH_LIMIT,
    SIZE_LIMIT,
    Arrived,
    MailboxDown,
)

FOLDERS = ("tmp", "new", "cur")
PROCESSED = ".processed"
MARK = ".moderator"
LOOK_EVERY = 0.5


class _File(NamedTuple):
    mtime: int
    name: str
    size: int
    path: str

    @property
    def server_id(self) -> str:
        """The id: two files dropped under one name, one after the other, are two mails. Bytes of a
        name that are no UTF-8 are spelled out."""
        name = self.name.encode(errors="backslashreplace").decode()
        return f"{self.mtime}-{self.size}-{name}"


class Maildir:
    """A Mailbox over a Maildir; `now` tells the time. Stored mails move to `.processed/cur`."""

    def __init__(
        self, path: Path, now: Callable[[], datetime], size_limit: int = SIZE_LIMIT
    ) -> None:
        self.path = path
        self.now = now
        self.size_limit = size_limit
        self.unreadable: set[str] = set()
        self.fetched: dict[str, Path] = {}

    def fetch(self) -> list[Arrived]:
        """Fetch mails by time of the file, then by name; files still being written are left for
        later."""
        arrived: list[Arrived] = []
        room = FETCH_BYTES_LIMIT
        for file in sorted(self._files()):
            if len(arrived) == FETCH_LIMIT or room <= 0:
                break
            if (mail := self._read(file)) is not None:
                arrived.append(mail)
                self.fetched[mail.server_id] = Path(file.path)
                room -= len(mail.raw)
        return arrived

    def _files(self) -> Iterator[_File]:
        """Yield everything in `new`, and files in `cur` that a mail program moved there but did not
        mark read."""
        for folder in ("new", "cur"):
            try:
                entries = list(os.scandir(self.path / folder))
            except OSError as error:
                raise MailboxDown(_advice(self.path / folder, error)) from None
            for entry in entries:
                name, _, flags = entry.name.partition(":2,")
                if entry.name.startswith(".") or (folder == "cur" and "S" in flags):
                    continue
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:
                    continue
                if stat.S_ISREG(status.st_mode):
                    yield _File(status.st_mtime_ns, name, status.st_size, entry.path)

    def _read(self, file: _File) -> Arrived | None:
        try:
            with open(file.path, "rb") as opened:
                raw = opened.read(self.size_limit + 1)
                after = os.fstat(opened.fileno())
        except OSError:
            self.unreadable.add(file.server_id)
            return None
        if (after.st_mtime_ns, after.st_size) != (file.mtime, file.size):
            return None
        self.unreadable.discard(file.server_id)
        arrived = min(datetime.fromtimestamp(file.mtime // 1_000 / 1_000_000, UTC), self.now())
        cut = len(raw) > self.size_limit
        return Arrived(file.server_id, arrived, raw[: self.size_limit], cut)

    def stored(self, server_id: str) -> None:
        """Move the file to `.processed/cur`, marked as seen; it is no error if it is gone."""
        path = self.fetched.pop(server_id, None) or next(
            (Path(file.path) for file in self._files() if file.server_id == server_id), None
        )
        if path:
            self._move(path, server_id)

    def _move(self, path: Path, server_id: str) -> None:
        folder = self.path / PROCESSED
        try:
            if not (folder / "cur").is_dir():
                create(folder)
            path.replace(folder / "cur" / f"{file_name(server_id, '')}:2,S")
        except FileNotFoundError:
            return
        except OSError as error:
            raise MailboxDown(_advice(folder, error)) from None

    def wait(self, seconds: float, stop: Event | None = None) -> bool:
        """Look twice a second until something has come."""
        stop = stop or Event()
        looks = max(1, round(seconds / LOOK_EVERY))
        for _ in range(looks):
            if {file.server_id for file in self._files()} - self.fetched.keys() - self.unreadable:
                return True
            if stop.wait(min(seconds, LOOK_EVERY)):
                return False
        return False

    def check(self) -> list[Finding]:
        """Tell whether the folders exist, and files can be read and moved out of them."""
        found = []
        for name in FOLDERS:
            folder = self.path / name
            why = writable(folder)
            advice = f"{why}: create it and let the moderator's user write into it" if why else ""
            found.append(Finding(f"Maildir folder {folder}", not why, advice))
        if all(finding.ok for finding in found):
            self.fetch()
            locked = [name.split("-", 2)[2] for name in sorted(self.unreadable)]
            found += [
                Finding(f"mail {name}", False, "let the moderator's user read it")
                for name in locked
            ]
        return found

    def mark(self, mine: str, *, take: bool = False) -> str:
        """Leave a file `.moderator` beside the folders."""
        file = self.path / MARK
        try:
            if take:
                file.unlink(missing_ok=True)
            write_once(file, f"{mine}\n".encode())
            there = file.read_text("utf-8", "replace").strip()
        except OSError as error:
            raise MailboxDown(_advice(self.path, error)) from None
        return "" if there == mine else there

    def close(self) -> None:
        """Do nothing: no file is open."""


def create(path: Path) -> None:
    """Create the missing folders of a Maildir. Raises OSError."""
    for name in FOLDERS:
        (path / name).mkdir(parents=True, exist_ok=True)


def aside(folder: Path, name: str, raw: bytes, reason: str) -> Path:
    """Put a mail that could not be handled where a person finds it, with the reason in its first
    header. A name stands for one mail, which is written once. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(name, ".eml")
    header = f"X-Set-Aside: {' '.join(reason.split())}\n".encode("utf-8", "replace")
    write_once(path, header + raw)
    return path


def _advice(folder: Path, error: OSError) -> str:
    return f"{folder}: {error.strerror}; create it and let the moderator's user write into it"
