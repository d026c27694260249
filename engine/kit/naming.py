"""Names of things: printed as the tables have them, read back with the game's vocabulary."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Protocol

import msgspec

from engine.orders.vocabulary import Vocabulary, Weights

VOCABULARY = "vocabulary.toml"
WEIGHTS = "likely_verbs.json"


class Row(Protocol):
    """A row of a table that players name; it may have `also`, a tuple of other ways to write it."""

    @property
    def name(self) -> str:
        """The name as it is printed."""


class Printed(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A game's tables that know how their keys are printed."""

    printed: Mapping[str, str]

    def name(self, key: str) -> str:
        """Return the name that players use: "united_provinces" is United Provinces."""
        return self.printed.get(key, key)


def rows_printed(*tables: Mapping[str, Row]) -> dict[str, str]:
    """Return how the keys of these tables are printed."""
    return {key: row.name for table in tables for key, row in table.items()}


def called(rows: Mapping[str, Row]) -> dict[str, tuple[str, ...]]:
    """Return the ways in which players can write each row, the printed one first."""
    return {key: (row.name, *getattr(row, "also", ())) for key, row in rows.items()}


def vocabulary_text(package: str) -> bytes:
    """Return the file that defines the words of a game's orders."""
    return files(package).joinpath(VOCABULARY).read_bytes()


def other_texts(package: str) -> dict[str, bytes]:
    """Return the vocabulary files of other languages, such as `vocabulary.de.toml`, by language."""
    first, last = VOCABULARY.split(".")
    named = {file.name.split(".")[1]: file for file in files(package).iterdir() if "." in file.name}
    return {
        code: named[code].read_bytes()
        for code in sorted(named)
        if named[code].name == f"{first}.{code}.{last}"
    }


def vocabulary_of(package: str, names: Mapping[str, Mapping[str, Sequence[str]]]) -> Vocabulary:
    """Read a game's vocabulary in all languages, with names by category from its tables.

    Raises ValueError.
    """
    text, others = vocabulary_text(package), other_texts(package)
    weights = cache(partial(weights_of, package))
    return Vocabulary.read_toml(text, VOCABULARY, names, others, weights)


def weights_of(package: str) -> Weights:
    """Return how strongly words point to each verb of a game's orders; empty if it has no such
    table."""
    file = files(package).joinpath(WEIGHTS)
    return msgspec.json.decode(file.read_bytes(), type=Weights) if file.is_file() else {}
