"""The moderator in a folder: configuration, store, key, and the machine's clock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from engine.games import GAMES
from pbem.campaign import entropy
from pbem.campaign.world import World
from pbem.daemon.features import FEATURES
from pbem.daemon.own_tables import games_with_own
from pbem.settings import config as configuration
from pbem.settings.config import Config, ConfigError
from pbem.store import open_store

KEY = "secret.key"
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time of the machine, aware."""
    return datetime.now(UTC)


@contextmanager
def opened(folder: Path) -> Iterator[World]:
    """The moderator in this folder. Raises ConfigError, StoreError."""
    config = configuration.load(folder)
    key = key_of(config)
    games = games_with_own(config, GAMES)
    store = open_store(config.database_url)
    try:
        yield World(config, store, games, key, FEATURES)
    finally:
        store.close()


def key_of(config: Config) -> entropy.Entropy:
    """The moderator's key. Raises ConfigError."""
    file = config.inside(Path(KEY))
    try:
        return entropy.from_file(file)
    except OSError as error:
        raise ConfigError(
            f"{file}: {error.strerror}; bring it back from the backup, or make a new one with "
            f"`pbem init {config.folder}` (the tags of all mails sent before are then void)"
        ) from None
