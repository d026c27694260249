"""What things are called: printed as the tables have it, read back with the game's vocabulary."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Protocol

import msgspec

from engine.orders.vocabulary import Vocabulary

VOCABULARY = "vocabulary.toml"


class Row(Protocol):
    """A row of a table that players name; it may have `also`, a tuple of other ways to write it."""

    @property
    def name(self) -> str:
        """What it is printed as."""


class Printed(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """Tables of a game that know how their keys are printed."""

    printed: Mapping[str, str]

    def name(self, key: str) -> str:
        """How a player calls it: "united_provinces" is United Provinces."""
        return self.printed.get(key, key)


def rows_printed(*tables: Mapping[str, Row]) -> dict[str, str]:
    """How the keys of these tables are printed."""
    return {key: row.name for table in tables for key, row in table.items()}


def called(rows: Mapping[str, Row]) -> dict[str, tuple[str, ...]]:
    """How players can write each of some rows: first as it is printed."""
    return {key: (row.name, *getattr(row, "also", ())) for key, row in rows.items()}


def vocabulary_text(package: str) -> bytes:
    """The file that says what a game's orders are called."""
    return files(package).joinpath(VOCABULARY).read_bytes()


def other_texts(package: str) -> dict[str, bytes]:
    """The files that say it in other languages, such as `vocabulary.de.toml`, by language."""
    first, last = VOCABULARY.split(".")
    named = {file.name.split(".")[1]: file for file in files(package).iterdir() if "." in file.name}
    return {
        code: named[code].read_bytes()
        for code in sorted(named)
        if named[code].name == f"{first}.{code}.{last}"
    }


def vocabulary_of(package: str, names: Mapping[str, Mapping[str, Sequence[str]]]) -> Vocabulary:
    """The vocabulary of a game in all languages, with names out of its tables by category. Raises
    ValueError."""
    text, others = vocabulary_text(package), other_texts(package)
    return Vocabulary.read_toml(text, VOCABULARY, names, others)
