"""The game's data tables, with lookups for the rules, and the names that players use.

They are read from files such as those in data/*.toml, each number with its source. A running game
keeps the tables it began with, so none of them is a global: each state has its own in `state.data`.
"""

from collections.abc import Callable, Mapping
from functools import cache

from engine.kit.datafile import shipped
from engine.kit.naming import Printed, rows_printed
from engine.struggle_of_empires.ruleset import LimitedVariant, Ruleset, read_rulebook
from engine.struggle_of_empires.schema import (
    ARMY,
    FILES,
    HOME,
    POP,
    SLAVES,
    Alliance,
    AllianceRow,
    Face,
    Gold,
    Marker,
    Place,
    Power,
    Region,
    Tables,
    Tile,
    TileRow,
    Unit,
    load,
)

SHIPPED: Mapping[str, bytes] = shipped(__package__, FILES)
"""The files that come with the game."""


class Data(Printed, frozen=True, eq=False, kw_only=True):
    """The tables from a set of files, and what is looked up in them."""

    tables: Tables
    powers: tuple[Power, ...]
    regions: tuple[Region, ...]
    places: tuple[Place, ...]
    colonies: tuple[Region, ...]
    sea: Mapping[Place, Region]
    """The region whose navies serve in a place; "" for none."""
    ports: tuple[Region, ...]
    """The regions where navies can be."""
    waters: Mapping[Place, str]
    revolt_regions: tuple[Region, ...]
    tiles: Mapping[Tile, TileRow]
    trade_tiles: tuple[Tile, ...]
    alliances: Mapping[Alliance, AllianceRow]
    markers: tuple[Marker, ...]
    faces: Mapping[Region, tuple[Face, ...]]
    """The different faces that markers of a region can show."""
    editions: Mapping[str, Ruleset]
    variants: Mapping[str, LimitedVariant]
    ruleset: Callable[[str, tuple[str, ...]], Ruleset]
    """Returns the rules of an edition with some variants."""


def read(files: Mapping[str, bytes]) -> Data:
    """Read the tables from files by name. Raises DataError: file, key, what was expected."""
    tables = load(files)
    book = read_rulebook(files, tables)
    rows = tables.regions
    sea = {key: row.sea for key, row in rows.items()}
    return Data(
        tables=tables,
        powers=tuple(tables.powers),
        regions=tuple(rows),
        places=(*rows, HOME),
        colonies=tuple(key for key, row in rows.items() if row.kind == "colony"),
        sea=sea | {HOME: ""},
        ports=tuple(region for region in rows if sea[region] == region),
        waters={key: row.waters for key, row in rows.items()} | {HOME: "europe"},
        revolt_regions=tuple(key for key, row in rows.items() if row.revolt),
        tiles=tables.tiles,
        trade_tiles=tuple(key for key, row in tables.tiles.items() if row.kind == "trade"),
        alliances=tables.alliances,
        markers=tuple(f"{row.region}:{row.face}" for row in tables.markers),
        faces={region: _faces(tables, region) for region in rows},
        editions=book.editions,
        variants=book.variants,
        ruleset=cache(book.with_variants),
        printed=_printed(tables),
    )


def _faces(tables: Tables, region: Region) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(row.face for row in tables.markers if row.region == region))


def _printed(tables: Tables) -> dict[str, str]:
    named = (tables.regions, tables.powers, tables.tiles, tables.alliances)
    others = {HOME: "home", "none": "nobody", "pirates": "the pirates", "rebels": "the rebels"}
    return others | rows_printed(*named)


# Lookups without tables


def a(unit: Unit) -> str:
    """ "an army", "a navy"."""
    return f"an {unit}" if unit == ARMY else f"a {unit}"


def strength(face: Face) -> int:
    """Return the defence value of a neutral marker; 0 if it cannot be attacked."""
    return int(face.partition("+")[0]) if face not in (POP, SLAVES) else 0


def reward(face: Face) -> tuple[Gold, int]:
    """Return the gold and the victory points for taking a neutral marker."""
    bonus = face.partition("+")[2]
    gold, points = bonus.removesuffix("gold"), bonus.removesuffix("vp")
    return (int(gold) if gold.isdigit() else 0), (int(points) if points.isdigit() else 0)
