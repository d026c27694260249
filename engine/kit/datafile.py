"""Files of a game's data: TOML read into structs, and what is said of a mistake in one.

A mistake raises DataError: the file, the key, and what was expected there.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from types import GenericAlias
from typing import Any, Literal, TypeVar

import msgspec

from engine.core.game import DataError
from engine.core.mistakes import mistake
from engine.orders.lexicon import tokens

Tree = dict[str, Any]
Source = Literal["rules", "public source", "derived", "reconstruction"]
"""Where a number of the data comes from."""
TABLES_IN_USE = 8
"""What is made of tables is kept for so many of them."""
T = TypeVar("T")


def shipped(package: str, names: Iterable[str]) -> dict[str, bytes]:
    """The files of data that a game comes with, by name."""
    folder = files(package).joinpath("data")
    return {name: folder.joinpath(name).read_bytes() for name in names}


def only(found: Iterable[str], expected: Iterable[str]) -> None:
    """Check that there are these files and no others. Raises DataError."""
    there, names = list(found), list(expected)
    for name in there:
        if name not in names:
            raise DataError(f"{name}: expected one of {', '.join(names)}")
    for name in names:
        if name not in there:
            raise DataError(f"{name}: this file is missing")


def read(path: str, shape: type[T]) -> T:
    """A file that is not among those of a game, as `shape`. Raises DataError."""
    try:
        with open(path, "rb") as file:
            text = file.read()
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None
    return parse(path, text, shape)


def parse(name: str, text: bytes, shape: type[T]) -> T:
    """The text of a file of data as `shape`. Raises DataError."""
    try:
        return shaped(name, tomllib.loads(text.decode()), shape)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: this is not TOML: {error}") from error


def shaped(name: str, tree: Mapping[str, Any], shape: type[T], within: str = "") -> T:
    """A tree as `shape`; `within`: the key under which it stands. Raises DataError."""
    try:
        return msgspec.convert(tree, shape, str_keys=True)
    except msgspec.ValidationError as error:
        key, said = mistake(error, shape, tree)
        place = ".".join(part for part in (within, key) if part) or "the file"
        raise DataError(f"{name}: {place}: {said}") from error


def rows_of(files: Mapping[str, bytes], name: str, table: str, shape: type[T]) -> tuple[T, ...]:
    """The rows of a file that has nothing but this table. Raises DataError."""
    fields = [(table, GenericAlias(tuple, (shape, ...)))]
    whole = msgspec.defstruct(table, fields, frozen=True, forbid_unknown_fields=True)
    found: tuple[T, ...] = getattr(parse(name, files[name], whole), table)
    return found


def rows_by_key(files: Mapping[str, bytes], name: str, table: str, shape: type[T]) -> dict[str, T]:
    """Such rows by their keys, no two alike. Raises DataError."""
    return by_key(f"{name}: {table}", rows_of(files, name, table, shape))


def must(name: str, key: str, found: Any, expected: Iterable[Any]) -> None:
    """Check that a value is one of the expected ones. Raises DataError."""
    if found not in (known := list(expected)):
        raise DataError(f"{name}: {key}: expected one of {', '.join(map(str, known))}; got {found}")


def by_key(what: str, rows: Sequence[Any]) -> dict[str, Any]:
    """Rows by their keys, no two alike; `what` is the file and its table. Raises DataError."""
    table = {row.key: row for row in rows}
    for n, row in enumerate(rows, 1):
        if table[row.key] is not row:
            raise DataError(f"{what} {n}.key: expected a key of its own; got {row.key} again")
    return table


def names_apart(name: str, rows: Mapping[str, Iterable[str]]) -> None:
    """Check that no two of a file's keys are written alike, however people write it; `rows`: all
    that is written for each. Raises DataError."""
    meant: dict[tuple[str, ...], str] = {}
    for key, texts in rows.items():
        for text in texts:
            if not (words := tuple(tokens(text))):
                raise DataError(f"{name}: {key}.name: expected letters; got {text!r}")
            if (other := meant.setdefault(words, key)) != key:
                raise DataError(f"{name}: {key}.name: {text!r} means {other} already")


def changed(tree: Mapping[str, Any], changes: Mapping[str, Any]) -> Tree:
    """A tree with some of its leaves changed, tables key by key."""
    merged = {str(key): value for key, value in tree.items()}
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        merged[key] = changed(old, value) if both and old else value
    return merged
