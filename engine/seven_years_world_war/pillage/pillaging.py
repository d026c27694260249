"""Pillage (26): by a player's own force, and by one of a minor power (4.74)."""

from functools import partial

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.combat.losses import choose_losses
from engine.seven_years_world_war.control.displacing import drown_adrift
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    ForceDomain,
    Likely,
    Said,
    each,
    only,
    resolve,
)
from engine.seven_years_world_war.markers.minors import minor_units, trim_minors
from engine.seven_years_world_war.markers.pool import of_group
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE, gain_points, lose_units
from engine.seven_years_world_war.tables.names import (
    Force,
    Power,
    Square,
    land_of_rebels,
)
from engine.seven_years_world_war.treasury import events

ALLIANCE = "alliance"


def why_not_square(state: State, seat: Seat, square: Square) -> Refusal | None:
    """26.12, 26.2: refuse a square tried this turn, at sea, pillaged already, or in a power of
    one's own."""
    if square in state.tried:
        return no("refusal.tried_already", "26.12", square=square)
    if square in state.pillaged:
        return no("refusal.pillaged", "26.2", square=square)
    if not state.data.board.squares[square].has_land:
        return no("refusal.all_sea", "26.2", square=square)
    owner = state.data.owner(square)
    if owner and state.controller(owner) == seat:
        return no("refusal.own_land", "26.2", square=square, power=owner)
    return None


def _able(state: State, force: Force) -> Force:
    """R36: the units that can pillage are those that can attack."""
    return only(force, state.data.charts.attacking)


def strength(state: State, force: Force) -> int:
    """26.11: return the strength of the units alone, without terrain and leaders."""
    units = state.data.charts.units
    return sum(units[unit].strength * number for _, unit, number in each(force))


# A player's own force


def why_not_pillage(
    state: State,
    seat: Seat,
    whom: Power = WHOEVER,
    square: Square = "",
    said: Said | None = None,
) -> Refusal | None:
    """26.1 to 26.2, 18.2: say why the player's units in the square cannot pillage it."""
    if not state.has("pillage"):
        return no("refusal.no_pillage", "26.0")
    if not square:
        return None
    if state.occupant(square) != seat:
        return no("refusal.no_friends_there", "26.1", square=square)
    if refusal := why_not_square(state, seat, square):
        return refusal
    if not (can := _able(state, state.of_seat(seat, square))):
        return no("refusal.none_can_pillage", "2.312", square=square)
    if said is None:
        return None
    found = resolve(state.data, can, said, whom=whom)
    return found if isinstance(found, Refusal) else None


async def pillage(table: Table, seat: Seat, whom: Power, square: Square, said: Said) -> None:
    """26.1: pillage with all units that can, or with those named."""
    state = table.state
    can = _able(state, state.of_seat(seat, square))
    force = resolve(state.data, can, said, whom=whom)
    assert not isinstance(force, Refusal)
    await _attempt(table, seat, square, force, next(iter(force)))


async def _attempt(table: Table, seat: Seat, square: Square, force: Force, power: Power) -> None:
    """29.5: the die, the losses, the loot and the marker; minor powers get no loot (4.74)."""
    state = table.state
    state.tried = sorted([*state.tried, square])
    strong = strength(state, force)
    die = table.draw(f"pillage, {square}", DIE)
    row = state.data.charts.pillage_result(die, strong)
    loot = row.loot * state.value(square) if state.is_major(power) else 0
    destroyed = row.pillaged and square in state.enlightenment
    table.tell(
        events.Pillaged(seat, power, square, strong, die, row.key, row.pillaged, loot, destroyed)
    )
    if row.lost:
        lost = await choose_losses(table, seat, square, force, row.lost)
        for whose, stack in lost.items():
            lose_units(table, whose, square, stack, "pillage")
        drown_adrift(table, square)
    gain_points(table, seat, loot, "loot")
    if row.pillaged:
        _ravage(table, square)


def _ravage(table: Table, square: Square) -> None:
    """10.13, 19.5, 26.5, 27.6: place the marker; enlightenment goes, and minor units find no
    food."""
    state = table.state
    state.pillaged = sorted([*state.pillaged, square])
    if square in state.enlightenment:
        state.enlightenment.remove(square)
    trim_minors(table, square)


def _forces(state: State, seat: Seat) -> tuple[Domain, ...]:
    def units(_whom: Power, square: Square) -> ForceDomain:
        return ForceDomain(_able(state, state.of_seat(seat, square)))

    return WHOM, Likely(partial(state.occupied, seat), state.data.board.number), units


# A force of a minor power


def why_not_by_minors(state: State, seat: Seat, square: Square = "") -> Refusal | None:
    """4.74: refuse without the marker, and refuse minor power units in their home country."""
    if not state.has("pillage"):
        return no("refusal.no_pillage", "26.0")
    if not of_group(state, seat, ALLIANCE):
        return no("refusal.no_alliance_marker", "4.7")
    if not square:
        return None
    force = _able(state, minor_units(state, square))
    if not force:
        return no("refusal.no_minor_force", "4.74", square=square)
    country = next(iter(force))
    if state.data.owner(square) == (land_of_rebels(country) or country):
        return no("refusal.home_country", "4.74", square=square, country=country)
    return why_not_square(state, seat, square)


async def alliance_pillage(table: Table, seat: Seat, square: Square) -> None:
    """4.74, 4.75: return the marker to the pool, then pillage as usual."""
    state = table.state
    if await play(table, seat, of_group(state, seat, ALLIANCE)[0]):
        force = _able(state, minor_units(state, square))
        await _attempt(table, seat, square, force, next(iter(force)))


def _minor_at(state: State, _seat: Seat) -> tuple[Domain, ...]:
    held = (square for square in list(state.units) if minor_units(state, square))
    return (Likely(held, state.data.board.number),)


ORDERS = (
    Order("pillage", "pillage", why_not_pillage, _forces, pillage),
    Order("alliance_pillage", "pillage", why_not_by_minors, _minor_at, alliance_pillage),
)
