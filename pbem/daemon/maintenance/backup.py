"""Backs up a moderator to one file: its database, settings, key and own tables."""

import gzip
import os
import re
import tarfile
import zlib
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from sqlmodel import func, select

from engine.core.decision import Refused
from pbem.campaign.world import World
from pbem.daemon.moderator_folder import found
from pbem.mail.durable_files import hidden_folder, sync_folder
from pbem.settings import config as configuration
from pbem.settings.config import KEY, Config
from pbem.settings.sections.mail import Imap, SmtpServer
from pbem.store import open_store
from pbem.store import tables as t
from pbem.store.copying import copy_in, copy_out

DATABASE = "database.sqlite"
"""The name of the database in a backup, whichever kind it was."""
FILES = "folder"
"""Where a backup has the files of the moderator's folder."""
NAMED = re.compile(r"pbem-(\d{8}-\d{4})(?:-(\d+))?\.tar\.gz")
"""The name of a backup in a folder has its UTC time, and a number if several are of that time."""


@dataclass(frozen=True)
class Contents:
    """What a backup contains, in numbers."""

    games: int
    mails: int


def write(world: World, target: Path, now: datetime) -> tuple[Path, Contents]:
    """Write a backup that only its owner can read, and return its file; the moderator may run
    meanwhile.

    In a folder, it is named by `now` (in UTC). An older file of the name `target` is kept until the
    new one is complete. Raises OSError.
    """
    folder = target if target.is_dir() else target.parent
    with hidden_folder(folder, ".pbem-backup-") as beside:
        copy, packed = beside / DATABASE, beside / "packed"
        copy_out(world.store, copy)
        _pack(packed, world.config, copy)
        contents = _contents(f"sqlite:///{copy}")
        file = _new_in(target, now) if target.is_dir() else target
        packed.replace(file)
    sync_folder(folder)
    return file, contents


def _new_in(folder: Path, now: datetime) -> Path:
    """Name a backup made now in this folder, behind all others of this minute."""
    time = f"{now:%Y%m%d-%H%M}"
    last = max((n for other, n, _ in _named_in(folder) if other == time), default=0)
    number = f"-{last + 1}" if last else ""
    return folder / f"pbem-{time}{number}.tar.gz"


def _named_in(folder: Path) -> list[tuple[str, int, Path]]:
    """Return the backups in this folder, the oldest first: their time, number and file."""
    found = ((NAMED.fullmatch(file.name), file) for file in folder.iterdir())
    return sorted((name[1], int(name[2] or 1), file) for name, file in found if name)


def remove_oldest(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest `keep` (at least 1) of the backups in this folder."""
    old = [file for _, _, file in _named_in(folder)[:-keep]]
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


def _own_files(config: Config) -> list[Path]:
    """Return the files in the moderator's folder that it needs to go on: settings, key, what the
    settings name (certificates, tokens) and the own tables."""
    mail = config.mail
    ways = (mail.incoming, mail.outgoing, mail.second)
    certificates = [way.ca_file for way in ways if isinstance(way, Imap | SmtpServer)]
    named = (configuration.FILE, KEY, mail.oauth.file, config.forum.secrets, *certificates)
    tables = config.inside(config.data.folder).glob("*/*.toml")
    found = {*(config.folder / name for name in named if name), *tables}
    return sorted(p for p in found if p.is_file() and p.is_relative_to(config.folder))


def restore(file: Path, folder: Path) -> Contents:
    """Restore a moderator from a backup into a folder that is empty or does not exist.

    Its database is the one named by the settings or, before them, the environment; it has to be
    empty. If anything fails, nothing is left behind. Raises Refused, ConfigError, StoreError,
    OSError.
    """
    if folder.exists() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty: restore into a new folder.")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with hidden_folder(folder.parent, ".pbem-restore-") as beside:
        made = _unpacked(file, beside)
        config = configuration.load(made)
        copy_in(beside / DATABASE, config.database_url)
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
