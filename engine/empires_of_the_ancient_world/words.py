"""What orders name: the names that the tables give, beside those of vocabulary.toml."""

from collections.abc import Mapping, Sequence

from engine.empires_of_the_ancient_world.data import Data
from engine.kit.naming import called


def names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The names in the tables, by the category of words that they are in."""
    return {
        "seat": called(data.seat_rows),
        "area": called(data.board),
        "card": called(data.cards),
        "personality": called(data.personalities),
    }
