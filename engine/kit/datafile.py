"""A game's data files: TOML read into structs, with clear errors.

A mistake raises DataError, which names the file, the key, and what was expected there.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from types import GenericAlias
from typing import Any, Literal, TypeVar

import msgspec

from engine.core.game import DataError
from engine.core.mistakes import mistake
from engine.orders.words.lexicon import tokens

Tree = dict[str, Any]
Source = Literal["rules", "public source", "derived", "reconstruction"]
"""Where a number in the data comes from."""
TABLES_IN_USE = 8
"""The number of tables for which derived results are cached."""
T = TypeVar("T")


def shipped(package: str, names: Iterable[str]) -> dict[str, bytes]:
    """Return the data files that a game comes with, by name."""
    folder = files(package).joinpath("data")
    return {name: folder.joinpath(name).read_bytes() for name in names}


def only(found: Iterable[str], expected: Iterable[str]) -> None:
    """Check that exactly these files are there. Raises DataError."""
    there, names = list(found), list(expected)
    for name in there:
        if name not in names:
            raise DataError(f"{name}: expected one of {', '.join(names)}")
    for name in names:
        if name not in there:
            raise DataError(f"{name}: this file is missing")


def read(path: str, shape: type[T]) -> T:
    """Read a file that is not one of a game's data files, as `shape`. Raises DataError."""
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None
    return parse(path, text, shape)


def parse(name: str, text: bytes, shape: type[T]) -> T:
    """Read the text of a data file as `shape`. Raises DataError."""
    try:
        return shaped(name, tomllib.loads(text.decode()), shape)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: this is not TOML: {error}") from error


def shaped(name: str, tree: Mapping[str, Any], shape: type[T], within: str = "") -> T:
    """Convert a tree to `shape`; `within`: the key it is under. Raises DataError."""
    try:
        return msgspec.convert(tree, shape, str_keys=True)
    except msgspec.ValidationError as error:
        key, said = mistake(error, shape, tree)
        place = ".".join(part for part in (within, key) if part) or "the file"
        raise DataError(f"{name}: {place}: {said}") from error


def rows_of(files: Mapping[str, bytes], name: str, table: str, shape: type[T]) -> tuple[T, ...]:
    """Read the rows of a file that has only this table. Raises DataError."""
    fields = [(table, GenericAlias(tuple, (shape, ...)))]
    whole = msgspec.defstruct(table, fields, frozen=True, forbid_unknown_fields=True)
    found: tuple[T, ...] = getattr(parse(name, files[name], whole), table)
    return found


def rows_by_key(files: Mapping[str, bytes], name: str, table: str, shape: type[T]) -> dict[str, T]:
    """Read such rows by their keys, which must be unique. Raises DataError."""
    return by_key(f"{name}: {table}", rows_of(files, name, table, shape))


def must(name: str, key: str, found: Any, expected: Iterable[Any]) -> None:
    """Check that a value is one of the expected ones. Raises DataError."""
    if found not in (known := list(expected)):
        raise DataError(f"{name}: {key}: expected one of {', '.join(map(str, known))}; got {found}")


def by_key(what: str, rows: Sequence[Any]) -> dict[str, Any]:
    """Index rows by their unique keys; `what`: the file and its table. Raises DataError."""
    table = {row.key: row for row in rows}
    for n, row in enumerate(rows, 1):
        if table[row.key] is not row:
            raise DataError(f"{what} {n}.key: expected a key of its own; got {row.key} again")
    return table


def names_apart(name: str, rows: Mapping[str, Iterable[str]]) -> None:
    """Check that no two of a file's keys can be written alike; `rows`: all spellings of each key.
    Raises DataError."""
    meant: dict[tuple[str, ...], str] = {}
    for key, texts in rows.items():
        for text in texts:
            if not (words := tuple(tokens(text))):
                raise DataError(f"{name}: {key}.name: expected letters; got {text!r}")
            if (other := meant.setdefault(words, key)) != key:
                raise DataError(f"{name}: {key}.name: {text!r} means {other} already")


def changed(tree: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """Return a tree with some of its leaves changed, merging tables key by key."""
    merged = {str(key): value for key, value in tree.items()}
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        merged[key] = changed(old, value) if both and old else value
    return merged
