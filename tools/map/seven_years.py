"""Write the geometry of the map of Seven Years World War from its board.

Use: python tools/map/seven_years.py (writes templates/seven_years_world_war/map/geo.json).

Squares stand where the board has them, so whoever corrects board.toml runs this again. The world is
drawn at the scale WORLD, Europe once more at EUROPE.
"""

import json
from pathlib import Path

from engine.seven_years_world_war.data import SHIPPED, read

OUT = Path(__file__).parents[2] / "templates" / "seven_years_world_war" / "map" / "geo.json"
ROWS = "ABCDEFGHIJKLMNOPQ"
WORLD = {"at": (18, 34), "square": (29, 26), "rows": (0, 16), "columns": (1, 30)}
EUROPE = {"at": (18, 494), "square": (87, 76), "rows": (0, 5), "columns": (12, 18)}


def panel(data, shape):
    """The squares of a part of the board, with what is printed in each."""
    (left, top), (width, height) = shape["at"], shape["square"]
    first_row, last_row = shape["rows"]
    first, last = shape["columns"]
    squares = {}
    for key, square in data.board.squares.items():
        row, column = ROWS.index(key[0]), int(key[1:])
        if first_row <= row <= last_row and first <= column <= last:
            squares[key] = {
                "x": left + (column - first) * width,
                "y": top + (row - first_row) * height,
                "surface": square.surface,
                "owner": square.owner,
                "terrain": square.terrain,
                "value": square.value,
                "port": square.port,
                "name": square.name,
            }
    return {
        "at": [left, top],
        "square": [width, height],
        "rows": list(ROWS[first_row : last_row + 1]),
        "columns": list(range(first, last + 1)),
        "squares": squares,
    }


def lines(data, squares):
    """Each trade route as pieces of line, cut where it leaves the map at an edge."""
    width, height = WORLD["square"]
    found = {}
    for key, route in data.board.routes.items():
        pieces = []
        for line in route.lines:
            piece = []
            for square in line:
                place = squares[square]
                point = (place["x"] + width / 2, place["y"] + height / 2)
                if piece and abs(point[0] - piece[-1][0]) > 2 * width:
                    pieces.append(piece)
                    piece = []
                piece.append(point)
            pieces.append(piece)
        paths = ("M" + "L".join(f"{x:g} {y:g}" for x, y in piece) for piece in pieces)
        found[key] = sorted(set(paths))
    return found


def main():
    data = read(SHIPPED)
    world, europe = panel(data, WORLD), panel(data, EUROPE)
    geo = {"world": world, "europe": europe, "routes": lines(data, world["squares"])}
    OUT.write_text(json.dumps(geo, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
