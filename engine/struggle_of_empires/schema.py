"""The shape of the files in data/: one struct for each table, and checks that go beyond shape.

A mistake raises DataError, which names the file, the key, and what was expected there.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from engine.core.game import DataError
from engine.kit.datafile import Source, must, names_apart, only, rows_by_key, rows_of

Power: TypeAlias = str
Region: TypeAlias = str
Place: TypeAlias = str
"""A region or HOME, each power's own home country."""
Unit: TypeAlias = str
Tile: TypeAlias = str
Alliance: TypeAlias = str
Face: TypeAlias = str
"""What a neutral marker shows: "4", "4+3gold", "5+1vp", "pop", "slaves"."""
Marker: TypeAlias = str
"""A marker by name: "india:4+3gold"."""
Target: TypeAlias = str
"""What can be attacked: a power, "neutral:4+3gold", "pirates", "rebels"."""
Gold: TypeAlias = int

HOME: Place = "home"
ARMY, NAVY, FORT = "army", "navy", "fort"
UNITS: tuple[Unit, ...] = (ARMY, NAVY, FORT)
POP: Face = "pop"
SLAVES: Face = "slaves"


class RegionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A region with its victory points."""

    key: Region
    name: str
    kind: Literal["europe", "colony"]
    sea: Region
    waters: str
    revolt: bool
    values: tuple[int, ...]
    adjacent: tuple[Region, ...]
    source: dict[str, Source]


class PowerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A major power."""

    key: Power
    name: str
    adjacent: tuple[Region, ...]
    source: dict[str, Source]


class MarkerRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A neutral region marker."""

    id: str
    region: Region
    face: Face
    letter: str
    source: Source


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of claiming a tile."""

    gold: Gold = 0
    population: int = 0
    unrest: int = 0


TileClass = Literal["free action", "trade", "improvement", "military tactics", "immediate"]


class TileRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    """A type of tile."""

    key: Tile
    name: str
    kind: TileClass
    count: int
    in_play: dict[int, int]
    cost: Cost
    regions: tuple[Region, ...]
    source: dict[str, Source]


class AllianceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A local alliance."""

    key: Alliance
    name: str
    regions: tuple[Region, ...]
    use: Literal["army", "either"]
    cost: Gold
    source: dict[str, Source]


FILES = (
    "board.toml",
    "powers.toml",
    "markers.toml",
    "tiles.toml",
    "alliances.toml",
    "editions.toml",
    "variants.toml",
)


class Tables(msgspec.Struct, frozen=True):
    """The tables of the board and its pieces, checked."""

    regions: dict[Region, RegionRow]
    powers: dict[Power, PowerRow]
    markers: tuple[MarkerRow, ...]
    tiles: dict[Tile, TileRow]
    alliances: dict[Alliance, AllianceRow]


def load(files: Mapping[str, bytes]) -> Tables:
    """Read and check the tables of the board and its pieces. Raises DataError."""
    only(files, FILES)
    tables = Tables(
        regions=rows_by_key(files, "board.toml", "region", RegionRow),
        powers=rows_by_key(files, "powers.toml", "power", PowerRow),
        markers=rows_of(files, "markers.toml", "marker", MarkerRow),
        tiles=rows_by_key(files, "tiles.toml", "tile", TileRow),
        alliances=rows_by_key(files, "alliances.toml", "alliance", AllianceRow),
    )
    for check in (_check_names, _check_board, _check_markers, _check_tiles, _check_alliances):
        check(tables)
    return tables


def _check_names(tables: Tables) -> None:
    named: dict[str, Mapping[str, RegionRow | PowerRow | TileRow | AllianceRow]] = {
        "board.toml": tables.regions,
        "powers.toml": tables.powers,
        "tiles.toml": tables.tiles,
        "alliances.toml": tables.alliances,
    }
    for file, rows in named.items():
        names_apart(file, {key: (row.name,) for key, row in rows.items()})


def _check_board(tables: Tables) -> None:
    for key, region in tables.regions.items():
        must("board.toml", f"region {key}.sea", region.sea, ["", *tables.regions])
        for other in region.adjacent:
            must("board.toml", f"region {key}.adjacent", other, tables.regions)
    for key, power in tables.powers.items():
        for other in power.adjacent:
            must("powers.toml", f"power {key}.adjacent", other, tables.regions)


def _check_markers(tables: Tables) -> None:
    sets: dict[str, list[Region]] = {}
    for marker in tables.markers:
        key = f"marker {marker.id}"
        must("markers.toml", f"{key}.region", marker.region, tables.regions)
        if marker.face not in (POP, SLAVES) and not marker.face.partition("+")[0].isdigit():
            raise DataError(
                f"markers.toml: {key}.face: expected a strength with or without +3gold or +1vp, "
                f"pop or slaves; got {marker.face}"
            )
        if marker.letter:
            sets.setdefault(marker.letter, []).append(marker.region)
    for letter, regions in sets.items():
        if len(regions) != 5 or len(dict.fromkeys(regions)) != 5:
            raise DataError(
                f"markers.toml: letter {letter}: expected five different regions; "
                f"got {', '.join(regions)}"
            )


def _check_tiles(tables: Tables) -> None:
    for key, tile in tables.tiles.items():
        for region in tile.regions:
            must("tiles.toml", f"tile {key}.regions", region, tables.regions)
        for players, count in tile.in_play.items():
            if not 0 <= count <= tile.count:
                raise DataError(
                    f"tiles.toml: tile {key}.in_play.{players}: expected 0 to {tile.count} "
                    f"(its count); got {count}"
                )


def _check_alliances(tables: Tables) -> None:
    for key, alliance in tables.alliances.items():
        for region in alliance.regions:
            must("alliances.toml", f"alliance {key}.regions", region, tables.regions)
