"""The folders that a moderator writes into: whether it can, and whether there is room."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from pbem.mail.durable import writable
from pbem.mail.finding import Finding
from pbem.settings.config import Config

ROOM = 200
"""Megabytes that should be free."""
SQLITE = "sqlite:///"


def own_folders(config: Config) -> Iterator[Finding]:
    """Whether the moderator's folder, and that of its database, can be written into."""
    for folder in dict.fromkeys((config.folder, _of_database(config))):
        why = writable(folder) if folder.is_dir() else ""  # one that is missing is told as such
        advice = f"{why}: let the user that runs pbem write into it and its files"
        yield Finding(f"folder {folder}", not why, advice if why else "")


def room(config: Config) -> Iterator[Finding]:
    """How much is free where the database and the mails lie, each file system once."""
    mail, seen = config.mail, set[int]()
    ways = (mail.incoming, mail.outgoing)
    paths = [way.path for way in ways if way.kind in ("maildir", "folder")]
    folders = [_of_database(config), *map(config.inside, (*paths, mail.aside))]
    for folder in folders:
        if not folder.is_dir() or (device := folder.stat().st_dev) in seen:
            continue
        seen.add(device)
        free = shutil.disk_usage(folder).free // 1_000_000
        advice = f"free at least {ROOM} MB: without it no mail is taken in"
        enough = free >= ROOM
        yield Finding(f"free space at {folder}: {free:,} MB", enough, "" if enough else advice)


def _of_database(config: Config) -> Path:
    """The folder of the database's file; of a server's, the moderator's own."""
    url = config.database_url
    return Path(url.removeprefix(SQLITE)).parent if url.startswith(SQLITE) else config.folder
