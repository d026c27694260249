"""Which units in a square can move, and which are aboard: 14.12, 14.14, 18.5."""

from typing import NamedTuple

from engine.core.decision import Refusal, Seat, no
from engine.seven_years_world_war.forces import (
    DOUBTS,
    Said,
    common,
    each,
    fleets_in,
    minus,
    only,
    plus,
    resolve,
    resolve_among,
    size,
)
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.board import Means
from engine.seven_years_world_war.tables.names import FLEETS, IMMOBILE, UNITS, Force, Power, Square


class Load(NamedTuple):
    """A force about to move: all its units, those that go aboard fleets, and those of these that
    embark now."""

    force: Force
    aboard: Force
    embarking: Force

    @property
    def means(self) -> Means:
        """How the force moves: if it has fleets, all of it moves by sea."""
        return "sea" if fleets_in(self.force) else "land"


def movable(state: State, seat: Seat, start: Square) -> Force:
    """14.12: return the seat's units there that have a movement allowance."""
    return only(state.of_seat(seat, start), state.data.charts.mobile)


def fresh(state: State, seat: Seat, start: Square) -> Force:
    """14.11, R27: return those that have not moved in this phase."""
    can = movable(state, seat, start)
    return minus(can, state.moved[start]) if start in state.moved else can


def marchable(state: State, seat: Seat, start: Square) -> Force:
    """16.1, R58: return those that a forced march can move: all but those that had to retreat from
    a countermarch in this phase (16.46)."""
    return minus(movable(state, seat, start), state.retreated_in(start))


def aboard_of(state: State, seat: Seat, start: Square) -> Force:
    """Return the seat's units there that are aboard."""
    return common(state.aboard(start), state.of_seat(seat, start))


def fresh_aboard(state: State, seat: Seat, start: Square) -> Force:
    """Return those aboard that have not moved in this phase. Units that moved aboard came with a
    fleet that has moved as well."""
    aboard = aboard_of(state, seat, start)
    moved = state.moved.get(start, {})
    brought = fleets_in(common(moved, state.of_seat(seat, start)))
    for power, unit, number in each(common(aboard, moved)):
        came = min(number, brought)
        aboard, brought = minus(aboard, {power: {unit: came}}), brought - came
    return aboard


def fresh_ashore(state: State, seat: Seat, start: Square) -> Force:
    """Return the land units ashore that have not moved in this phase."""
    unmoved = land_units(fresh(state, seat, start))
    return minus(unmoved, fresh_aboard(state, seat, start))


def allowance(state: State, force: Force) -> int:
    """14.14, 18.52: return the movement allowance of a force: that of its slowest fleet, or without
    fleets of its slowest unit."""
    kinds = state.data.charts.units
    carriers = only(force, FLEETS) or force
    return min(kinds[unit].movement for _, unit, _ in each(carriers))


def loaded(state: State, seat: Seat, start: Square, force: Force) -> Load | Refusal:
    """18.5: return which units of a force are aboard its fleets, and which embark at its start.

    R64: those aboard that the order names go with the fleets. Of the rest, the weakest go too, as
    many as find no room on the fleets that stay behind.
    """
    aboard = aboard_of(state, seat, start)
    if not fleets_in(force):
        ashore = minus(land_units(movable(state, seat, start)), aboard)
        if minus(force, ashore):
            return no("refusal.still_aboard", "18.53", square=start)
        return Load(force, {}, {})
    land = land_units(force)
    carried = common(land, aboard)
    staying = fleets_in(movable(state, seat, start)) - fleets_in(force)
    taken_along = _first(minus(aboard, carried), size(aboard) - size(carried) - staying)
    cargo = plus(land, taken_along)
    if size(cargo) > fleets_in(force):
        slots = {"units": size(cargo), "fleets": fleets_in(force)}
        return no("refusal.too_many_aboard", "18.513", **slots)
    embarking = minus(land, carried)
    return Load(plus(only(force, FLEETS), cargo), cargo, embarking)


def _first(force: Force, number: int) -> Force:
    """The weakest units of a force, this many of them."""
    found: Force = {}
    for unit in UNITS:
        for power, stack in force.items():
            if (taken := min(stack.get(unit, 0), number)) > 0:
                found, number = plus(found, {power: {unit: taken}}), number - taken
    return found


def meant(
    state: State, seat: Seat, whom: Power, start: Square, said: Said, *, forced: bool
) -> Force | Refusal:
    """Return the units that an order names; in a forced march they may have moved before."""
    can = (marchable if forced else fresh)(state, seat, start)
    if not can:
        return why_none(state, seat, start)
    found = resolve_among(state.data, movable(state, seat, start), can, said, whom=whom)
    if isinstance(found, Refusal) and found.message.id not in DOUBTS:
        return _why_no_more(state, seat, whom, start, said) or found
    return found


def _why_no_more(
    state: State, seat: Seat, whom: Power, start: Square, said: Said
) -> Refusal | None:
    """14.11, 16.46: why units that are there cannot move any more; None if they are not there."""
    if not isinstance(resolve(state.data, marchable(state, seat, start), said, whom=whom), Refusal):
        return no("refusal.have_moved", "14.11")
    if not isinstance(resolve(state.data, movable(state, seat, start), said, whom=whom), Refusal):
        return no("refusal.has_retreated", "16.46", square=start)
    there = only(state.of_seat(seat, start), IMMOBILE)
    if there and any(word in IMMOBILE for _, _, word in said):
        return no("refusal.never_moves", "14.12")
    return None


def why_none(state: State, seat: Seat, start: Square) -> Refusal:
    """Say why no unit of a seat can move from a square."""
    if not state.of_seat(seat, start):
        return no("refusal.no_units_in", "14.12", square=start)
    if not movable(state, seat, start):
        return no("refusal.none_can_move", "14.12", square=start)
    if not marchable(state, seat, start):
        return no("refusal.has_retreated", "16.46", square=start)
    return no("refusal.have_moved", "14.11")
