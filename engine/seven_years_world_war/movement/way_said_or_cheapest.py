"""The way of a force in a position: the one ordered or the cheapest, or else why there is none."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from engine.core.decision import Refusal, no
from engine.core.messages import Message, message
from engine.seven_years_world_war.movement.ground import only_carriers, who_bars
from engine.seven_years_world_war.movement.path_search import (
    Blocked,
    Fault,
    Ground,
    Way,
    blocked,
    cheapest,
    points_of,
    unreached,
)
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.board import Board
from engine.seven_years_world_war.tables.names import Power, Square

RULES: dict[Fault, str] = {
    "polar_ice": "14.33",
    "all_sea": "14.32",
    "all_land": "14.33",
    "not_beside": "14.2",
    "map_edge": "14.23",
    "sea_side": "14.21",
    "land_side": "14.33",
    "closed": "14.31",
    "barred": "14.31",
    "no_stop": "18.3",
    "too_far": "14.1",
    "no_way": "14.1",
}
"""The paragraph that each fault violates."""
SAID: dict[Fault, str] = {
    "polar_ice": "way.polar_ice",
    "all_sea": "way.all_sea",
    "all_land": "way.all_land",
    "not_beside": "way.not_beside",
    "map_edge": "way.map_edge",
    "sea_side": "way.sea_side",
    "land_side": "way.land_side",
    "closed": "way.closed",
    "barred": "way.barred",
    "no_stop": "way.no_stop",
    "too_far": "way.too_far",
    "no_way": "way.no_way",
}
"""The message for each fault."""


NO_WAY = "way.none"


class Wanted(NamedTuple):
    """A way as ordered: the squares it leads through in turn, beginning with the start; each square
    up to `end`, if the order names them; where units are left."""

    through: Sequence[Square]
    via: Sequence[Square]
    end: Square
    stops: Sequence[Square] = ()


def find_way(
    state: State,
    friends: Collection[Power],
    ground: Ground,
    wanted: Wanted,
    points: int,
    extra: int = 0,
) -> Way | Refusal:
    """14.1, R28: find the way ordered, or the cheapest through all squares that must be on it.

    `points`: the allowance of the force, of which `extra` are spent on other things.
    """
    board = state.data.board
    for square in (*wanted.through, *wanted.via):
        if square not in board.squares:
            return no("refusal.no_such_square", "2.1", square=square)
    if len(wanted.through) < 2:
        return no("refusal.is_there", "14.1", square=wanted.end)
    if wanted.via:
        said = _said(board, ground, wanted)
        wrong = blocked(board, ground, said, points - extra) or _passed_by(ground, said, wanted)
        if wrong is None:
            return Way(said, points_of(board, ground.means, said))
    else:
        way = cheapest(board, ground, wanted.through, points - extra)
        if way is not None:
            return way
        wrong = unreached(board, ground, wanted.through, points - extra)
    return _refused(state, friends, ground, wanted, wrong, points, extra)


def _said(board: Board, ground: Ground, wanted: Wanted) -> tuple[Square, ...]:
    """The start, the squares ordered, the end, and from there the cheapest way on."""
    said = (wanted.through[0], *wanted.via)
    if said[-1] != wanted.end:
        said = (*said, wanted.end)
    further = wanted.through[wanted.through.index(wanted.end) :]
    if len(further) < 2:
        return said
    way = cheapest(board, ground, further)
    return (*said, *(way.squares[1:] if way else further[1:]))


def _passed_by(ground: Ground, said: Sequence[Square], wanted: Wanted) -> Blocked | None:
    """Which square where units are to be left is not on the way ordered, or allows no stop."""
    place = 0
    for stop in wanted.stops:
        if stop not in said[place:]:
            return Blocked("no_way", stop, said[-1])
        place = said.index(stop, place)
        if place and not ground.stops(stop):
            return Blocked("no_stop", stop)
    return None


def _refused(
    state: State,
    friends: Collection[Power],
    ground: Ground,
    wanted: Wanted,
    wrong: Blocked | None,
    points: int,
    extra: int,
) -> Refusal:
    """The refusal of a way, with the cheapest one that the force can go instead."""
    assert wrong is not None
    said, rule = SAID[wrong.fault], RULES[wrong.fault]
    closed = wrong.fault == "closed" and ground.means == "land"
    if closed and only_carriers(state, friends, wrong.at):
        said, rule = "way.carriers", "12.11"
    why = message(
        said,
        square=wrong.at,
        before=wrong.before,
        powers=who_bars(state, friends, wrong.at),
        points=wrong.points + extra,
        allowance=points,
    )
    instead = _instead(state.data.board, ground, wanted.through, points, extra)
    if instead and instead.id == NO_WAY and wrong.fault in ("barred", "no_way"):
        instead = None  # that message says the same
    return no("refusal.no_way", rule, why=why, instead=instead) if instead else Refusal(why, rule)


def _instead(
    board: Board, ground: Ground, through: Sequence[Square], points: int, extra: int
) -> Message | None:
    """The cheapest way that the force can go, or that there is none; None if all ways are too
    far."""
    if way := cheapest(board, ground, through, points - extra):
        return message("way.cheapest", squares=way.squares, points=way.points + extra)
    if cheapest(board, ground, through) is None:
        return message(NO_WAY, square=through[-1])
    return None
