"""4.51: units that leave a power which is neutral again, and its own units that go home."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war import events
from engine.seven_years_world_war.forces import Likely, each
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import land, lose_units, shift
from engine.seven_years_world_war.tables.names import (
    MAJORS,
    UNITS,
    Power,
    Square,
    Stack,
    fleets_of,
    is_fleet,
)

BASES = ("base", "fortified_zone")
"""11.3(7), 12.4: no square holds two of these."""


async def displace_all(table: Table, power: Power, before: Seat) -> None:
    """4.51, R4: move the other powers' units first, in power order, then the neutral power's
    own."""
    state = table.state
    for other in MAJORS:
        if other != power:
            for square in state.data.country(power):
                if other in state.at(square):
                    await _clear(table, state.controller(other), other, square)
    for square in list(state.units_of(power)):
        if state.data.owner(square) != power:
            await _clear(table, before, power, square)


async def _clear(table: Table, seat: Seat, power: Power, square: Square) -> None:
    """R4: fleets with those aboard, then land units, bases one by one, and units that lost their
    ship."""
    state = table.state
    fleets = {u: n for u, n in state.at(square)[power].items() if is_fleet(u)}
    if fleets:
        aboard = _carried(state, power, square, fleets_of(fleets))
        await _go(table, seat, power, square, fleets, aboard)
    rest = dict(state.at(square).get(power, {}))
    bases = [unit for unit in BASES if rest.pop(unit, 0)]
    for stack in (rest, *({unit: 1} for unit in bases)):
        if stack:
            await _go(table, seat, power, square, stack, {})
    await save_adrift(table, square)


def _carried(state: State, power: Power, square: Square, fleets: int) -> Stack:
    """The units of the same power that are aboard, one for each fleet."""
    carried: Stack = {}
    for unit, number in state.aboard(square).get(power, {}).items():
        if taken := min(number, fleets - sum(carried.values())):
            carried[unit] = taken
    return carried


async def _go(
    table: Table, seat: Seat, power: Power, start: Square, stack: Stack, aboard: Stack
) -> None:
    state = table.state
    squares = nearest(state, seat, power, start, stack)
    whole = {**stack, **aboard}
    if not squares:
        lose_units(table, power, start, whole, "displaced", aboard=aboard)
        return
    square = squares[0]
    if len(squares) > 1 and seat:
        _, square = await table.ask(displace, seat, power, start, squares)
    shift(state, power, start, square, whole, aboard=aboard)
    table.tell(events.UnitsDisplaced(power, start, square, whole))


def nearest(state: State, seat: Seat, power: Power, start: Square, stack: Stack) -> list[Square]:
    """4.511: return the nearest civilized squares or ports of the power, or with friends; all that
    are equally near, by id. A neutral power's own units only go home."""
    board = state.data.board
    neutral = not state.controller(power)
    naval, based = any(map(is_fleet, stack)), any(unit in stack for unit in BASES)
    found: list[tuple[int, Square]] = []
    for key, row in board.squares.items():
        if not (row.civilized or row.port) or (naval and not row.has_water):
            continue
        if state.is_neutral(row.owner) and row.owner != power:
            continue
        if based and any(unit in each for each in state.at(key).values() for unit in BASES):
            continue
        friends = bool(seat) and not neutral and state.occupant(key) == seat
        if (row.owner == power or friends) and not _strangers(state, seat, power, key):
            found.append((board.distance(start, key), key))
    least = min((distance for distance, _ in found), default=0)
    return [key for distance, key in found if distance == least]


def _strangers(state: State, seat: Seat, power: Power, square: Square) -> bool:
    """4.511: whether enemy, neutral or minor units are there; a neutral power's own do not
    count."""
    neutral = not state.controller(power)
    return any(
        other != power and (neutral or state.controller(other) != seat)
        for other in state.at(square)
    )


# Units that have lost their fleet


def adrift(state: State, square: Square) -> int:
    """18.513: return how many of the units aboard have no fleet."""
    force = state.at(square).values()
    return sum(map(_number, state.aboard(square).values())) - sum(map(fleets_of, force))


def _number(stack: Stack) -> int:
    return sum(stack.values())


def _some_adrift(state: State, square: Square) -> tuple[Power, Stack]:
    """Units of one kind that have no fleet, the weakest of those aboard (R64)."""
    aboard = list(each(state.aboard(square)))
    power, unit, number = min(aboard, key=lambda kind: UNITS.index(kind[1]))
    return power, {unit: min(number, adrift(state, square))}


async def save_adrift(table: Table, square: Square) -> None:
    """R4: move units without a fleet: at sea they go alone, on a coast they are ashore."""
    state = table.state
    while adrift(state, square) > 0:
        power, stack = _some_adrift(state, square)
        if state.data.board.squares[square].has_land:
            land(state, square, power, stack)
        else:
            await _go(table, state.controller(power), power, square, stack, {})


def drown_adrift(table: Table, square: Square) -> None:
    """18.64, 19.4: lose units at sea that have no fleet left; on a coast, put them ashore."""
    state = table.state
    while adrift(state, square) > 0:
        power, stack = _some_adrift(state, square)
        if state.data.board.squares[square].has_land:
            land(state, square, power, stack)
        else:
            lose_units(table, power, square, stack, "drowned")


# The question


def why_not_withdraw(_state: State, squares: list[Square], square: Square = "") -> Refusal | None:
    """4.511: refuse any square that is not one of the nearest."""
    if square and square not in squares:
        return no("refusal.not_nearest", "4.511", square=square, squares=tuple(squares))
    return None


@kind(follows=("restore",))
def displace(
    table: Table, _seat: Seat, power: Power, start: Square, squares: list[Square]
) -> Decision:
    """Ask where displaced units go if several squares are equally near."""
    state = table.state
    domain = Likely(squares, state.data.board.squares)
    menu = Menu(Verb("withdraw", why_not_withdraw, (domain,)), of=(state, squares))
    facts = {"power": power, "from": start, "squares": squares}
    default = ("withdraw", squares[0])
    return Decision(menu, default, facts, state.patience)
