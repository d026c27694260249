"""The names in orders: those of the tables; vocabulary.toml adds others."""

from collections.abc import Mapping, Sequence

from engine.empires_of_the_ancient_world.data import Data
from engine.kit.naming import called


def names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the names in the tables, by their category of words."""
    return {
        "seat": called(data.seat_rows),
        "area": called(data.board),
        "card": called(data.cards),
        "personality": called(data.personalities),
    }
