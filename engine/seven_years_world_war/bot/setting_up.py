"""Where units stand at the start: one in each square of value, the rest where others are near."""

from collections.abc import Iterator

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.forces import size
from engine.seven_years_world_war.setting_up.placing import squares_for
from engine.seven_years_world_war.setting_up.wild import open_squares
from engine.seven_years_world_war.tables.names import Power, Square, Unit

HELD, FRONT, CROWDED = 100, 12, 40
"""The value of holding a point and of each square of others beside it; the cost of an unfed
unit."""


def set_up(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place one unit after the other, each in the best square for it."""
    return best(decision, _places(seen, decision.facts), stream) or decision.default


def _places(seen: Seen, facts: dict[str, object]) -> Iterator[Option]:
    power, left = facts["power"], facts["left"]
    assert isinstance(power, str)
    assert isinstance(left, dict)
    unit: Unit = next(iter(left))
    for square in squares_for(seen.state, power, unit):
        yield Option(_worth(seen, power, square), ("place", ((1, "", unit),), square))


def _worth(seen: Seen, power: Power, square: Square) -> int:
    there = size(seen.state.at(square))
    value = 0 if there else HELD * seen.data.board.squares[square].value
    over = there + 1 - seen.data.board.forage(square)
    return value + FRONT * _strangers(seen, power, square) - CROWDED * max(0, over)


def _strangers(seen: Seen, power: Power, square: Square) -> int:
    """The number of squares beside it that belong to major powers led by other seats."""
    state, board = seen.state, seen.data.board
    leader = state.controller(power)
    owners = {near: board.squares[near].owner for near in board.by_land[square]}
    return sum(state.controller(owner) not in ("", leader) for owner in owners.values() if owner)


def wild(seen: Seen, decision: Decision, stream: Stream) -> Choice:
    """Place the unit, which is nobody's, in the way of others rather than in its own."""
    verb, said, _ = decision.default
    squares = open_squares(seen.state)
    options = [Option(_in_the_way(seen, square), (verb, said, square)) for square in squares]
    return best(decision, options, stream) or decision.default


def _in_the_way(seen: Seen, square: Square) -> int:
    state, board = seen.state, seen.data.board
    near = [state.occupant(each) for each in (*board.by_land[square], *board.by_sea[square])]
    return sum(1 if seat != seen.me else -2 for seat in near if seat)
