"""The orders of the movement phase: moves, forced marches, landings, moves of minor powers."""

from collections.abc import Callable, Container, Sequence
from functools import partial
from typing import Any

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.control.changing import belligerent, invades
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    ForceDomain,
    Likely,
    Said,
    fleets_in,
    only,
    resolve,
    size,
)
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.movement import events
from engine.seven_years_world_war.movement.alliance import (
    alliance_domains,
    alliance_move,
    why_not_alliance_move,
)
from engine.seven_years_world_war.movement.carrying_out_a_move import leave_fleets, travel
from engine.seven_years_world_war.movement.forces_of_an_order import Planned, planned
from engine.seven_years_world_war.movement.ground import ground_for
from engine.seven_years_world_war.movement.loading import (
    aboard_of,
    allowance,
    fresh,
    fresh_aboard,
    marchable,
    why_none,
)
from engine.seven_years_world_war.movement.meaning_of_a_move import (
    DROP,
    LAND,
    Ordered,
    Task,
    journey,
    load_of,
)
from engine.seven_years_world_war.movement.path_search import reached
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import mark
from engine.seven_years_world_war.tables.names import FLEETS, Force, Marker, Power, Square, Stack

MARCH: Marker = "forced_march"
LAND_ALL: Task = (LAND, "every", "", "", "")


# Move, forced march


def why_not_move(state: State, seat: Seat, *said: Any, forced: bool = False) -> Refusal | None:
    """14, 18.5; with `forced` 16.1: say why not, given the arguments so far, in the order of the
    domains."""
    if forced and MARCH not in state.hands[seat]:
        return no("refusal.no_marker", "16.1", marker=MARCH)
    if len(said) < 2:
        return None
    if said[1] not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=said[1])
    if not (marchable if forced else fresh)(state, seat, said[1]):
        return why_none(state, seat, said[1])
    if len(said) not in (4, 8):
        return None
    found = planned(state, seat, ordered(said, forced=forced))
    return found if isinstance(found, Refusal) else None


def ordered(said: Sequence[Any], *, forced: bool = False) -> Ordered:
    """Return an order with these arguments."""
    whom, start, units, end, *rest = said
    return Ordered(whom, start, units, end, *rest)._replace(forced=forced)


async def move(table: Table, seat: Seat, *said: Any) -> None:
    """14: move a force; then move the other force that an order for `all` means, if it still can
    (R57)."""
    first, *later = _meant(table.state, seat, ordered(said))
    await travel(table, seat, first.made, "move")
    for each in later:
        made = journey(table.state, seat, each.order)
        if not isinstance(made, Refusal):
            await travel(table, seat, made, "move")


async def force_march(table: Table, seat: Seat, *said: Any) -> None:
    """16.1: move a force again, unless the marker is cancelled (R13)."""
    (force,) = _meant(table.state, seat, ordered(said, forced=True))
    if await play(table, seat, MARCH):
        await travel(table, seat, force.made, "forced")


def _meant(state: State, seat: Seat, said: Ordered) -> tuple[Planned, ...]:
    found = planned(state, seat, said)
    assert not isinstance(found, Refusal)
    return found


def move_domains(state: State, seat: Seat, *, forced: bool) -> tuple[Domain, ...]:
    """Return the domains: whose units, from where, which, where to, by which squares, tasks there,
    where they go on to, tasks there."""
    squares = state.data.board.squares
    can = partial(marchable if forced else fresh, state, seat)

    def starts(_whom: Power) -> Likely:
        return Likely(lambda: filter(can, state.occupied(seat)), squares)

    def units(_whom: Power, start: Square) -> ForceDomain:
        return ForceDomain(can(start) if start in squares else {})

    def ends(*said: Any) -> Likely:
        return Likely(partial(_ends, state, seat, *said, forced=forced), squares)

    return WHOM, starts, units, ends, PATHS, _tasks_for(state), ONTO, TASKS


def _ends(
    state: State, seat: Seat, whom: Power, start: Square, said: Said, *, forced: bool
) -> list[Square]:
    """Where a force can go that does nothing on the way, the likeliest first."""
    order = Ordered(whom, start, said, start, forced=forced)
    load = load_of(state, seat, order)
    if isinstance(load, Refusal):
        return []
    off_port = bool(load.embarking) and not state.is_port(start)
    points = allowance(state, load.force) - off_port * state.data.board.off_port
    found = reached(state.data.board, ground_for(state, seat, load.means), start, points)
    held = frozenset(state.occupied(seat))
    return sorted(found, key=lambda end: _likelihood(state, held, end))


