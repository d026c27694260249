"""Files of a game's data: TOML read into structs, and what is said of a mistake in one.

A mistake raises DataError: the file, the key, and what was expected there.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

Tree = dict[str, Any]
T = TypeVar("T")


class DataError(Exception):
    """A mistake in a file of a game's data."""


def parse(name: str, text: bytes, shape: type[T]) -> T:
    """A file of data as `shape`. Raises DataError."""
    try:
        return shaped(name, tomllib.loads(text.decode()), shape)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: this is not TOML: {error}") from error


def shaped(name: str, tree: Mapping[str, Any], shape: type[T], within: str = "") -> T:
    """A tree as `shape`; `within`: the key under which it stands. Raises DataError."""
    try:
        return msgspec.convert(tree, shape, str_keys=True)
    except msgspec.ValidationError as error:
        said, _, at = str(error).partition(" - at ")
        key = at.strip("`").removeprefix("key in ").removeprefix("$").lstrip(".")
        place = ".".join(part for part in (within, key) if part) or "the file"
        raise DataError(f"{name}: {place}: {said}") from error


def must(name: str, key: str, found: Any, expected: Iterable[Any]) -> None:
    """Check that a value is one of the expected ones. Raises DataError."""
    if found not in (known := list(expected)):
        raise DataError(f"{name}: {key}: expected one of {', '.join(map(str, known))}; got {found}")


def by_key(what: str, rows: Sequence[Any]) -> dict[str, Any]:
    """Rows by their keys, no two alike; `what` is the file and its table. Raises DataError."""
    table = {row.key: row for row in rows}
    for n, row in enumerate(rows):
        if table[row.key] is not row:
            raise DataError(f"{what}[{n}].key: expected a key of its own; got {row.key} again")
    return table


def changed(tree: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """A tree with some of its leaves changed, tables key by key."""
    merged = {str(key): value for key, value in tree.items()}
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        merged[key] = changed(old, value) if both and old else value
    return merged
