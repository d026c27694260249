"""What orders are called: the vocabulary of vocabulary.toml, with the names that the data give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import AreaRow, CardRow, PersonalityRow, SeatRow
from engine.orders.vocabulary import Vocabulary

NAME = "vocabulary.toml"
Named = AreaRow | CardRow | PersonalityRow | SeatRow
TEXT = files(__package__).joinpath(NAME).read_bytes()


def words(data: Data) -> Vocabulary:
    """How orders are read and printed where these tables are played with."""
    return Vocabulary.read_toml(TEXT, NAME, _names(data))


def _names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    tables: Mapping[str, Mapping[str, Named]] = {
        "seat": data.seat_rows,
        "area": data.board,
        "card": data.cards,
        "personality": data.personalities,
    }
    return {
        category: {key: (row.name, *row.also) for key, row in rows.items()}
        for category, rows in tables.items()
    }
