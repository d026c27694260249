"""The settings of a moderator: `config.toml` in the moderator's folder, overridden by the
environment."""

import os
import tomllib
from pathlib import Path
from typing import Any

from pydantic import PrivateAttr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from pbem.settings import config_mistakes
from pbem.settings.config_mistakes import DELIMITER, PREFIX
from pbem.settings.sections.mail import Mail
from pbem.settings.sections.new_games import Pace, People
from pbem.settings.sections.service import (
    Data,
    Database,
    Forum,
    Health,
    Interpreter,
    Keep,
    Limits,
    Moderator,
    SafetyStop,
    Site,
    Unsubscribe,
    Work,
)

FILE, KEY = "config.toml", "secret.key"
"""The files that a moderator's folder must have."""


class ConfigError(Exception):
    """The configuration cannot be used; the text is one line: where, what, and what to do."""


class Config(BaseSettings):
    """All settings. Made by `load`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_nested_delimiter=DELIMITER, extra="forbid", frozen=True
    )
    moderator: Moderator = Moderator()
    database: Database = Database()
    work: Work = Work()
    mail: Mail = Mail()
    pace: Pace = Pace()
    people: People = People()
    safety_stop: SafetyStop = SafetyStop()
    limits: Limits = Limits()
    keep: Keep = Keep()
    interpreter: Interpreter = Interpreter()
    health: Health = Health()
    unsubscribe: Unsubscribe = Unsubscribe()
    forum: Forum = Forum()
    site: Site = Site()
    data: Data = Data()
    _folder: Path = PrivateAttr(Path())

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment override the file."""
        return env_settings, init_settings

    @property
    def folder(self) -> Path:
        """The moderator's folder, as an absolute path."""
        return self._folder

    def inside(self, path: Path) -> Path:
        """Resolve a path in the configuration, relative to the moderator's folder."""
        return self._folder / path

    @property
    def database_url(self) -> str:
        """The database's address, with an absolute path if it is a file."""
        scheme, slashes, path = self.database.url.partition(":///")
        if scheme == "sqlite" and slashes:
            return f"{scheme}:///{self._folder / path}"
        return self.database.url


def load(folder: Path) -> Config:
    """Read the configuration of the moderator in this folder. Raises ConfigError."""
    file = folder / FILE
    text = ""
    try:
        text = file.read_text("utf-8")
        given = tomllib.loads(text)
    except FileNotFoundError:
        raise ConfigError(f"{folder} has no {FILE}: `pbem init {folder}` makes one") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file}: {config_mistakes.of_form(error, text)}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: should be text in UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from None
    if not text.strip():  # as an interrupted `pbem init` once left it
        raise ConfigError(f"{file} is empty: delete it, and `pbem init {folder}` makes a new one")
    try:
        config = Config(**_in_new_names(given))
    except SettingsError as error:
        raise ConfigError(f"{PREFIX}... in the environment: {error}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ConfigError(config_mistakes.line(file, first, Config)) from None
    config._folder = folder.absolute()
    return config


def database_in_file(folder: Path) -> str:
    """Return the database that the file names, whatever the environment says."""
    given = tomllib.loads((folder / FILE).read_text("utf-8"))
    named: str = given.get("database", {}).get("url", Database().url)
    return named


def _in_new_names(given: dict[str, Any]) -> dict[str, Any]:
    """Read `[brakes]`, the former name of `[safety_stop]`, in the file and in the environment."""
    old, new = given.get("brakes", {}), given.get("safety_stop", {})
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return given
    prefix = f"{PREFIX}BRAKES{DELIMITER}"
    variables = {
        name.removeprefix(prefix).lower(): value
        for name, value in os.environ.items()
        if name.startswith(prefix)
    }
    others = {name: value for name, value in given.items() if name != "brakes"}
    return others | {"safety_stop": {**old, **new, **variables}}
