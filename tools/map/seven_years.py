"""Write the geometry of the map of Seven Years World War from its board.

Use: PYTHONPATH=. python tools/map/seven_years.py, which writes geo.json of its map.

Squares stand where the board has them, and coasts lie between them (`coast.py`), so whoever
corrects board.toml runs this again. The world is drawn at the scale WORLD, Europe once more at
EUROPE.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from coast import Point, Relief, outlines

from engine.seven_years_world_war.data import SHIPPED, Data, read
from engine.seven_years_world_war.tables.board_schema import ROWS

OUT = Path(__file__).parents[2] / "templates" / "seven_years_world_war" / "map" / "geo.json"


class Shape(NamedTuple):
    """A part of the board: where it stands, how large its squares are, which rows and columns it
    has, how finely its coast is drawn."""

    at: tuple[int, int]
    square: tuple[int, int]
    rows: range
    columns: range
    parts: int


WORLD = Shape((18, 34), (29, 29), range(17), range(30), 8)
EUROPE = Shape((18, 545), (123, 101), range(6), range(11, 18), 22)


def panel(data: Data, relief: Relief, shape: Shape) -> dict[str, Any]:
    """The squares of a part of the board with what is printed in each, its land, its borders."""
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
        "rows": [ROWS[row] for row in shape.rows],
        "columns": [column + 1 for column in shape.columns],
        "land": "".join(f"{_path(_placed(shape, line))}Z" for line in coast),
        "borders": _borders(data, shape),
        "squares": dict(_squares(data, shape)),
    }


def _squares(data: Data, shape: Shape) -> Iterable[tuple[str, dict[str, Any]]]:
    (left, top), (width, height) = shape.at, shape.square
    for row in shape.rows:
        for column in shape.columns:
            square = data.board.squares[key := f"{ROWS[row]}{column + 1}"]
            yield (
                key,
                {
                    "x": left + (column - shape.columns[0]) * width,
                    "y": top + (row - shape.rows[0]) * height,
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


def routes(data: Data, squares: Mapping[str, Any]) -> dict[str, Any]:
    """Each trade route as pieces of line, cut where it leaves the map at an edge, and where its
    value stands."""
    width, height = WORLD.square
    found = {}
    for key, route in data.board.routes.items():
        pieces = []
        for line in route.lines:
            piece: list[Point] = []
            for square in line:
                point = (squares[square]["x"] + width / 2, squares[square]["y"] + height / 2)
                if piece and abs(point[0] - piece[-1][0]) > 2 * width:
                    pieces.append(piece)
                    piece = []
                piece.append(point)
            pieces.append(piece)
        middle = squares[route.lines[0][len(route.lines[0]) // 2]]
        found[key] = {
            "paths": sorted({_path(piece) for piece in pieces}),
            "value": route.value,
            "at": [middle["x"] + width // 2, middle["y"] + height // 2],
        }
    return found


def main() -> None:
    """Write the file."""
    data = read(SHIPPED)
    relief = Relief(data.board)
    world, europe = panel(data, relief, WORLD), panel(data, relief, EUROPE)
    geo = {
        "world": world,
        "europe": europe,
        "routes": routes(data, world["squares"]),
        "strength": {key: row.strength for key, row in data.charts.units.items()},
    }
    OUT.write_text(json.dumps(geo, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
