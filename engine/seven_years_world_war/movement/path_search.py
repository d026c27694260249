"""Ways over the map: the cheapest legal one, what can be reached, what is wrong with a way.

14.1, 14.2, 14.3, 18.3 and R28. Nothing here knows a position: the ground tells where a force cannot
enter or stop, and where it is watched.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.seven_years_world_war.tables.board import Board, Means
from engine.seven_years_world_war.tables.board_schema import COLUMNS, SquareId


@dataclass(frozen=True, slots=True)
class Ground:
    """What a force finds on the map, as long as nothing there changes."""

    means: Means
    closed: Container[SquareId] = ()
    """Squares that it cannot enter."""
    no_stop: Container[SquareId] = ()
    """Squares that it can pass but where it cannot stop."""
    watched: Container[SquareId] = ()
    """Squares where a countermarch is possible."""
    neutral: Container[SquareId] = ()
    """Squares that bring in a neutral power when they are entered."""
    searches: dict[SquareId, "Search"] = field(default_factory=dict, init=False)
    """The search from each square where one has begun."""

    def stops(self, square: SquareId) -> bool:
        """Tell whether the force can stop in a square once it gets there."""
        return square not in self.closed and square not in self.no_stop


class Way(NamedTuple):
    """The squares of a way, from where it begins, and its points."""

    squares: tuple[SquareId, ...]
    points: int


NEUTRALITY = 1000
"""How many watched squares are better than one square of a neutral power."""
Fault = Literal[
    "polar_ice", "all_sea", "all_land", "not_beside", "map_edge", "sea_side", "land_side",
    "closed", "barred", "no_stop", "too_far", "no_way",
]  # fmt: skip

SIDES: tuple[Fault, ...] = ("map_edge", "sea_side", "land_side")
"""What can be wrong with the side between two squares."""


class Blocked(NamedTuple):
    """What is wrong with a way, at which square, and from which square the force would have entered
    it."""

    fault: Fault
    at: SquareId
    before: SquareId = ""
    points: int = 0
    """The cost of the way, if it is too far."""


def cheapest(
    board: Board, ground: Ground, stops: Sequence[SquareId], points: int | None = None
) -> Way | None:
    """R28: find the cheapest way from the first stop through the others in turn.

    Among equals, the way with the fewest squares of neutral powers wins, then the one with the
    fewest squares where a countermarch is possible, then the first in the order of the board.
    Without `points` there is no limit. None: there is no way.
    """
    squares: tuple[SquareId, ...] = (stops[0],)
    spent = 0
    for one, following in pairwise(stops):
        left = None if points is None else points - spent
        leg = _from(board, ground, one).way(following, left)
        if leg is None:
            return None
        squares, spent = squares + leg.squares[1:], spent + leg.points
    return Way(squares, spent)


class Search:
    """The cheapest ways from one square to all others, worked out only as far as needed.

    Dijkstra over labels (points, risks, path): the order of R28.
    """

    def __init__(self, board: Board, ground: "Ground", start: SquareId) -> None:
        self._ids, self._steps, self._ground = board.ids, board.steps[ground.means], ground
        self._number = board.number
        self._front: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (board.number[start],))]
        self._found: dict[int, tuple[int, tuple[int, ...]]] = {}

    def way(self, end: SquareId, points: int | None) -> Way | None:
        """Return the way to a square where the force can stop; None if there is none within the
        points. Back to the start, it leads through another square."""
        goal = self._number[end]
        if not self._ground.stops(end):
            return None
        while goal not in self._found and self._goes_on(points):
            self._settle()
        spent, path = self._found.get(goal, (0, ()))
        if not path or (points is not None and spent > points):
            return None
        return Way(tuple(self._ids[number] for number in path), spent)

    def within(self, points: int) -> list[SquareId]:
        """Return the squares that these points reach, in the order of the board."""
        while self._goes_on(points):
            self._settle()
        found = self._found.items()
        return [self._ids[n] for n in sorted(n for n, (spent, _) in found if spent <= points)]

    def _goes_on(self, points: int | None) -> bool:
        return bool(self._front) and (points is None or self._front[0][0] <= points)

    def _settle(self) -> None:
        """Take the best label, and add labels for the squares beside its own."""
        spent, risks, path = heappop(self._front)
        at, found, ground = path[-1], self._found, self._ground
        if at in found:
            return
        if spent:
            found[at] = spent, path
        for near, cost in self._steps[at]:
            square = self._ids[near]
            if near not in found and square not in ground.closed:
                risk = NEUTRALITY * (square in ground.neutral) + (square in ground.watched)
                heappush(self._front, (spent + cost, risks + risk, (*path, near)))


def _from(board: Board, ground: Ground, start: SquareId) -> Search:
    """The search from a square; one that has begun goes on from where it stopped."""
    if start not in ground.searches:
        ground.searches[start] = Search(board, ground, start)
    return ground.searches[start]


def _apart(one: int, other: int) -> int:
    """The least number of steps between two squares, over the map's edge too."""
    rows, columns = divmod(one, COLUMNS), divmod(other, COLUMNS)
    across = abs(rows[1] - columns[1])
    return abs(rows[0] - columns[0]) + min(across, COLUMNS - across)