def _likelihood(state: State, held: Container[Square], end: Square) -> tuple[int, int]:
    """Squares of value that the seat does not hold come first, then those it holds, then others."""
    value = state.value(end)
    rank = 1 if end in held else 0 if value else 2
    return rank, -value


class Shaped(Likely):
    """A domain of lists: walkers get some of them, the judge takes everything of that shape."""

    __slots__ = ("_fits",)

    def __init__(self, values: Sequence[Any], fits: Callable[[Any], bool]) -> None:
        super().__init__(values)
        self._fits = fits

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and all(map(self._fits, value))


def _is_task(task: Any) -> bool:
    if not isinstance(task, tuple) or len(task) != 5 or task[0] not in (LAND, DROP):
        return False
    return all(isinstance(part, str) for part in (task[0], *task[2:]))


PATHS = Shaped([()], lambda square: isinstance(square, str))
TASKS = Shaped([()], _is_task)
ONTO = Likely([""])


def _tasks_for(state: State) -> Callable[..., Shaped]:
    def tasks(_whom: Power, _start: Square, _said: Said, end: Square, _via: Any) -> Shaped:
        row = state.data.board.squares.get(end)
        return Shaped([(), (LAND_ALL,)] if row and row.surface == "coast" else [()], _is_task)

    return tasks


# Landing without a move


def why_not_land(
    state: State, seat: Seat, whom: Power = WHOEVER, square: Square = "", said: Said | None = None
) -> Refusal | None:
    """18.53: refuse unless units are aboard fleets there that have not moved, and there is land."""
    if not square:
        return None
    if square not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=square)
    found = landing(state, seat, whom, square, said or ())
    return found if isinstance(found, Refusal) else None


def landing(state: State, seat: Seat, whom: Power, square: Square, said: Said) -> Force | Refusal:
    """Return the units that an order to land means."""
    if not state.data.board.squares[square].has_land:
        return no("refusal.no_land_there", "18.53", square=square)
    aboard = fresh_aboard(state, seat, square)
    if not aboard:
        brought = aboard_of(state, seat, square)
        why = "refusal.fleets_have_moved" if brought else "refusal.nobody_aboard"
        return no(why, "18.53", square=square)
    landed = resolve(state.data, aboard, said, whom=whom)
    if isinstance(landed, Refusal):
        return landed
    if size(landed) > fleets_in(fresh(state, seat, square)):
        return no("refusal.fleets_have_moved", "18.53", square=square)
    return landed


async def land(table: Table, seat: Seat, whom: Power, square: Square, said: Said) -> None:
    """18.53: land units; that is the move of the fleets that carry them."""
    state = table.state
    landed = landing(state, seat, whom, square, said)
    assert not isinstance(landed, Refusal)
    for power, stack in carriers(fresh(state, seat, square), size(landed)).items():
        mark(state.moved, square, power, stack)
    leave_fleets(state, square, landed)
    table.tell(events.UnitsLanded(seat, square, landed))
    if power := invades(state, square, landed, ends=True):
        await belligerent(table, power, seat)


def carriers(force: Force, number: int) -> Force:
    """Return this many fleets of a force, recruits first."""
    found: Force = {}
    for unit in FLEETS:
        for power, stack in only(force, [unit]).items():
            taken = min(stack[unit], number)
            number -= taken
            if taken:
                there: Stack = found.setdefault(power, {})
                there[unit] = taken
    return found


def land_domains(state: State, seat: Seat) -> tuple[Domain, ...]:
    """Return the domains: whose units, where, which."""
    squares = state.data.board.squares

    def places(_whom: Power) -> Likely:
        return Likely(partial(_with_cargo, state, seat), squares)

    def units(_whom: Power, square: Square) -> ForceDomain:
        return ForceDomain(fresh_aboard(state, seat, square) if square in squares else {})

    return WHOM, places, units


def _with_cargo(state: State, seat: Seat) -> list[Square]:
    there = [square for square in state.embarked if fresh_aboard(state, seat, square)]
    return sorted(there, key=state.data.board.number.__getitem__)


ORDERS: tuple[Order, ...] = (
    Order("move", "movement", why_not_move, partial(move_domains, forced=False), move),
    Order(
        "force_march",
        "movement",
        partial(why_not_move, forced=True),
        partial(move_domains, forced=True),
        force_march,
    ),
    Order("land", "movement", why_not_land, land_domains, land),
    Order("alliance_move", "movement", why_not_alliance_move, alliance_domains, alliance_move),
)
