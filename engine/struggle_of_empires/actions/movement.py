"""Move 2 Military Units; where armies, navies and forts can go."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from engine.core.decision import Choice, Decision, Menu, Parts, Refusal, Verb, kind, no
from engine.orders.patterns.forms import ALL, UNSAID
from engine.struggle_of_empires.actions.sea import travel
from engine.struggle_of_empires.data import Data
from engine.struggle_of_empires.schema import ARMY, FORT, HOME, NAVY, UNITS, Place, Power, Unit
from engine.struggle_of_empires.state import State, Table

MOVE = "Move 2 Military Units"


def why_not_reach(state: State, seat: Power, unit: Unit, destination: Place) -> Refusal | None:
    """Deluxe, Navy Movement, Army Movement, Blockade: whether a unit can go to a place at all."""
    if unit == NAVY:
        if destination in state.data.ports or destination == HOME:
            return None
        return no("refusal.no_navy_can_go", "Navy Movement", place=destination)
    if destination not in state.data.colonies:
        return _why_not_enter(state, seat, unit, destination)
    if not state.count(seat, destination, NAVY):
        return no("refusal.navy_needed", "Army Movement", unit=unit, place=destination)
    return _why_not_pass_blockade(state, seat, destination)


def _why_not_enter(state: State, seat: Power, unit: Unit, region: Place) -> Refusal | None:
    """Original, Army Movement; Deluxe, Adjacency and Army Movement: the way into a region of
    Europe: through one's own marker there or next to it, from home, or with the help of a navy."""
    if state.rules.army_movement == "free" or region == HOME:
        return None
    tables = state.data.tables
    neighbours = tables.regions[region].adjacent
    near = any(state.markers(seat, place) for place in (region, *neighbours))
    if near or region in tables.powers[seat].adjacent or state.navies_serving(seat, region):
        return None
    return no(
        "refusal.cannot_reach", "Army Movement", unit=unit, place=region, sea=state.data.sea[region]
    )


def _why_not_pass_blockade(state: State, seat: Power, region: Place) -> Refusal | None:
    owner = state.blockades.get(region)
    if owner is None or owner == seat or state.allied(owner, seat):
        return None
    navies = state.count(owner, region, NAVY)
    if state.count(seat, region, NAVY) > navies:
        return None
    return no("refusal.blockaded", "Blockade", power=owner, region=region, navies=navies)


def movable(state: State, seat: Power, unit: Unit, origin: Place) -> int:
    """Count units in a place that have not moved in this action nor failed their sea die."""
    locked = state.locked.get(origin)
    return state.count(seat, origin, unit) - (locked.get(unit, 0) if locked else 0)


def why_not_move(
    state: State, seat: Power, unit: Unit = "", origin: Place = "", destination: Place = ""
) -> Refusal | None:
    """Deluxe, Move 2 Military Units: one unit from place to place."""
    if not origin:
        return None
    if refusal := _why_not_leave(state, seat, unit, origin):
        return refusal
    if not destination:
        return None
    if destination == origin:
        return no("refusal.is_there", MOVE, unit=unit, place=origin)
    return why_not_reach(state, seat, unit, destination)


def _why_not_leave(state: State, seat: Power, unit: Unit, origin: Place) -> Refusal | None:
    there = state.count(seat, origin, unit)
    if not there:
        return no("refusal.no_unit_there", MOVE, unit=unit, place=origin)
    if unit == FORT and origin != HOME:
        return no("refusal.fort_stays", MOVE, place=origin)
    if not movable(state, seat, unit, origin):
        return no("refusal.moved_already", MOVE, unit=unit, place=origin)
    return None


def any_movable(state: State, seat: Power) -> bool:
    """Tell whether another unit can be moved: armies and navies always find a place to go."""
    for origin in state.units[seat]:
        for unit in state.force(seat, origin):
            if (unit != FORT or origin == HOME) and movable(state, seat, unit, origin):
                return True
    return False


