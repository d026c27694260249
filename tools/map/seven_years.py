"""Write the geometry of the map of Seven Years World War from its board.

Use: PYTHONPATH=. python tools/map/seven_years.py, which writes geo.json of its map.

Squares stand where the board has them, and coasts lie between them (`coast.py`), so whoever
corrects board.toml runs this again. The world has two halves, one below the other, as wide as the
map; both show two columns of inner Africa. The squares of Europe have a panel of their own, more
than twice as large, and in the halves other things stand in their place.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from coast import Point, Relief, outlines

from engine.seven_years_world_war.data import SHIPPED, Data, read
from engine.seven_years_world_war.tables.board_schema import COLUMNS, ROWS

OUT = Path(__file__).parents[2] / "templates" / "seven_years_world_war" / "map" / "geo.json"

Place = tuple[int, int]
"""Column and row of a square, from 0; a line that leaves the map goes on beyond it."""


class Shape(NamedTuple):
    """A part of the board: where it stands, how large its squares are, which rows and columns it
    has, how finely its coast is drawn."""

    at: tuple[int, int]
    square: tuple[int, int]
    rows: range
    columns: range
    parts: int

    def has(self, place: Place) -> bool:
        """Tell whether a square is drawn in this part: those of Europe only in their own."""
        return place in self._all() and (self is EUROPE or place not in EUROPE._all())

    def hole(self) -> tuple[int, int, int, int] | None:
        """The box that the squares of Europe leave free: left, top, width, height."""
        free = self._all() & EUROPE._all()
        if self is EUROPE or not free:
            return None
        columns, rows = ({place[n] for place in free} for n in (0, 1))
        (width, height), corner = self.square, self.corner((min(columns), min(rows)))
        return *corner, len(columns) * width, len(rows) * height

    def corner(self, place: Place) -> tuple[int, int]:
        """The upper left corner of a square, in pixels, wherever it would be drawn."""
        (left, top), (width, height) = self.at, self.square
        across, down = place[0] - self.columns[0], place[1] - self.rows[0]
        return left + across * width, top + down * height

    def _all(self) -> frozenset[Place]:
        return frozenset((column, row) for row in self.rows for column in self.columns)


WEST = Shape((24, 50), (54, 46), range(17), range(16), 8)
EUROPE = Shape((26, 858), (123, 101), range(6), range(11, 18), 18)
EAST = Shape((24, 1490), (54, 46), range(17), range(14, 30), 8)
PANELS = {"west": WEST, "europe": EUROPE, "east": EAST}


def panel(data: Data, relief: Relief, shape: Shape) -> dict[str, Any]:
    """The squares of a part of the board with what is printed in each, its land, its borders and
    the trade routes that cross it."""
    coast = outlines(
        relief,
        shape.columns[0],
        shape.rows[0],
        len(shape.columns),
        len(shape.rows),
        shape.parts,
    )
    return {
        "at": shape.at,
        "square": shape.square,
        "hole": shape.hole(),
        "rows": [ROWS[row] for row in shape.rows],
        "columns": [column + 1 for column in shape.columns],
        "land": "".join(f"{_path(_placed(shape, line))}Z" for line in coast),
        "borders": _borders(data, shape),
        "squares": dict(_squares(data, shape)),
        "routes": dict(_routes(data, shape)),
    }


def _squares(data: Data, shape: Shape) -> Iterable[tuple[str, dict[str, Any]]]:
    for row in shape.rows:
        for column in shape.columns:
            if not shape.has((column, row)):
                continue
            square = data.board.squares[key := f"{ROWS[row]}{column + 1}"]
            x, y = shape.corner((column, row))
            yield (
                key,
                {
                    "x": x,
                    "y": y,
                    "surface": square.surface,
                    "owner": square.owner,
                    "terrain": square.terrain,
                    "value": square.value,
                    "port": square.port,
                    "capital": square.capital,
                },
            )


def _placed(shape: Shape, line: Iterable[Point]) -> list[Point]:
    (left, top), (width, height) = shape.at, shape.square
    return [(left + x * width, top + y * height) for x, y in line]


def _path(line: Iterable[Point]) -> str:
    return "M" + "L".join(f"{round(x, 1):g} {round(y, 1):g}" for x, y in line)


def _borders(data: Data, shape: Shape) -> str:
    """The sides between the land of two owners."""
    squares, (width, height) = data.board.squares, shape.square
    sides = []
    for key, place in _squares(data, shape):
        row, column = ROWS.index(key[0]), int(key[1:])
        x, y = place["x"], place["y"]
        right, below = f"{key[0]}{column + 1}", f"{ROWS[(row + 1) % 17]}{column}"
        for other, line in (
            (right, [(x + width, y), (x + width, y + height)]),
            (below, [(x, y + height), (x + width, y + height)]),
        ):
            there = squares.get(other)
            both = there is not None and there.has_land and squares[key].has_land
            if there and both and there.owner != squares[key].owner:
                sides.append(_path(line))
    return "".join(sides)


def _routes(data: Data, shape: Shape) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each trade route that crosses a part of the board: its pieces of line, each once although
    many lines of a route share it, and the square in which its value stands."""
    for key, route in data.board.routes.items():
        pieces = sorted({piece for line in route.lines for piece in _pieces(shape, line)})
        if pieces:
            square = _roomy(data, [each for each in route.lines[0] if shape.has(_place(each))])
            yield (
                key,
                {
                    "path": "".join(_path(piece) for piece in pieces),
                    "at": shape.corner(_place(square)) if square else None,
                },
            )


def _roomy(data: Data, line: Sequence[str]) -> str | None:
    """The square of a line nearest to its middle in which nothing is printed; at sea if it can
    be."""

    def without(square: str) -> tuple[bool, bool, int]:
        printed = data.board.squares[square]
        return printed.civilized, printed.has_land, abs(line.index(square) - len(line) // 2)

    return min(line, key=without, default=None)


def _pieces(shape: Shape, line: Iterable[str]) -> Iterator[tuple[Point, Point]]:
    """A line from square to square, as far as it begins or ends in a part of the board."""
    (width, height), places = shape.square, [_place(square) for square in line]
    for one, other in pairwise(places):
        for a, b in ((one, _near(other, one)), (_near(one, other), other)):
            if shape.has(a) or shape.has(b):
                ends = [(x + width / 2, y + height / 2) for x, y in map(shape.corner, (a, b))]
                start, end = sorted(ends)
                yield start, end


def _near(place: Place, other: Place) -> Place:
    """A square where it is seen from another one, beyond an edge of the map if need be."""
    column, row = place
    if column - other[0] > COLUMNS // 2:
        return column - COLUMNS, row
    return (column + COLUMNS if other[0] - column > COLUMNS // 2 else column), row


def _place(square: str) -> Place:
    return int(square[1:]) - 1, ROWS.index(square[0])


def main() -> None:
    """Write the file."""
    data = read(SHIPPED)
    relief = Relief(data.board)
    geo = {
        "panels": {name: panel(data, relief, shape) for name, shape in PANELS.items()},
        "routes": {key: route.value for key, route in data.board.routes.items()},
        "strength": {key: row.strength for key, row in data.charts.units.items()},
    }
    OUT.write_text(json.dumps(geo, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
