"""Build 1 Military Unit, with Militia; units built by tiles."""

from collections.abc import Sequence
from functools import partial

from engine.core.decision import Choice, Decision, Menu, Refusal, Verb, kind, no
from engine.struggle_of_empires.actions.movement import move_native, why_not_reach
from engine.struggle_of_empires.actions.sea import travel
from engine.struggle_of_empires.free_action_tiles import why_not_ready
from engine.struggle_of_empires.schema import (
    ARMY,
    HOME,
    NAVY,
    UNITS,
    Place,
    Power,
    Region,
    Tile,
    Unit,
)
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import (
    build_unit,
    change_population,
    destroy_unit,
    flip,
)

BUILD = "Build 1 Military Unit"


def why_not_pay_population(state: State, seat: Power, points: int, rule: str) -> Refusal | None:
    """Check that there is enough population: nothing can replace it."""
    if state.population[seat] >= points:
        return None
    return no("refusal.population", rule, cost=points, population=state.population[seat])


def why_not_piece(state: State, seat: Power, unit: Unit) -> Refusal | None:
    """Deluxe, Build 1 Military Unit: there must be a piece left."""
    if state.pieces_left(seat, unit) > 0:
        return None
    return no("refusal.pieces_in_use", BUILD, number=state.rules.pieces.of(unit), unit=unit)


def why_not_build(state: State, seat: Power, unit: Unit = "", place: Place = "") -> Refusal | None:
    """Deluxe, Build 1 Military Unit: one population, a piece, and a way to the place."""
    refusal = why_not_pay_population(state, seat, 1, BUILD)
    if refusal or not unit:
        return refusal
    if refusal := why_not_piece(state, seat, unit):
        return refusal
    return why_not_reach(state, seat, unit, place) if place else None


def why_not_rebuild(
    state: State, seat: Power, unit: Unit = "", origin: Place = "", place: Place = ""
) -> Refusal | None:
    """Deluxe, Build 1 Military Unit; original, Build Unit: destroy a unit and build it again."""
    refusal = why_not_pay_population(state, seat, state.rules.rebuild_population, BUILD)
    if refusal or not origin:
        return refusal
    if not state.count(seat, origin, unit):
        return no("refusal.none_to_destroy", BUILD, unit=unit, place=origin)
    return why_not_reach(state, seat, unit, place) if place else None


async def build(table: Table, seat: Power, unit: Unit, place: Place) -> None:
    """Deluxe, Build 1 Military Unit."""
    await _build_one(table, seat, unit, place, "action")
    await _build_militia(table, seat)


async def rebuild(table: Table, seat: Power, unit: Unit, origin: Place, place: Place) -> None:
    """Deluxe, Build 1 Military Unit: build, and take an unrest counter for the unit destroyed.
    Original, Build Unit: only a point of unrest."""
    destroy_unit(table, seat, unit, origin)
    cost = table.state.rules.rebuild_population
    await _build_one(table, seat, unit, place, "rebuild", population=cost)
    await _build_militia(table, seat)


async def _build_one(
    table: Table, seat: Power, unit: Unit, place: Place, by: str, population: int = 1
) -> None:
    if population:
        change_population(table, seat, -population, "build")
    build_unit(table, seat, unit, by, HOME)
    if place != HOME:
        await travel(table, seat, unit, HOME, place)


async def _build_militia(table: Table, seat: Power) -> None:
    """Deluxe, Militia: after a normal build, one more army for each tile."""
    for _ in range(table.state.holds(seat, "militia")):
        if why_not_build(table.state, seat, ARMY):
            return
        choice = await table.ask(militia_build, seat)
        if choice[0] == "done":
            return
        await _build_one(table, seat, ARMY, choice[2], "militia")


def _why_not_all(table: Table, seat: Power, choices: Sequence[Choice]) -> Refusal | None:
    """Deluxe, Build 1 Military Unit, Militia: one unit, and one more army for each tile; each at
    its price and with a piece."""
    state = table.state
    first, *more = choices
    militia = state.holds(seat, "militia")
    if militia and any(unit != ARMY for _, unit, *_ in more):
        return no("refusal.militia_armies", "Militia")
    if len(more) > militia:
        return no("refusal.one_unit_built", BUILD, militia=militia)
    cost = len(more) + (state.rules.rebuild_population if first[0] == "rebuild" else 1)
    if refusal := why_not_pay_population(state, seat, cost, BUILD):
        return refusal
    left = state.pieces_left(seat, ARMY)
    if len(more) + (first[:2] == ("build", ARMY)) > left:
        return no("refusal.pieces_left", BUILD, number=left, unit=ARMY)
    return None


@kind(covered_by=("build", "rebuild"), whole=_why_not_all)
def militia_build(table: Table, seat: Power) -> Decision:
    """Militia: one more army at the end of a normal build."""
    state = table.state
    build_verb = Verb("build", partial(_why_not_militia, state, seat), (UNITS, state.data.places))
    return Decision(
        Menu(build_verb, Verb("done")),
        ("done",),
        facts={"population": state.population[seat]},
    )


def _why_not_militia(
    state: State, seat: Power, unit: Unit = ARMY, place: Place = ""
) -> Refusal | None:
    if unit != ARMY:
        return no("refusal.militia_armies", "Militia")
    return why_not_build(state, seat, unit, place)


# Tiles that build


BUILDERS: dict[Tile, Unit] = {"mercenaries": ARMY, "pressgangs": NAVY}


def why_not_hire(tile: Tile, state: State, seat: Power, place: Place = "") -> Refusal | None:
    """Deluxe, Mercenaries and Pressgangs: a build without population."""
    unit = BUILDERS[tile]
    refusal = why_not_ready(state, seat, tile) or why_not_piece(state, seat, unit)
    return refusal or (why_not_reach(state, seat, unit, place) if place else None)


async def hire(tile: Tile, table: Table, seat: Power, place: Place) -> None:
    """Deluxe, Mercenaries and Pressgangs: build at home, then move like any built unit."""
    flip(table, seat, tile, "" if place == HOME else place)
    build_unit(table, seat, BUILDERS[tile], tile, HOME)
    if place != HOME:
        await travel(table, seat, BUILDERS[tile], HOME, place)


NATIVES: Tile = "trained_native_militia"


def why_not_train_natives(state: State, seat: Power, region: Region = "") -> Refusal | None:
    """Deluxe, Trained Native Militia: in a colony with a marker or unit of one's own."""
    refusal = why_not_ready(state, seat, NATIVES) or why_not_piece(state, seat, ARMY)
    if refusal or not region:
        return refusal
    if region not in state.data.colonies:
        return no("refusal.no_colony", state.name(NATIVES), region=region)
    if state.markers(seat, region) or state.present(seat, region):
        return None
    return no("refusal.nothing_of_yours", state.name(NATIVES), region=region)


async def train_natives(table: Table, seat: Power, region: Region) -> None:
    """Deluxe, Trained Native Militia: no population, no navy, no sea die; then a free move."""
    flip(table, seat, NATIVES, region)
    build_unit(table, seat, ARMY, NATIVES, region)
    await move_native(table, seat, region)