async def move(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> None:
    """Deluxe, Move 2 Military Units: two different units, and one more for each Logistics."""
    state = table.state
    state.locked = {}
    state.moves_left = units_a_move(table, seat) - 1
    await _move_one(table, seat, unit, origin, destination)
    while state.moves_left and any_movable(state, seat):
        choice = await table.ask(further_move, seat)
        if choice[0] == "done":
            break
        state.moves_left -= 1
        await _move_one(table, seat, *choice[1:])
    state.locked, state.moves_left = {}, 0


async def _move_one(
    table: Table, seat: Power, unit: Unit, origin: Place, destination: Place
) -> None:
    """Move a unit and note that it cannot move again in this action."""
    outcome = await travel(table, seat, unit, origin, destination)
    if outcome != "lost":
        at = destination if outcome == "arrived" else origin
        locked = table.state.locked.setdefault(at, {})
        locked[unit] = locked.get(unit, 0) + 1


def moves(data: Data) -> tuple[Sequence[str], ...]:
    """Return the domains of a move: unit, origin, destination."""
    return UNITS, data.places, data.places


def units_a_move(table: Table, seat: Power) -> int:
    """Deluxe, Move 2 Military Units; Logistics: the units that one action moves."""
    return 2 + table.state.holds(seat, "logistics")


def all_meant(table: Table, seat: Power, choice: Choice) -> Sequence[Choice] | Refusal:
    """Return the moves that an order for all units means: of one kind or every kind, from one place
    or from anywhere. Navies come first, since armies need them."""
    state = table.state
    verb, unit, origin, destination = choice
    kinds = (NAVY, ARMY, FORT) if unit == ALL else (unit,)
    origins = [place for place in state.units[seat] if origin in (UNSAID, place)]
    found = [
        (verb, each, place, destination)
        for each in kinds
        for place in origins
        if place != destination and not (each == FORT and place != HOME)
        for _ in range(movable(state, seat, each, place))
    ]
    return found or _why_none(state, seat, unit, origin, destination)


def _why_none(state: State, seat: Power, unit: Unit, origin: Place, destination: Place) -> Refusal:
    known = origin != UNSAID and unit != ALL
    if known and (refusal := why_not_move(state, seat, unit, origin, destination)):
        return refusal
    place = "" if origin == UNSAID else origin
    return no("refusal.nothing_to_move", MOVE, unit="" if unit == ALL else unit, place=place)


def _why_not_all(table: Table, seat: Power, choices: Sequence[Choice]) -> Refusal | None:
    """Deluxe, Move 2 Military Units: each unit once, so no more of a kind from a place than stood
    there before."""
    state = table.state
    leaving = Counter((unit, origin) for _, unit, origin, _ in choices)
    arriving = {(unit, destination) for _, unit, _, destination in choices}
    for (unit, origin), number in leaving.items():
        there = movable(state, seat, unit, origin)
        if origin == UNSAID or number <= there:
            continue
        slots = {"unit": unit, "place": origin}
        if there:
            return no("refusal.units_there", MOVE, **slots, there=there, number=number)
        if (unit, origin) in arriving:
            return no("refusal.moves_once", MOVE, **slots)
        return _why_not_leave(state, seat, unit, origin)
    return None


@kind(
    covered_by=("move",),
    parts=Parts(units_a_move, "unit.room", "unit.counted", all_meant),
    whole=_why_not_all,
)
def further_move(table: Table, seat: Power) -> Decision:
    """Move another unit in the same Move action."""
    state = table.state
    menu = Menu(Verb("move", partial(why_not_move, state, seat), moves(state.data)), Verb("done"))
    left = state.moves_left
    return Decision(menu, ("done",), facts={"left": left})


@kind(covered_by=("trained_native_militia",))
def native_move(table: Table, seat: Power, region: Place) -> Decision:
    """Trained Native Militia: the free move of the army just built in a colony."""
    judge = partial(_why_not_native_move, table.state, seat, region)
    menu = Menu(Verb("move", judge, moves(table.state.data)), Verb("stay"))
    return Decision(
        menu,
        ("stay",),
        facts={"region": region},
    )


def _why_not_native_move(
    state: State,
    seat: Power,
    region: Place,
    unit: Unit = ARMY,
    origin: Place = "",
    destination: Place = "",
) -> Refusal | None:
    if unit != ARMY or origin not in ("", region):
        return no("refusal.only_new_army", "Trained Native Militia", place=region)
    return why_not_move(state, seat, unit, origin, destination)


async def move_native(table: Table, seat: Power, region: Place) -> None:
    """Deluxe, Trained Native Militia: after placement the army has a free move."""
    choice = await table.ask(native_move, seat, region)
    if choice[0] == "move":
        await travel(table, seat, *choice[1:])