def reached(board: Board, ground: Ground, start: SquareId, points: int) -> list[SquareId]:
    """Return the squares where a force from `start` can stop, in the order of the board."""
    within = _from(board, ground, start).within(points)
    return [square for square in within if square != start and square not in ground.no_stop]


def points_of(board: Board, means: Means, squares: Sequence[SquareId]) -> int:
    """Return the cost of a way that begins in the first of these squares."""
    return sum(board.points(square, means) for square in squares[1:])


def blocked(
    board: Board, ground: Ground, squares: Sequence[SquareId], points: int
) -> Blocked | None:
    """Tell what is wrong with a way that names each of its squares; None: nothing."""
    for before, at in pairwise(squares):
        if fault := _entering(board, ground, before, at):
            return Blocked(fault, at, before)
    if not ground.stops(squares[-1]):
        return Blocked("no_stop", squares[-1])
    cost = points_of(board, ground.means, squares)
    return Blocked("too_far", squares[-1], points=cost) if cost > points else None


def unreached(
    board: Board, ground: Ground, stops: Sequence[SquareId], points: int
) -> Blocked | None:
    """Tell why no way leads through these squares; None if one does."""
    for stop in stops[1:]:
        if fault := _being(board, ground, stop):
            return Blocked(fault, stop)
    for before, at in pairwise(stops):
        if _from(board, ground, before).way(at, None) is None:
            fault = _entering(board, ground, before, at)
            if fault in SIDES:
                return Blocked(fault, at, before)
            return _barred(board, ground, before, at) or Blocked("no_way", at, before)
    way = cheapest(board, ground, stops)
    if way is None or way.points <= points:
        return None
    return Blocked("too_far", stops[-1], points=way.points)


def _barred(board: Board, ground: Ground, before: SquareId, at: SquareId) -> Blocked | None:
    """The first square that bars what would be the cheapest way, and the goal of that way."""
    way = cheapest(board, Ground(ground.means), (before, at))
    bars = (square for square in way.squares[1:-1] if square in ground.closed) if way else ()
    bar = next(iter(bars), None)
    return Blocked("barred", bar, at) if bar else None


def _being(board: Board, ground: Ground, at: SquareId) -> Fault | None:
    """Why a force cannot stop in a square, wherever it comes from."""
    square = board.squares[at]
    if square.surface == "ice":
        return "polar_ice"
    if ground.means == "land" and not square.has_land:
        return "all_sea"
    if ground.means == "sea" and not square.has_water:
        return "all_land"
    if at in ground.closed:
        return "closed"
    return "no_stop" if at in ground.no_stop else None


def _entering(board: Board, ground: Ground, before: SquareId, at: SquareId) -> Fault | None:
    """Why a force cannot enter a square from another."""
    fault = _being(board, ground, at)
    if fault not in (None, "no_stop"):
        return fault
    if at in board.crossed(ground.means)[before]:
        return None
    other: Means = "sea" if ground.means == "land" else "land"
    if at in board.crossed(other)[before] and board.distance(before, at) == 1:
        return "sea_side" if ground.means == "land" else "land_side"
    return "map_edge" if _apart(board.number[before], board.number[at]) == 1 else "not_beside"
