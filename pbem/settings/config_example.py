"""Writes the configuration file for `pbem init`: every setting, with what it is for."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from pbem.settings.config import Config
from pbem.settings.sections.section import named, tables

HEAD = """\
# The settings of this moderator. A line that begins with # and no space is a setting not in use;
# those with ## are needed only in special cases.
# Paths start at the folder of this file. The environment overrides the file:
# PBEM_MAIL__IN__PASSWORD is `password` in [mail.in], and so on.
"""


def example(given: Mapping[str, Any] | None = None) -> str:
    """Write the text of the file, with the defaults.

    `given` has values that are known already, by name (`{"moderator.address": ...}`).
    """
    parts = [part for name, field in named(Config) for part in _table(name, field, given or {})]
    return "\n".join([HEAD, *parts])


def _table(name: str, field: FieldInfo, given: Mapping[str, Any]) -> Iterator[str]:
    """Write a table and then the tables inside it. Only the first of several alternatives is in
    use, the others are commented out."""
    for position, model in enumerate(tables(field)):
        unused = "#" if position else ""
        lines = [f"# {model.__doc__}", f"{unused}[{name}]"]
        inner: list[str] = []
        for key, setting in named(model):
            path = f"{name}.{key}"
            if tables(setting):
                inner += _table(path, setting, given)
            else:
                lines.append(_setting(key, setting, given.get(path), unused))
        yield "\n".join(lines) + "\n"
        yield from inner


def _setting(key: str, setting: FieldInfo, given: Any, unused: str) -> str:
    value = setting.default if given is None else given
    if value is None:
        unused, value = "##", (setting.examples or [""])[0]
    comment = f"  # {setting.description}" if setting.description else ""
    return f"{unused}{key} = {_toml(value)}{comment}"


def _toml(value: str | int | Path | SecretStr | tuple[int, ...]) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case SecretStr():
            return _toml(value.get_secret_value())
        case _:
            text = str(value).replace("\\", "\\\\").replace('"', '\\"')
            return f'"{text}"'
