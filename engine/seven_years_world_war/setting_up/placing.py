"""28.6: where the forces of each power stand at the start."""

from collections.abc import Iterator
from functools import partial

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no, set_up_over
from engine.seven_years_world_war.forces import TOO_FEW, ForceDomain, Likely, Said, counted, resolve
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import place_units
from engine.seven_years_world_war.tables.names import Power, Square, Stack, Unit, sort_of
from engine.seven_years_world_war.tables.setups import Pieces

HANOVER = ("britain", "prussia")
"""28.6: the power whose armies may start with the other."""


def setter(state: State, power: Power) -> Seat:
    """28.6, R54: return who sets a power up: its player, or else the leader of France or Great
    Britain, or else the first or the last in order of initiative."""
    duty = state.data.setups.row_of[power].duty
    order = state.turn_order()
    last_resort = order[-1] if duty == "britain" else order[0]
    return state.controller(power) or state.controller(duty) or last_resort


def left(state: State, power: Power) -> Stack:
    """Return the units that have still to be placed."""
    there = state.units_of(power).values()
    return {
        unit: number
        for pieces in state.data.setups.row_of[power].pieces
        for unit, all_of in pieces.units.items()
        if (number := all_of - sum(stack.get(unit, 0) for stack in there)) > 0
    }


# Where


def why_not_there(state: State, power: Power, unit: Unit, square: Square) -> Refusal | None:
    """28.6: refuse a square outside the power or unlike its row: a port, a civilized square, one
    unit each."""
    pieces = _pieces_of(state, power, unit)
    row = state.data.board.squares[square]
    if not _may_lie(state, power, unit, square):
        return no("refusal.set_up_elsewhere", "28.6", power=power, square=square)
    if pieces.on == "port" and not row.port:
        return no("refusal.set_up_in_port", "28.6", square=square)
    if pieces.on == "civilized" and not row.civilized:
        return no("refusal.set_up_civilized", "28.6", square=square)
    if square in pieces.barred or not row.has_land:
        return no("refusal.set_up_barred", "28.6", unit=unit, square=square)
    return _why_no_room(state, power, unit, square, 1)


def _why_no_room(
    state: State, power: Power, unit: Unit, square: Square, coming: int
) -> Refusal | None:
    """28.6: no room beyond the number of such units for a square, recruits and veterans together;
    abroad one."""
    pieces = _pieces_of(state, power, unit)
    most = pieces.each if state.data.owner(square) == power else 1
    if most and _alike(state, power, pieces, square) + coming > most:
        return no("refusal.set_up_full", "28.6", unit=unit, square=square, most=most)
    return None


def _may_lie(state: State, power: Power, unit: Unit, square: Square) -> bool:
    owner = state.data.owner(square)
    if owner == power:
        return True
    if not state.has("hanover") or (power, owner) != HANOVER or sort_of(unit) != "army":
        return False
    leaders = {state.controller(each) for each in HANOVER}
    return len(leaders) == 1 and "" not in leaders


def _pieces_of(state: State, power: Power, unit: Unit) -> Pieces:
    rows = state.data.setups.row_of[power].pieces
    return next(pieces for pieces in rows if unit in pieces.units)


def _alike(state: State, power: Power, pieces: Pieces, square: Square) -> int:
    """The number of such units there; a fortified zone takes the place of a base."""
    there = state.at(square).get(power, {})
    zones = there.get("fortified_zone", 0) if "base" in pieces.units else 0
    return zones + sum(there.get(unit, 0) for unit in pieces.units)


def squares_for(state: State, power: Power, unit: Unit) -> Iterator[Square]:
    """Yield the squares where a unit may stand, the highest value first, then by id."""
    board = state.data.board
    country = [*state.data.country(power)]
    if power == HANOVER[0]:
        country += state.data.country(HANOVER[1])
    country.sort(key=lambda square: (-board.squares[square].value, board.number[square]))
    return (sq for sq in country if why_not_there(state, power, unit, sq) is None)


# The question


def why_not_place(
    state: State, power: Power, said: Said | None = None, square: Square = ""
) -> Refusal | None:
    """28.6: say why these units cannot be placed there."""
    if said is None:
        return None
    there = left(state, power)
    force = resolve(state.data, {power: there}, said, recruits=True)
    if isinstance(force, Refusal):
        if force.message.id != TOO_FEW:
            return force
        return no("refusal.left_to_place", "28.6", power=power, left=counted(state.data, there))
    if not square:
        return None
    if square not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=square)
    for unit in force[power]:
        alike = _pieces_of(state, power, unit).units
        coming = sum(n for other, n in force[power].items() if other in alike)
        refusal = why_not_there(state, power, unit, square)
        if refusal or (refusal := _why_no_room(state, power, unit, square, coming)):
            return refusal
    return None


@kind(role="action", ends="done", gone_by=set_up_over)
def set_up(table: Table, _seat: Seat, power: Power) -> Decision:
    """Ask where a power's forces stand, or what is left of them."""
    state = table.state
    rest = left(state, power)
    likely = [square for unit in rest for square in squares_for(state, power, unit)]
    domains = (
        ForceDomain({power: rest}),
        Likely(dict.fromkeys(likely), state.data.board.squares),
    )
    menu = Menu(Verb("place", partial(why_not_place, state, power), domains), Verb("done"))
    facts = {"power": power, "left": rest, "places": _places(state, power, rest)}
    return Decision(menu, ("done",), facts)


def _places(state: State, power: Power, rest: Stack) -> list[tuple[Stack, list[str]]]:
    """The units to be placed, grouped by the squares where they may stand, each group with these
    squares as players find them on the map: C14 England 5."""
    found: dict[tuple[Square, ...], Stack] = {}
    for unit, number in rest.items():
        found.setdefault(tuple(squares_for(state, power, unit)), {})[unit] = number
    board = state.data.board.squares
    return [
        (stack, [f"{s} {board[s].name} {board[s].value or ''}".strip() for s in squares])
        for squares, stack in found.items()
    ]


async def set_up_power(table: Table, power: Power) -> None:
    """28.6: place what has only one place, then ask its player; `done` places the rest."""
    state = table.state
    for square, stack in state.data.setups.row_of[power].fixed.items():
        place_units(table, power, square, stack, "set_up")
    seat = setter(state, power)
    while left(state, power):
        verb, *args = await table.ask(set_up, seat, power)
        if verb == "done":
            place_rest(table, power)
            return
        said, square = args
        force = resolve(state.data, {power: left(state, power)}, said, recruits=True)
        assert not isinstance(force, Refusal)
        place_units(table, power, square, force[power], "set_up")


def place_rest(table: Table, power: Power) -> None:
    """28.6: place each remaining unit in the first square that it may stand in."""
    state = table.state
    for unit, number in left(state, power).items():
        for _ in range(number):
            square = next(squares_for(state, power, unit))
            place_units(table, power, square, {unit: 1}, "set_up")
