"""The tables of the game as the rules look things up in them, and what a player calls them.

They lie in data/*.toml, each number with its source, and are read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.empires_of_the_ancient_world.ruleset import Ruleset, read_rulebook
from engine.empires_of_the_ancient_world.schema import (
    FILES,
    NO_CARD,
    Area,
    Card,
    CardRow,
    CardType,
    Edge,
    PersonalityRow,
    load,
)


def _shipped(name: str) -> bytes:
    return files(__package__).joinpath("data", name).read_bytes()


DATA: Mapping[str, bytes] = {name: _shipped(name) for name in FILES}
TABLES = load(DATA.__getitem__)
RULEBOOK = read_rulebook(DATA.__getitem__, TABLES)
VARIANTS = RULEBOOK.variants

SEATS: tuple[str, ...] = tuple(TABLES.seats)
BOARD = TABLES.areas
AREAS: tuple[Area, ...] = tuple(BOARD)
PROVINCES: tuple[Area, ...] = tuple(key for key, row in BOARD.items() if row.kind == "land")
SEAS: tuple[Area, ...] = tuple(key for key, row in BOARD.items() if row.kind == "sea")
ARMY_CARDS, PERSONALITIES, ARMIES = TABLES.cards, TABLES.personalities, TABLES.armies
CARDS: Mapping[Card, CardRow | PersonalityRow] = {**ARMY_CARDS, **PERSONALITIES}
TYPES, PLACES, CELLS = TABLES.types, TABLES.places, TABLES.cells
MERCENARIES: tuple[Card, ...] = tuple(
    sorted(key for key, row in CARDS.items() for _ in range(row.copies))
)
"""Every card of the mercenary deck, in the order in which it is drawn from."""
DECK_SIZE = max(place.size for place in PLACES.values())


@cache
def ruleset(variants: tuple[str, ...]) -> Ruleset:
    """What the rules say with these variants."""
    return RULEBOOK.with_variants(variants)


def neighbours(area: Area) -> Mapping[Area, Edge]:
    """The areas that border an area, and how."""
    return BOARD[area].adjacent


def is_sea(area: Area) -> bool:
    """Whether it is a sea area."""
    return BOARD[area].kind == "sea"


def type_of(card: Card) -> CardType:
    """The type of an army card."""
    return ARMY_CARDS[card].type


_PRINTED: dict[str, str] = {NO_CARD: "no card", "": "nobody"} | {
    key: row.name for table in (BOARD, CARDS, TABLES.seats, TYPES) for key, row in table.items()
}


def name(key: str) -> str:
    """How a player calls it: "foot_skirmishers" is Foot Skirmishers."""
    return _PRINTED.get(key, key)


def named(count: int, thing: str) -> str:
    """ "1 cube", "2 cubes", "no cubes"."""
    return f"{count or 'no'} {thing}{'' if count == 1 else 's'}"
