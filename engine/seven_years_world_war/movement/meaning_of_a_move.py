"""What an order to move means: its way, the units, where they land or are dropped off, the cost.

14, 16.1, 18.5. The meaning is worked out the same way for judging an order and for carrying it out.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.core.decision import Refusal, Seat, no
from engine.seven_years_world_war.forces import (
    EVERY,
    Said,
    each,
    fleets_in,
    minus,
    only,
    plus,
    resolve,
    size,
)
from engine.seven_years_world_war.movement.ground import ground_for
from engine.seven_years_world_war.movement.loading import (
    Load,
    allowance,
    fresh_ashore,
    loaded,
    marchable,
    meant,
)
from engine.seven_years_world_war.movement.way_said_or_cheapest import Wanted, find_way
from engine.seven_years_world_war.state import State, land_units, once
from engine.seven_years_world_war.tables.names import FLEETS, Force, Power, Square

Task: TypeAlias = tuple[str, int | str, Power, str, Square]
"""LAND or DROP, how many, whose, which, where ("": where the force is sent)."""
LAND, DROP = "land", "drop"


class Ordered(NamedTuple):
    """The contents of an order to move. `onto`: where the force goes on to after `end`; `after`:
    the tasks named after that. `forced`: by a forced march."""

    whom: Power
    start: Square
    said: Said
    end: Square
    via: tuple[Square, ...] = ()
    tasks: tuple[Task, ...] = ()
    onto: Square = ""
    after: tuple[Task, ...] = ()
    forced: bool = False

    @property
    def last(self) -> Square:
        """Where the move ends."""
        return self.onto or self.end

    def all_tasks(self) -> list[Task]:
        """Return the tasks on the way, each with its square, in the order in which they are
        reached."""
        first = _placed(self.tasks, self.end)
        later = _placed(self.after, self.last)
        first.sort(key=lambda task: task[4] == self.end)
        later.sort(key=lambda task: task[4] == self.last)
        return [*first, *later]

    def through(self) -> list[Square]:
        """Return the squares that the way has to lead through in turn, starting where it begins."""
        tasks = [task[4] for task in self.all_tasks()]
        goals = [*tasks[: len(self.tasks)], self.end, *tasks[len(self.tasks) :], self.last]
        through = [self.start]
        for goal in goals:
            if goal != through[-1]:
                through.append(goal)
        return through


def _placed(tasks: Sequence[Task], end: Square) -> list[Task]:
    """Tasks with their squares. A drop without a square happens where the next task does, since
    nobody is dropped off at the end."""
    placed: list[Task] = []
    for task in reversed(tasks):
        there = placed[-1][4] if placed and task[0] == DROP else end
        placed.append((*task[:4], task[4] or there))
    return placed[::-1]


class Stop(NamedTuple):
    """A square where a force leaves units: landed by its fleets, or dropped off."""

    square: Square
    landed: Force
    dropped: Force


class Journey(NamedTuple):
    """A move that can be made."""

    squares: tuple[Square, ...]
    points: int
    load: Load
    stops: tuple[Stop, ...]


# The order as a whole


@once
def journey(state: State, seat: Seat, ordered: Ordered) -> Journey | Refusal:
    """Return what an order of a seat means, or why it cannot be carried out."""
    load = load_of(state, seat, ordered)
    if isinstance(load, Refusal):
        return load
    stops = stops_of(state, load, ordered)
    if isinstance(stops, Refusal):
        return stops
    extra = _off_port(state, ordered.start, load, stops)
    wanted = Wanted(ordered.through(), ordered.via, ordered.end, tuple(s.square for s in stops))
    ground, points = ground_for(state, seat, load.means), allowance(state, load.force)
    way = find_way(state, state.powers_of(seat), ground, wanted, points, extra)
    if isinstance(way, Refusal):
        return way
    return Journey(way.squares, way.points + extra, load, stops)


@once
def load_of(state: State, seat: Seat, ordered: Ordered) -> Load | Refusal:
    """Return the units that move; `all` means all that can get there."""
    start = ordered.start
    if ordered.said:
        force = meant(state, seat, ordered.whom, start, ordered.said, forced=ordered.forced)
    else:
        force = _all_that_can(state, seat, ordered)
    if isinstance(force, Refusal):
        return force
    if ordered.forced and not _has_moved(state, start, force):
        return no("refusal.not_moved_yet", "16.1")
    return loaded(state, seat, start, force)


def _all_that_can(state: State, seat: Seat, ordered: Ordered) -> Force | Refusal:
    """All units that may be meant: to an inland square those ashore, else fleets with all they
    carry."""
    start = ordered.start
    force = meant(state, seat, ordered.whom, start, (), forced=ordered.forced)
    if isinstance(force, Refusal) or not fleets_in(force):
        return force
    squares = state.data.board.squares
    last = squares.get(ordered.last)
    if last is None or last.has_water:
        return force
    ashore = fresh_ashore(state, seat, start)
    if ordered.forced:
        ashore = land_units(minus(marchable(state, seat, start), state.aboard(start)))
    return ashore or no("refusal.only_fleets", "18.1", square=start, end=ordered.last)


def _has_moved(state: State, start: Square, force: Force) -> bool:
    """16.1: whether some of the force have moved already, so that a forced march is needed."""
    moved = minus(state.moved.get(start, {}), state.retreated_in(start))
    return any(moved.get(power, {}).get(unit, 0) for power, unit, _ in each(force))


# Landing, dropping off


def stops_of(state: State, load: Load, ordered: Ordered) -> tuple[Stop, ...] | Refusal:
    """14.13, 18.53: return where units are left and which, in the order of the tasks."""
    stops: list[Stop] = []
    left = load.force
    tasks = ordered.all_tasks()
    for place, task in enumerate(tasks):
        found = _left_there(state, load, left, task, ordered)
        if isinstance(found, Refusal):
            return found
        landed, dropped = land_units(found), only(found, FLEETS)
        if load.means == "land":
            landed, dropped = {}, found
        if stops and stops[-1].square == task[4]:
            before = stops.pop()
            landed, dropped = plus(before.landed, landed), plus(before.dropped, dropped)
        stops.append(Stop(task[4], landed, dropped))
        left = minus(left, found)
        if [later[4] for later in tasks[place + 1 : place + 2]] == [task[4]]:
            continue  # all units left in one square are left together
        if size(land_units(left)) > fleets_in(left) and load.means == "sea":
            return no("refusal.dropped_carrier", "18.513", square=task[4])
    if not left:
        return no("refusal.nobody_arrives", "14.13", square=ordered.last)
    return tuple(stops)


def _left_there(
    state: State, load: Load, left: Force, task: Task, ordered: Ordered
) -> Force | Refusal:
    """The units that a task means, among those still with the force."""
    act, number, of, unit, square = task
    if square not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=square)
    if act == LAND and load.means == "land":
        return no("refusal.no_fleet_lands", "18.5", square=square)
    can = land_units(left) if act == LAND else left
    if act == DROP and square == ordered.last:
        return no("refusal.dropped_at_end", "14.13", square=square)
    if act == LAND and not state.data.board.squares[square].has_land:
        return no("refusal.no_land_there", "18.53", square=square)
    if unit:
        return resolve(state.data, can, ((number, of, unit),))
    whose = {power: stack for power, stack in can.items() if of in ("", power)}
    if number in (EVERY, size(whose)) and whose:
        return whose
    kinds = list(each(whose))
    if len(kinds) != 1 or int(number) > kinds[0][2]:
        return no("refusal.which_are_left", "18.53", square=square)
    return {kinds[0][0]: {kinds[0][1]: int(number)}}


def _off_port(state: State, start: Square, load: Load, stops: Sequence[Stop]) -> int:
    """18.51, R30: two points for each stop off port, however many units embark or land there."""
    squares = [start] if load.embarking else []
    squares += [stop.square for stop in stops if stop.landed]
    return sum(0 if state.is_port(square) else state.data.board.off_port for square in squares)
