"""The map as the rules use it: 510 squares, their sides, the trade routes.

2.1, 14.2, 14.3 and the errata of 30. Lists of squares are in the order of the board: row by row, A1
first.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import Literal, TypeAlias

import msgspec

from engine.seven_years_world_war.tables.board_schema import (
    BOARD,
    COLUMNS,
    Pair,
    SquareId,
    SquareRow,
    Surface,
    TerrainRow,
    beside,
    check_routes,
    load,
    sides_of,
)

Means = Literal["land", "sea"]
Neighbours: TypeAlias = Mapping[SquareId, tuple[SquareId, ...]]
Steps: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]
"""For the number of each square: the numbers of the squares that can be entered from it, and their
points."""
WATER = ("sea", "coast")
LAND = ("land", "coast")


class Square(msgspec.Struct, frozen=True):
    """A square of the map; `name` and `owner` are "" if it has none."""

    key: SquareId
    name: str
    owner: str
    surface: Surface
    terrain: str
    value: int
    port: bool
    capital: bool

    has_land: bool
    """Whether land units can be there: 14.32."""
    has_water: bool
    """Whether fleets can be there: 14.33, 18.1."""
    civilized: bool


class Route(msgspec.Struct, frozen=True):
    """A trade route; each line leads from port to port."""

    key: str
    name: str
    value: int
    lines: tuple[tuple[SquareId, ...], ...]


class Board(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The map and what is looked up in it."""

    squares: Mapping[SquareId, Square]
    ids: tuple[SquareId, ...]
    number: Mapping[SquareId, int]
    """The place of each square among `ids`; of several squares, the one with the lowest is the
    first."""
    by_land: Neighbours
    """The squares that a land unit can cross to."""
    by_sea: Neighbours
    """The squares that a fleet can cross to."""
    beside: Neighbours
    """The squares that can be crossed to by land or by sea, in the order of the board."""
    terrains: Mapping[str, TerrainRow]
    routes: Mapping[str, Route]
    land_of: Mapping[str, tuple[SquareId, ...]]
    """The squares of each power that has any."""
    capital: Mapping[str, SquareId]
    names: Mapping[SquareId, tuple[str, ...]]
    """How players can write a square: its id, its name if no other square has it, its towns."""
    steps: Mapping[Means, Steps]
    off_port: int
    """18.512: the points for embarking or landing where there is no port."""

    def points(self, square: SquareId, means: Means) -> int:
        """Return the movement points that it costs to enter a square."""
        terrain = self.terrains[self.squares[square].terrain]
        return terrain.land if means == "land" else terrain.sea

    def crossed(self, means: Means) -> Neighbours:
        """Return the squares that can be crossed to, for each square."""
        return self.by_land if means == "land" else self.by_sea

    def defence(self, square: SquareId, *, minor: bool = False) -> int:
        """15.64(2): return what the terrain adds to the strength of a force that defends there."""
        return self.terrains[self.squares[square].terrain].defence.of(minor=minor)

    def forage(self, square: SquareId, *, minor: bool = False) -> int:
        """19.1: return how many units a square feeds while it is not pillaged."""
        forage = self.terrains[self.squares[square].terrain].forage
        return self.squares[square].value if forage is None else forage.of(minor=minor)

    def distance(self, one: SquareId, other: SquareId) -> int:
        """4.511: return rows plus columns between two squares, never over the edge of the map."""
        (rows, columns), (more_rows, more_columns) = self.place(one), self.place(other)
        return abs(rows - more_rows) + abs(columns - more_columns)

    def place(self, square: SquareId) -> tuple[int, int]:
        """Return row and column, both counted from 0."""
        return divmod(self.number[square], COLUMNS)


def read_board(files: Mapping[str, bytes], powers: Collection[str]) -> Board:
    """Read the map from board.toml; `powers`: who can own squares.

    Raises DataError: key, what was expected.
    """
    file = load(files[BOARD], powers)
    rows = {row.key: row for row in file.square}
    squares = {key: _square(key, s, rows.get(key)) for key, s in file.surfaces().items()}
    terrains = {row.key: row for row in file.terrain}
    sides = sides_of(file)
    by_land = {key: _crossed(squares, key, LAND, sides.sea) for key in squares}
    by_sea = {key: _crossed(squares, key, WATER, sides.land) for key in squares}
    check_routes(file, by_sea)
    return Board(
        squares=squares,
        ids=tuple(squares),
        number={key: number for number, key in enumerate(squares)},
        by_land=by_land,
        by_sea=by_sea,
        beside={key: _beside(squares, by_land[key], by_sea[key]) for key in squares},
        terrains=terrains,
        routes={r.key: Route(r.key, r.name, r.value, r.lines()) for r in file.route},
        land_of=_land_of(squares),
        capital={square.owner: key for key, square in squares.items() if square.capital},
        names=_names(squares, {key: row.also for key, row in rows.items()}),
        steps={
            "land": _steps(by_land, {key: terrains[s.terrain].land for key, s in squares.items()}),
            "sea": _steps(by_sea, {key: terrains[s.terrain].sea for key, s in squares.items()}),
        },
        off_port=file.off_port,
    )


def _steps(crossed: Neighbours, points: Mapping[SquareId, int]) -> Steps:
    number = {key: number for number, key in enumerate(crossed)}
    return tuple(tuple((number[to], points[to]) for to in near) for near in crossed.values())


def _beside(squares: Mapping[SquareId, Square], *near: Sequence[SquareId]) -> tuple[SquareId, ...]:
    found = frozenset(chain(*near))
    return tuple(key for key in squares if key in found)


def _square(key: SquareId, surface: Surface, row: SquareRow | None) -> Square:
    terrain = row.terrain if row else surface
    return Square(
        key,
        row.name if row else "",
        row.owner if row else "",
        surface,
        terrain,
        row.value if row else 0,
        port=bool(row and row.port),
        capital=bool(row and row.capital),
        has_land=surface in LAND,
        has_water=surface in WATER,
        civilized=terrain == "civilized",
    )


def _crossed(
    squares: Mapping[SquareId, Square],
    square: SquareId,
    surfaces: Sequence[str],
    closed: Collection[Pair],
) -> tuple[SquareId, ...]:
    """14.21, 14.23, 14.32, 14.33: where units that need one of these surfaces can go from a
    square."""
    if squares[square].surface not in surfaces:
        return ()
    return tuple(
        near
        for near in beside(square)
        if squares[near].surface in surfaces
        if frozenset((square, near)) not in closed
        if surfaces is WATER or abs(int(near[1:]) - int(square[1:])) <= 1
    )


def _land_of(squares: Mapping[SquareId, Square]) -> dict[str, tuple[SquareId, ...]]:
    land: dict[str, list[SquareId]] = {}
    for key, square in squares.items():
        if square.owner:
            land.setdefault(square.owner, []).append(key)
    return {owner: tuple(keys) for owner, keys in land.items()}


def _names(
    squares: Mapping[SquareId, Square], also: Mapping[SquareId, tuple[str, ...]]
) -> dict[SquareId, tuple[str, ...]]:
    """The ways to write each square: its id, its name if no other square has it, and further
    names."""
    times = Counter(square.name for square in squares.values())
    alone = {key: square.name for key, square in squares.items() if times[square.name] == 1}
    return {key: (key, *_written(alone.get(key, "")), *also.get(key, ())) for key in squares}


def _written(name: str) -> dict[str, None]:
    """A name as orders write it, also without its `and`: orders are cut at that word."""
    return dict.fromkeys([name, name.replace(" and ", " ")] if name else [])
