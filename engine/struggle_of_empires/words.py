"""The names in orders: those of the tables; vocabulary.toml adds further ways to write them."""

from collections.abc import Mapping, Sequence

from engine.kit.naming import called
from engine.struggle_of_empires.data import Data, strength

REASONS = ("refusal.works_by_itself", "refusal.works_when_claimed", "refusal.home_of_power")
"""Why what vocabulary.toml names is no order."""


def names(data: Data) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Return the names in the tables, by their category of words."""
    tables, trade = data.tables, data.trade_tiles
    tiles = called(tables.tiles)
    faces = dict.fromkeys(face for shown in data.faces.values() for face in shown if strength(face))
    return {
        "power": called(tables.powers),
        "region": called(tables.regions),
        "own_tile": {tile: names for tile, names in tiles.items() if tile not in trade},
        "trade": {tile: tiles[tile] for tile in trade},
        "alliance": called(tables.alliances),
        "face": {face: (face,) for face in faces},
    }
