"""Backs up a moderator to one file: its database, settings, key and own tables."""

import gzip
import os
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from sqlmodel import func, select

from engine.core.decision import Refused
from pbem.campaign.world import World
from pbem.daemon.moderator_folder import LOCK, found
from pbem.mail.durable_files import sync_folder
from pbem.settings import config as configuration
from pbem.settings.config import KEY, Config
from pbem.store import open_store
from pbem.store import tables as t
from pbem.store.copying import copy_in, copy_out

DATABASE = "database.sqlite"
"""The name of the database in a backup, whichever kind it was."""
FILES = "folder"
"""Where a backup has the files of the moderator's folder."""
NAMED = "pbem-????????-????.tar.gz"
"""The name of a backup in a folder has its UTC time, so that sorting by name sorts by age."""
LARGEST = 1_000_000
"""Bytes; longer files in the moderator's folder are not part of its settings."""


@dataclass(frozen=True)
class Contents:
    """What a backup contains, in numbers."""

    games: int
    mails: int


def file_in(folder: Path, now: datetime) -> Path:
    """Name a backup made now in this folder. `now` is in UTC."""
    return folder / f"pbem-{now:%Y%m%d-%H%M}.tar.gz"


def write(world: World, file: Path) -> Contents:
    """Write a backup that only its owner can read; the moderator may run meanwhile.

    An older file of this name is kept until the new one is complete. Raises OSError.
    """
    with tempfile.TemporaryDirectory(prefix=".pbem-backup-", dir=file.parent) as beside:
        copy, packed = Path(beside) / DATABASE, Path(beside) / "packed"
        copy_out(world.store, copy)
        _pack(packed, world.config, copy)
        contents = _contents(f"sqlite:///{copy}")
        packed.replace(file)
    sync_folder(file.parent)
    return contents


def remove_oldest(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` (at least 1) of the backups in this folder."""
    old = sorted(folder.glob(NAMED))[:-keep]
    for file in old:
        file.unlink()
    return old


def _pack(packed: Path, config: Config, database: Path) -> None:
    descriptor = os.open(packed, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        with (
            gzip.GzipFile("", "wb", compresslevel=6, fileobj=opened) as zipped,
            tarfile.open(fileobj=zipped, mode="w", dereference=True) as tar,
        ):
            tar.add(database, DATABASE)
            for file in _own_files(config):
                tar.add(file, f"{FILES}/{file.relative_to(config.folder)}")
        opened.flush()
        os.fsync(opened.fileno())


def _own_files(config: Config) -> Iterator[Path]:
    """Yield settings, key, certificates and tokens beside them, and the own tables: no mails, and
    nothing of the database."""
    kept = (LOCK, *(f"{Path(config.database_url).name}{end}" for end in ("", "-wal", "-shm")))
    for path in sorted(config.folder.iterdir()):
        other = path.name.startswith(".") or path.match(NAMED) or path.name in kept
        if not other and path.is_file() and path.stat().st_size <= LARGEST:
            yield path
    tables = config.inside(config.data.folder)
    if tables.is_relative_to(config.folder):
        yield from sorted(path for path in tables.rglob("*") if path.is_file())


def restore(file: Path, folder: Path) -> Contents:
    """Restore a moderator from a backup into a folder that is empty or does not exist.

    Its database is the one named by the settings or, before them, the environment; it has to be
    empty. If anything fails, nothing is left behind. Raises Refused, ConfigError, StoreError,
    OSError.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty: restore into a new folder.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".pbem-restore-", dir=folder.parent) as beside:
        made = _unpacked(file, Path(beside))
        config = configuration.load(made)
        copy_in(Path(beside) / DATABASE, config.database_url)
        found(made, "")
        contents = _contents(config.database_url)
        made.rename(folder)
    return contents


def _unpacked(file: Path, into: Path) -> Path:
    """Unpack only what belongs to a backup; return the moderator's folder."""
    try:
        with tarfile.open(file, "r:gz") as tar:
            for member in tar:
                if member.isreg() and _belongs(PurePosixPath(member.name)):
                    _extract(tar, member, into / member.name)
    except (tarfile.TarError, EOFError, gzip.BadGzipFile, zlib.error) as problem:
        raise Refused(f"{file} is no backup, or only part of one ({problem}).") from None
    needed = (DATABASE, f"{FILES}/{configuration.FILE}", f"{FILES}/{KEY}")
    if missing := [name for name in needed if not (into / name).exists()]:
        raise Refused(f"{file} is no backup of a moderator: it lacks {', '.join(missing)}.")
    return into / FILES


def _belongs(name: PurePosixPath) -> bool:
    if name.is_absolute() or ".." in name.parts:
        return False
    return str(name) == DATABASE or (name.parts[0] == FILES and len(name.parts) > 1)


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        source = tar.extractfile(member)
        while source and (part := source.read(1 << 20)):
            opened.write(part)


def _contents(url: str) -> Contents:
    store = open_store(url)
    try:
        with store.reading() as db:
            games = db.exec(select(func.count()).select_from(t.Game)).one()
            mails = db.exec(select(func.count()).select_from(t.InboundMail)).one()
    finally:
        store.close()
    return Contents(games, mails)
