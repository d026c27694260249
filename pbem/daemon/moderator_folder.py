"""The moderator's folder: creating, opening and locking it."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from engine.core.decision import Refused
from engine.games import GAMES
from pbem.campaign import entropy
from pbem.campaign.interpreter_protocol import Interpreter
from pbem.campaign.world import World
from pbem.daemon.clock import Clock, utc_now
from pbem.daemon.features import FEATURES
from pbem.daemon.own_tables import games_with_own
from pbem.mail.durable_files import write_once
from pbem.mail.transports import maildir
from pbem.settings import config as configuration
from pbem.settings.config import KEY, Config, ConfigError
from pbem.store import open_store

LOCK = "run.lock"
SIGN_EVERY = 20.0
"""Seconds between two signs of life of the process that holds the lock."""


@contextmanager
def opened(folder: Path, *, own_tables: bool = True) -> Iterator[World]:
    """Open the moderator in this folder. Raises ConfigError, StoreError.

    `own_tables`: whether new games need the host's own tables; without, a mistake in them hinders
    nothing. Games that have begun have theirs in the database.
    """
    config = configuration.load(folder)
    key = key_of(config)
    games = games_with_own(config, GAMES) if own_tables else GAMES
    store = open_store(config.database_url)
    try:
        yield World(config, store, games, key, FEATURES, _interpreter(config))
    finally:
        store.close()


def _interpreter(config: Config) -> Interpreter | None:
    """Return the host's interpreter; None: there is none."""
    if not config.interpreter.url:
        return None
    from pbem.daemon import language_model  # only hosts with an interpreter have its library

    return language_model.Interpreter(config.interpreter)


def key_of(config: Config) -> entropy.Entropy:
    """Return the moderator's key. Raises ConfigError."""
    file = config.inside(Path(KEY))
    try:
        return entropy.from_file(file)
    except OSError as error:
        said = f"{error.strerror}; bring it back from the backup, or make"
    except ValueError as problem:
        said = f"{problem}; bring it back from the backup, or delete it and make"
    raise ConfigError(
        f"{file}: {said} a new one with `pbem init {config.folder}`"
        " (the tags of all mails sent before are then void)"
    )


def found(
    folder: Path, settings: str, fresh: Callable[[int], bytes] = os.urandom
) -> tuple[Config, list[str]]:
    """Create what is missing in the folder; return the configuration, and in words what there is
    now.

    `settings` is the text of a new configuration file, `fresh` makes the bytes of a new key. Raises
    OSError, ConfigError, StoreError.
    """
    _make_private(folder)
    file, key = folder / configuration.FILE, folder / KEY
    said = [f"{'kept' if path.exists() else 'made'}  {path}" for path in (file, key)]
    write_once(file, settings.encode(), mode=0o600)  # passwords may be added to it
    config = configuration.load(folder)
    entropy.new_key_file(key, fresh)
    key_of(config)
    open_store(config.database_url, upgrade=True).close()
    folders = _make_folders(config)
    return config, [*said, "ready the database", *(f"ready {path}" for path in folders)]


def _make_private(folder: Path) -> None:
    """Make a folder that only its owner can enter, unless it is there."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700)


def _make_folders(config: Config) -> list[Path]:
    incoming, outgoing = config.mail.incoming, config.mail.outgoing
    folders = [config.inside(config.mail.aside)]
    if outgoing.kind == "folder":
        folders.append(config.inside(outgoing.path))
    for folder in folders:
        _make_private(folder)
    if incoming.kind == "maildir":
        folders.append(config.inside(incoming.path))
        _make_private(folders[-1])
        maildir.create(folders[-1])
    return folders


class Holder(NamedTuple):
    """The process that holds a folder's lock, or held it until it was killed or failed."""

    number: int | None
    """None: just about to write it down."""
    since: datetime | None
    """None: just about to write it down."""
    heard: datetime
    """Its last sign of life."""
    is_there: bool


@contextmanager
def only_one(
    folder: Path, otherwise: str = "stop it first", now: Clock = utc_now
) -> Iterator[None]:
    """Hold the folder's lock, which is released when the process ends, however that happens. The
    file tells the process, and since when; its time is the last sign of life.

    Raises Refused if another process holds it; `otherwise`: what can be done then.
    """
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            number = os.read(descriptor, 20).decode(errors="replace").partition("\n")[0]
            raise Refused(
                f"`pbem run` works in {folder} already (process {number or 'unknown'}): "
                f"{otherwise}."
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n{now().isoformat()}\n".encode(), 0)
        with _signs_of_life(descriptor, now):
            yield
        os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


@contextmanager
def _signs_of_life(descriptor: int, now: Clock) -> Iterator[None]:
    """Give the file the present time, again and again."""
    ended = Event()

    def give() -> None:
        while True:
            with suppress(OSError):  # a disk that fails is told by whoever writes something there
                os.utime(descriptor, times=(now().timestamp(),) * 2)
            if ended.wait(SIGN_EVERY):
                return

    thread = Thread(target=give, name="signs of life", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def holder(folder: Path) -> Holder | None:
    """Return the process that holds the folder's lock, or did not end as it should; None: there is
    none."""
    try:
        with (folder / LOCK).open(encoding="ascii", errors="replace") as file:
            is_there = not _is_free(file.fileno())
            number, _, since = file.read().strip().partition("\n")
            heard = datetime.fromtimestamp(os.fstat(file.fileno()).st_mtime, UTC)
    except FileNotFoundError:
        return None
    if not is_there and not since:
        return None
    return Holder(
        int(number) if number else None,
        datetime.fromisoformat(since) if since else None,
        heard,
        is_there,
    )


def _is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
