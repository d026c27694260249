"""Where forces go: into empty squares of value, beside what can be taken, or nearer to it."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.chance import Stream
from engine.core.decision import Choice, Decision
from engine.kit.bot_kit import Option, best
from engine.seven_years_world_war.bot.battling import worth_of
from engine.seven_years_world_war.bot.seeing import Seen
from engine.seven_years_world_war.bot.valuing import POINT
from engine.seven_years_world_war.combat.losses import as_said
from engine.seven_years_world_war.forces import WHOEVER, only, plus, size
from engine.seven_years_world_war.movement.ground import ground_for
from engine.seven_years_world_war.movement.loading import allowance, fresh
from engine.seven_years_world_war.movement.orders import LAND_ALL
from engine.seven_years_world_war.movement.path_search import reached
from engine.seven_years_world_war.tables.names import FLEETS, UNITS, Force, Power, Square, Stack

WORTH_MOVING = 12
AT_SEA, CROWDED = 8, 6
"""The cost of a unit beyond what a square feeds: at sea, and on land."""
NEARER = 4
"""What each step nearer to a square that could be won is worth."""


class Group(NamedTuple):
    """Units that could move together."""

    start: Square
    force: Force
    naval: bool


def move(seen: Seen, decision: Decision, stream: Stream) -> Choice | None:
    """Return the best move, if any is worth making."""
    return best(decision, moves(seen), stream, WORTH_MOVING)


def moves(seen: Seen) -> Iterator[Option]:
    """Yield each move worth making, with its value."""
    for start in seen.mine:
        can = fresh(seen.state, seen.me, start)
        for group in _groups(seen, start, can):
            now = worth_of(seen, seen.together({}, start) or group.force, start)
            points = allowance(seen.state, group.force)
            ground = ground_for(seen.state, seen.me, "sea" if group.naval else "land")
            for end in reached(seen.data.board, ground, start, points):
                value = _value(seen, group, end) - max(now, 0)
                if value > WORTH_MOVING:
                    yield Option(value, _order(seen, group, can, end))


def _groups(seen: Seen, start: Square, can: Force) -> Iterator[Group]:
    """For each power: its weakest unit, all that can leave, and its fleets with units they can
    carry."""
    spare = seen.spare(start)
    free = {
        p: {u: min(n, can[p].get(u, 0)) for u, n in s.items()} for p, s in spare.items() if p in can
    }
    for power, stack in free.items():
        kinds = sorted((u for u, n in stack.items() if n), key=UNITS.index)
        if kinds:
            yield Group(start, {power: {kinds[0]: 1}}, naval=False)
            whole = {u: n for u, n in stack.items() if n}
            if sum(whole.values()) > 1:
                yield Group(start, {power: whole}, naval=False)
    for power in can if seen.state.is_port(start) else ():
        yield from _convoys(start, power, can[power], free.get(power, {}))


def _convoys(start: Square, power: Power, stack: Stack, free: Stack) -> Iterator[Group]:
    """One fleet with one unit, two with two, up to all: the strongest of each."""
    fleets = only({power: stack}, FLEETS).get(power, {})
    for number in range(1, min(sum(fleets.values()), sum(free.values())) + 1):
        units = plus({power: _best(fleets, number)}, {power: _best(free, number)})
        yield Group(start, units, naval=True)


def _best(stack: Stack, room: int) -> Stack:
    """The strongest units of a stack, as many as `room`."""
    found: Stack = {}
    for unit in sorted(stack, key=UNITS.index, reverse=True):
        if taken := min(stack[unit], room - sum(found.values())):
            found[unit] = taken
    return found


def _value(seen: Seen, group: Group, end: Square) -> int:
    """What a square is worth to a group: the square itself, what can be attacked from it, less the
    units it cannot feed."""
    state, board = seen.state, seen.data.board
    row = board.squares[end]
    if state.is_neutral(row.owner) and row.has_land:
        return 0
    empty = not state.at(end)
    value = POINT * state.value(end) if empty else 0
    value += max(0, worth_of(seen, seen.together(group.force, end), end)) * 4 // 5
    if not value and not group.naval:
        value = NEARER * (_far(seen, group.start) - _far(seen, end))
    there = size(group.force) + size(state.of_seat(seen.me, end))
    fed = 0 if end in state.pillaged else board.forage(end)
    return value - max(0, there - fed) * (CROWDED if row.has_land else AT_SEA)


def _far(seen: Seen, square: Square) -> int:
    """The distance to the nearest square that could be won."""
    near = [t for t in seen.targets if seen.state.value(t)]
    return min((seen.data.board.distance(square, target) for target in near), default=0)


def _order(seen: Seen, group: Group, can: Force, end: Square) -> Choice:
    """The order to move. Units aboard land in an empty square of value, and stay aboard
    elsewhere."""
    lands = group.naval and not seen.state.at(end) and bool(seen.state.value(end))
    tasks = (LAND_ALL,) if lands else ()
    said = as_said(group.force, can)
    return ("move", WHOEVER, group.start, said, end, (), tasks, "", ())
