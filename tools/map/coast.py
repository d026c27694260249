"""Coastlines between the squares of a board: land where it says land, water where it says water.

A height is given at the middle of each square, of each side and at each corner, by what the board
has there; between them it is interpolated and roughened, always in the same way. The line at height
zero is the coast, so that a side that fleets cross has water and one that armies cross has land.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import floor

from engine.seven_years_world_war.tables.board import Board
from engine.seven_years_world_war.tables.board_schema import COLUMNS, ROWS

Point = tuple[float, float]
HEIGHTS = {"sea": -1.0, "ice": -0.7, "coast": 0.7, "land": 1.0}
"""In the middle of a square: land is in each square of coast, however much sea is around it."""
SPECK = 0.006
"""An outline of less than this, in squares, is left out."""
ROUGHNESS = ((2.0, 0.36), (4.5, 0.24), (9.0, 0.17), (19.0, 0.1))
"""How often in a square the ground goes up and down, and how far."""


class Relief:
    """Heights over a board, in squares from its upper left corner."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._anchor = cache(self._height_at)

    def height(self, x: float, y: float) -> float:
        """The height at a point: below zero is water."""
        left, top = floor(2 * x) / 2, floor(2 * y) / 2
        across, down = _eased(2 * (x - left)), _eased(2 * (y - top))
        upper = _mixed(self._anchor(left, top), self._anchor(left + 0.5, top), across)
        lower = _mixed(self._anchor(left, top + 0.5), self._anchor(left + 0.5, top + 0.5), across)
        rough = sum(share * _noise(x * often, y * often) for often, share in ROUGHNESS)
        return _mixed(upper, lower, down) + rough

    def _height_at(self, x: float, y: float) -> float:
        """The height at a point of which both numbers are whole or halves."""
        around = [
            square
            for ny in sorted({floor(y - 0.25), floor(y + 0.25)})
            for nx in sorted({floor(x - 0.25), floor(x + 0.25)})
            if (square := _square(nx, ny)) is not None
        ]
        if len(around) == 1:
            return HEIGHTS[self.board.squares[around[0]].surface]
        if len(around) == 2:
            return self._side(*around)
        sides = [(0, 1), (0, 2), (1, 3), (2, 3)] if len(around) == 4 else []
        return sum(self._side(around[a], around[b]) for a, b in sides) / 4 if sides else -1.0

    def _side(self, one: str, other: str) -> float:
        """The height in the middle of a side: by who can cross it."""
        by_land, by_sea = other in self.board.by_land[one], other in self.board.by_sea[one]
        if by_land and by_sea:
            return 0.1
        if by_land or by_sea:
            return 0.8 if by_land else -0.8
        squares = self.board.squares
        if squares[one].has_land and squares[other].has_land:
            return 0.8 if squares[one].has_water and squares[other].has_water else -0.6
        return -0.3


def _square(column: int, row: int) -> str | None:
    if 0 <= column < COLUMNS and 0 <= row < len(ROWS):
        return f"{ROWS[row]}{column + 1}"
    return None


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _mixed(one: float, other: float, share: float) -> float:
    return one + (other - one) * share


def _noise(x: float, y: float) -> float:
    """Value noise from -1 to 1."""
    left, top = floor(x), floor(y)
    across, down = _eased(x - left), _eased(y - top)
    upper = _mixed(_hashed(left, top), _hashed(left + 1, top), across)
    lower = _mixed(_hashed(left, top + 1), _hashed(left + 1, top + 1), across)
    return _mixed(upper, lower, down)


def _hashed(x: int, y: int) -> float:
    mixed = (x * 374761393 + y * 668265263) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1


# Outlines


def outlines(
    relief: Relief, left: int, top: int, columns: int, rows: int, parts: int
) -> list[list[Point]]:
    """Closed lines around the land of a part of the board, in squares from its own corner; `parts`:
    how finely each square is looked at. Outside the part there is water."""
    across, down = columns * parts, rows * parts
    heights = {
        (i, j): relief.height(left + i / parts, top + j / parts)
        if 0 <= i <= across and 0 <= j <= down
        else -0.5
        for i in range(-1, across + 2)
        for j in range(-1, down + 2)
    }
    pieces: dict[Point, Point] = {}
    for i in range(-1, across + 1):
        for j in range(-1, down + 1):
            for start, end in _pieces(heights, i, j):
                pieces[start] = end
    found = [[(x / parts, y / parts) for x, y in line] for line in _joined(pieces)]
    return [line for line in found if _area(line) > SPECK]


def _area(line: list[Point]) -> float:
    turns = zip(line, [*line[1:], line[0]], strict=True)
    return abs(sum(x * ny - nx * y for (x, y), (nx, ny) in turns)) / 2


def _pieces(
    heights: Mapping[tuple[int, int], float], i: int, j: int
) -> Iterator[tuple[Point, Point]]:
    """Marching squares: the coast within a cell, with land on its left."""
    corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
    ups = [heights[corner] > 0 for corner in corners]
    crossed = [
        (_crossing(heights, corners[n], corners[(n + 1) % 4]), ups[n])
        for n in range(4)
        if ups[n] != ups[(n + 1) % 4]
    ]
    for n, (point, is_up) in enumerate(crossed):
        if is_up:
            yield point, crossed[(n + 1) % len(crossed)][0]


def _crossing(
    heights: Mapping[tuple[int, int], float], one: tuple[int, int], other: tuple[int, int]
) -> Point:
    one, other = sorted((one, other))
    share = heights[one] / (heights[one] - heights[other])
    return (
        round(one[0] + (other[0] - one[0]) * share, 3),
        round(one[1] + (other[1] - one[1]) * share, 3),
    )


def _joined(pieces: dict[Point, Point]) -> Iterator[list[Point]]:
    while pieces:
        start, at = pieces.popitem()
        line = [start]
        while at != start:
            line.append(at)
            at = pieces.pop(at)
        yield line
