"""A host's own tables: files that replace those a game comes with, so that owners of a printed game
can use its board and its cards. They apply to games begun from then on, not to those in play.

They lie in a folder for each game, by its name, inside the folder named by the configuration.
"""

from collections.abc import Mapping
from pathlib import Path

from engine.core.game import DataError, Game
from pbem.settings import config as configuration
from pbem.settings.config import Config, ConfigError


def games_with_own(config: Config, games: Mapping[str, Game]) -> Mapping[str, Game]:
    """Return the games with the host's own tables. Raises ConfigError: file, key, what was
    expected."""
    folders = _folders(config)
    for folder in folders:
        if folder.name not in games:
            raise ConfigError(f"{folder}: expected the name of a game: {', '.join(games)}")
    if not folders:
        return games  # so that none of them is loaded yet
    return {name: _with_own(config, game) for name, game in games.items()}


def games_at(folder: Path, games: Mapping[str, Game]) -> Mapping[str, Game]:
    """Return the games as the moderator in this folder plays them, or unchanged if there is
    none."""
    if not (folder / configuration.FILE).is_file():
        return games
    return games_with_own(configuration.load(folder), games)


def folder_of(config: Config, game: Game) -> Path:
    """Return the folder of the host's own tables for a game."""
    return config.inside(config.data.folder) / game.name


def own_files(config: Config, game: Game) -> dict[str, bytes]:
    """Return the host's own tables for a game, by name. Raises ConfigError."""
    try:
        found = sorted(folder_of(config, game).glob("*.toml"))
        return {file.name: file.read_bytes() for file in found}
    except OSError as error:
        raise ConfigError(f"{error.filename}: {error.strerror}") from None


def _folders(config: Config) -> list[Path]:
    folder = config.inside(config.data.folder)
    try:
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        return [path for path in found if path.is_dir() and not path.name.startswith(".")]
    except OSError as error:
        raise ConfigError(f"{error.filename}: {error.strerror}") from None


def _with_own(config: Config, game: Game) -> Game:
    own = own_files(config, game)
    if not own:
        return game
    folder = folder_of(config, game)
    if game.with_data is None:
        raise ConfigError(f"{folder}: {game.title} is played with no tables but its own")
    try:
        return game.with_data({**game.data, **own})
    except (DataError, ValueError) as error:
        file = str(error).partition(":")[0]
        brought = file in own or file not in game.data
        hint = "" if brought else f" (`pbem tables {game.name} {file}` lays that file beside yours)"
        raise ConfigError(f"{folder}/{error}{hint}") from None
