"""The tables of the game as the rules look things up in them, and what a player calls them.

They lie in data/*.toml, each number with its source, and are read once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from engine.struggle_of_empires.ruleset import Ruleset, read_rulebook
from engine.struggle_of_empires.schema import (
    ARMY,
    FILES,
    FORT,
    HOME,
    NAVY,
    POP,
    SLAVES,
    Face,
    Gold,
    Marker,
    Place,
    Power,
    Region,
    Tile,
    Unit,
    load,
)


def _shipped(name: str) -> bytes:
    return files("engine.struggle_of_empires").joinpath("data", name).read_bytes()


DATA: Mapping[str, bytes] = {name: _shipped(name) for name in FILES}
TABLES = load(DATA.__getitem__)

POWERS: tuple[Power, ...] = tuple(TABLES.powers)
REGIONS: tuple[Region, ...] = tuple(TABLES.regions)
PLACES: tuple[Place, ...] = (*REGIONS, HOME)
COLONIES: tuple[Region, ...] = tuple(k for k, r in TABLES.regions.items() if r.kind == "colony")
SEA: Mapping[Place, Region] = {k: r.sea for k, r in TABLES.regions.items()} | {HOME: ""}
"""The region whose navies serve in a place; "" for none."""
PORTS: tuple[Region, ...] = tuple(k for k, sea in SEA.items() if sea == k)
"""The regions that navies can lie in."""
WATERS: Mapping[Place, str] = {k: r.waters for k, r in TABLES.regions.items()} | {HOME: "europe"}
REVOLT_REGIONS: tuple[Region, ...] = tuple(k for k, r in TABLES.regions.items() if r.revolt)
TILES, ALLIANCES = TABLES.tiles, TABLES.alliances
RULEBOOK = read_rulebook(DATA.__getitem__, TABLES)
EDITIONS, VARIANTS = RULEBOOK.editions, RULEBOOK.variants
TRADE_TILES: tuple[Tile, ...] = tuple(k for k, t in TILES.items() if t.kind == "trade")
MARKERS: tuple[Marker, ...] = tuple(f"{m.region}:{m.face}" for m in TABLES.markers)
FACES: Mapping[Region, tuple[Face, ...]] = {
    region: tuple(dict.fromkeys(m.face for m in TABLES.markers if m.region == region))
    for region in REGIONS
}
"""The different faces that markers of a region can show."""


@cache
def ruleset(edition: str, variants: tuple[str, ...]) -> Ruleset:
    """What the rules of an edition say with these variants."""
    return RULEBOOK.with_variants(edition, variants)


_PRINTED: dict[str, str] = {
    HOME: "home",
    "none": "nobody",
    "pirates": "the pirates",
    "rebels": "the rebels",
} | {
    key: row.name
    for table in (TABLES.regions, TABLES.powers, TILES, ALLIANCES)
    for key, row in table.items()
}


def name(key: str) -> str:
    """How a player calls it: "united_provinces" is United Provinces."""
    return _PRINTED.get(key, key)


_PLURALS = {ARMY: "armies", NAVY: "navies", FORT: "forts"}


def units(count: int, unit: Unit) -> str:
    """ "1 army", "2 navies", "no forts"."""
    return f"{count or 'no'} {unit if count == 1 else _PLURALS[unit]}"


def a(unit: Unit) -> str:
    """ "an army", "a navy"."""
    return f"an {unit}" if unit == ARMY else f"a {unit}"


def strength(face: Face) -> int:
    """The defence value of a neutral marker; 0 if it cannot be attacked."""
    return int(face.partition("+")[0]) if face not in (POP, SLAVES) else 0


def reward(face: Face) -> tuple[Gold, int]:
    """The gold and the victory points that a neutral marker brings when it is taken."""
    bonus = face.partition("+")[2]
    gold, points = bonus.removesuffix("gold"), bonus.removesuffix("vp")
    return (int(gold) if gold.isdigit() else 0), (int(points) if points.isdigit() else 0)
