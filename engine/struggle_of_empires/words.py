"""What orders of this game are called: the vocabulary, in vocabulary.toml, whose ways to write a
name come behind the one that the tables of a game print."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from engine.orders.vocabulary import Vocabulary
from engine.struggle_of_empires.data import Data, strength

NAME = "vocabulary.toml"
TEXT = files(__package__).joinpath(NAME).read_bytes()


def words(data: Data) -> Vocabulary:
    """The vocabulary of a game with these data. Raises ValueError."""
    return Vocabulary.read_toml(TEXT, NAME, names(data))


def names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The names in the tables, by the category of words that they are in."""
    own = [tile for tile in data.tiles if tile not in data.trade_tiles]
    faces = dict.fromkeys(face for shown in data.faces.values() for face in shown if strength(face))
    keys = {
        "power": data.powers,
        "region": data.regions,
        "own_tile": own,
        "trade": data.trade_tiles,
        "alliance": data.alliances,
        "face": faces,
    }
    return {category: {key: [data.name(key)] for key in rows} for category, rows in keys.items()}
