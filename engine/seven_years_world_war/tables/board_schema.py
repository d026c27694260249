"""The shape of data/board.toml, and the checks that go beyond shape.

A mistake raises DataError: the file, the key, and what was expected there.
"""

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, NoReturn, TypeAlias

import msgspec

from engine.core.game import DataError
from engine.kit.datafile import Source, by_key, must, parse

BOARD = "board.toml"
ROWS = "ABCDEFGHIJKLMNOPQ"
COLUMNS = 30
SquareId: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Q]([1-9]|[12][0-9]|30)$")]
"""Row and column, such as "C16"."""
Side = Annotated[str, msgspec.Meta(pattern="^[A-Q][1-9][0-9]?-[A-Q][1-9][0-9]?$")]
Key = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z_]*$")]
GridRow = Annotated[str, msgspec.Meta(pattern="^[.cli]{30}$")]
Small = Annotated[int, msgspec.Meta(ge=0, le=12)]
Surface = Literal["sea", "coast", "land", "ice"]
SURFACES: Mapping[str, Surface] = {".": "sea", "c": "coast", "l": "land", "i": "ice"}
WITHOUT_LAND = ("sea", "ice")
"""Surfaces that are also a terrain of their own."""


class Both(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number for forces of major powers, and one for those of minor powers."""

    major: Small
    minor: Small

    def of(self, *, minor: bool) -> int:
        """Return the number for one of the two kinds."""
        return self.minor if minor else self.major


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the Terrain Effects Chart."""

    key: Key
    name: str
    land: Small
    sea: Small
    defence: Both
    source: dict[str, Source]
    forage: Both | None = None
    """If missing, a square feeds as many units as it is worth in treasury points."""


class RouteRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"begins": "from"}):
    """A trade route; `begins` and `to`: the legs, if it has several ports at an end."""

    key: Key
    name: str
    value: Small
    trunk: tuple[SquareId, ...]
    source: dict[str, Source]
    begins: tuple[tuple[SquareId, ...], ...] = ((),)
    to: tuple[tuple[SquareId, ...], ...] = ((),)

    def lines(self) -> tuple[tuple[SquareId, ...], ...]:
        """Return every line from port to port."""
        return tuple((*leg, *self.trunk, *other) for leg in self.begins for other in self.to)


class SquareRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A square that holds land."""

    key: SquareId
    name: str
    owner: str
    terrain: str
    value: Small = 0
    port: bool = False
    capital: bool = False
    source: dict[str, Source] = {}
    also: tuple[str, ...] = ()


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    off_port: Small
    grid: Annotated[tuple[GridRow, ...], msgspec.Meta(min_length=17, max_length=17)]
    sea_sides: tuple[Side, ...]
    land_sides: tuple[Side, ...]
    source: dict[str, Source]
    terrain: tuple[TerrainRow, ...]
    route: tuple[RouteRow, ...]
    square: tuple[SquareRow, ...]

    def surfaces(self) -> dict[SquareId, Surface]:
        """Return the surface of each of the 510 squares, in the order of the board."""
        return {
            f"{row}{column}": SURFACES[letter]
            for row, letters in zip(ROWS, self.grid, strict=True)
            for column, letter in enumerate(letters, 1)
        }


Pair: TypeAlias = frozenset[SquareId]


class Sides(NamedTuple):
    """The sides that are all sea, and those that are all land, between squares that have both."""

    sea: frozenset[Pair]
    land: frozenset[Pair]


def load(text: bytes, powers: Collection[str]) -> BoardFile:
    """Read and check the file; `powers`: who can own squares. Raises DataError."""
    file = parse(BOARD, text, BoardFile)
    surfaces = file.surfaces()
    _check_sources(file)
    _check_terrains(file)
    _check_squares(file, surfaces, powers)
    _check_sides(file, surfaces)
    return file


def sides_of(file: BoardFile) -> Sides:
    """Return the listed sides, as pairs of squares."""
    return Sides(_pairs(file.sea_sides), _pairs(file.land_sides))


def beside(square: SquareId) -> list[SquareId]:
    """Return the squares beside one, in the order of the board, over the east and west edges
    too."""
    row, column = ROWS.index(square[0]), int(square[1:])
    level = sorted({(column - 2) % COLUMNS + 1, column % COLUMNS + 1})
    above = [f"{ROWS[row - 1]}{column}"] if row else []
    below = [f"{ROWS[row + 1]}{column}"] if row + 1 < len(ROWS) else []
    return [*above, *(f"{square[0]}{near}" for near in level), *below]


def check_routes(file: BoardFile, by_sea: Mapping[SquareId, Collection[SquareId]]) -> None:
    """Check that every line of a route can be sailed, from port to port. Raises DataError."""
    ports = {row.key for row in file.square if row.port}
    for key, row in by_key(f"{BOARD}: route", file.route).items():
        for line in row.lines():
            for port in (line[0], line[-1]):
                must(BOARD, f"route {key}", port, sorted(ports))
            if len(set(line)) < len(line):
                _wrong(f"route {key}", "a square stands twice in a line")
            for one, following in pairwise(line):
                must(BOARD, f"route {key}: behind {one}", following, by_sea[one])


def _pairs(sides: Iterable[str]) -> frozenset[Pair]:
    return frozenset(frozenset(side.split("-")) for side in sides)


def _wrong(key: str, said: str) -> NoReturn:
    raise DataError(f"{BOARD}: {key}: {said}")


def _check_sources(file: BoardFile) -> None:
    said = {"off_port", "grid", "sea_sides", "land_sides", "name", "owner", "terrain"}
    said |= {"value", "port", "capital"}
    _same("source", file.source, said)
    for terrain in file.terrain:
        _same(f"terrain {terrain.key}.source", terrain.source, ("land", "sea", "defence", "forage"))
    for route in file.route:
        _same(f"route {route.key}.source", route.source, ("name", "value", "trunk"))
    for square in file.square:
        for key in square.source:
            must(BOARD, f"square {square.key}.source", key, sorted(said & set(file.source)))


def _same(key: str, found: Iterable[str], expected: Iterable[str]) -> None:
    if set(found) != set(expected):
        _wrong(key, f"expected where {', '.join(sorted(expected))} come from")


def _check_terrains(file: BoardFile) -> None:
    terrains = by_key(f"{BOARD}: terrain", file.terrain)
    for surface in WITHOUT_LAND:
        must(BOARD, "terrain", surface, terrains)
        if terrains[surface].land:
            _wrong(f"terrain {surface}.land", "expected 0: land units cannot be there")
    for key, row in terrains.items():
        if key not in WITHOUT_LAND and not (row.land and row.sea):
            _wrong(f"terrain {key}", "expected points by land and by sea, each from 1 on")


def _check_squares(
    file: BoardFile, surfaces: Mapping[SquareId, Surface], powers: Collection[str]
) -> None:
    rows = by_key(f"{BOARD}: square", file.square)
    terrains = [row.key for row in file.terrain if row.key not in WITHOUT_LAND]
    capitals: dict[str, SquareId] = {}
    for key, surface in surfaces.items():
        if (surface in WITHOUT_LAND) == (key in rows):
            expected = "no row: no land is there" if key in rows else "a row: land is there"
            _wrong(f"square {key}", f"expected {expected} by the grid")
    for key, row in rows.items():
        must(BOARD, f"square {key}.owner", row.owner, ("", *powers))
        must(BOARD, f"square {key}.terrain", row.terrain, terrains)
        if row.port and surfaces[key] != "coast":
            _wrong(f"square {key}.port", "expected false: it is no coast")
        if row.capital and capitals.setdefault(row.owner, key) != key:
            _wrong(f"square {key}.capital", f"expected false, as {capitals[row.owner]} is one")


def _check_sides(file: BoardFile, surfaces: Mapping[SquareId, Surface]) -> None:
    """A listed side lies between two squares that both have the surface that it closes to units."""
    for key, sides, both in (
        ("sea_sides", file.sea_sides, ("land", "coast")),
        ("land_sides", file.land_sides, ("sea", "coast")),
    ):
        for side in sides:
            one, other = side.split("-")
            must(BOARD, f"{key}: {side}", one, surfaces)
            must(BOARD, f"{key}: {side}", other, beside(one))
            for square in (one, other):
                must(BOARD, f"{key}: {side}: {square}", surfaces[square], both)
    if twice := sides_of(file).sea & sides_of(file).land:
        _wrong("land_sides", f"{'-'.join(sorted(min(twice, key=sorted)))} is among the sea sides")
