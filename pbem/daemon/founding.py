"""The folder of a new moderator: configuration, key, database, mail folders."""

import os
from collections.abc import Callable
from pathlib import Path

from pbem.campaign.entropy import new_key_file
from pbem.daemon.opening import KEY
from pbem.mail import maildir
from pbem.settings import config as configuration
from pbem.settings.config import Config
from pbem.store import open_store


def found(
    folder: Path, settings: str, fresh: Callable[[int], bytes] = os.urandom
) -> tuple[Config, list[str]]:
    """Make what is missing in the folder; the configuration, and what there is now, in words.

    `settings` is the text of a new configuration file, `fresh` makes the bytes of a new key.
    Raises OSError, ConfigError, StoreError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file, key = folder / configuration.FILE, folder / KEY
    said = [f"{'kept' if path.exists() else 'made'}  {path}" for path in (file, key)]
    if not file.exists():
        _write_private(file, settings)
    config = configuration.load(folder)
    if not key.exists():
        new_key_file(key, fresh)
    open_store(config.database_url, upgrade=True).close()
    folders = _make_folders(config)
    return config, [*said, "ready the database", *(f"ready {path}" for path in folders)]


def _write_private(file: Path, text: str) -> None:
    """The file may come to hold passwords."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(text)


def _make_folders(config: Config) -> list[Path]:
    incoming, outgoing = config.mail.incoming, config.mail.outgoing
    folders = [config.inside(config.mail.aside)]
    if outgoing.kind == "folder":
        folders.append(config.inside(outgoing.path))
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    if incoming.kind == "maildir":
        folders.append(config.inside(incoming.path))
        maildir.create(folders[-1])
    return folders
