"""Training (17.1), legions (23.1) and disbanding (11.5)."""

from functools import partial

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.control.displacing import drown_adrift
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    ForceDomain,
    Likely,
    Said,
    each,
    meant,
    resolve,
    size,
)
from engine.seven_years_world_war.markers.leaders import choose, take, use_up
from engine.seven_years_world_war.markers.pool import returnable
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE, lose_units, pay, replace_units
from engine.seven_years_world_war.tables.names import Force, Marker, Power, Square, is_fleet
from engine.seven_years_world_war.treasury import events
from engine.seven_years_world_war.treasury.recruiting import (
    costs,
    price,
    squares_of,
    why_not_friends,
    why_not_pay,
)

VETERAN_ARMY = "veteran_army"


def why_not_held(state: State, seat: Seat, square: Square) -> Refusal | None:
    """Refuse a square in which a seat has no units."""
    if state.occupant(square) != seat:
        return no("refusal.no_friends_there", "5.0", square=square)
    return None


# Training


def _recruits(state: State, seat: Seat, square: Square) -> Force:
    """17.5: the units of a seat in a square that have a veteran side to turn to."""
    units = state.data.charts.units
    there = state.of_seat(seat, square).items()
    found = {p: {u: n for u, n in stack.items() if units[u].veteran} for p, stack in there}
    return {power: stack for power, stack in found.items() if stack}


def _trained(state: State, seat: Seat, whom: Power, square: Square, said: Said) -> Force | Refusal:
    can = _recruits(state, seat, square)
    if not can:
        return no("refusal.nothing_to_train", "17.5", square=square)
    rows = state.data.charts.units
    for _, _, word in said:
        if not any(rows[unit].veteran for unit in meant(word)):
            return no("refusal.only_recruits_trained", "17.5")
    return resolve(state.data, can, said, whom=whom, recruits=True)


def why_not_train(
    state: State,
    seat: Seat,
    whom: Power = WHOEVER,
    square: Square = "",
    said: Said | None = None,
    leader: Marker = "",
) -> Refusal | None:
    """17.1, 17.11, 20.43: say why not: recruits of one square, as many as the leader's value, by a
    general on land or an admiral at sea, of the nationality of one of them."""
    if not square:
        return why_not_pay(state, seat, price(state, "training"))
    if refusal := why_not_held(state, seat, square):
        return refusal
    if said is None:
        return None
    force = _trained(state, seat, whom, square, said)
    if isinstance(force, Refusal):
        return force
    if refusal := why_not_pay(state, seat, size(force) * price(state, "training")):
        return refusal
    return _why_not_teach(state, seat, leader, force) if leader else None


def _why_not_teach(state: State, seat: Seat, leader: Marker, force: Force) -> Refusal | None:
    row = state.data.charts.markers[leader]
    if not row.leads:
        return no("refusal.no_leader", "17.1", marker=leader)
    if row.group == "general" and any(is_fleet(unit) for _, unit, _ in each(force)):
        return no("refusal.general_trains_land", "17.11", leader=leader)
    if row.group == "admiral" and not all(is_fleet(unit) for _, unit, _ in each(force)):
        return no("refusal.admiral_trains_fleets", "17.11", leader=leader)
    if size(force) > row.value:
        return no("refusal.leader_value", "17.1", leader=leader, value=row.value, units=size(force))
    found = choose(state, seat, force, leader)
    return found if isinstance(found, Refusal) else None


def _cost(
    state: State, seat: Seat, whom: Power, square: Square, said: Said, _leader: Marker
) -> int:
    force = _trained(state, seat, whom, square, said)
    return 0 if isinstance(force, Refusal) else size(force) * price(state, "training")


async def train(
    table: Table, seat: Seat, whom: Power, square: Square, said: Said, leader: Marker
) -> None:
    """17.1: pay for the recruits, turn them over, then turn the leader."""
    state = table.state
    force = _trained(state, seat, whom, square, said)
    assert not isinstance(force, Refusal)
    led = choose(state, seat, force, leader)
    assert not isinstance(led, Refusal)
    take(table, seat, led)
    pay(table, seat, size(force) * price(state, "training"), "training")
    table.tell(events.TrainingHeld(seat, square, leader, led.box))
    for power, unit, number in each(force):
        better = state.data.charts.units[unit].veteran
        replace_units(table, power, square, unit, better, number, "trained")
    use_up(state, led)


def _schools(state: State, seat: Seat) -> tuple[Domain, ...]:
    def units(_whom: Power, square: Square) -> ForceDomain:
        return ForceDomain(_recruits(state, seat, square))

    squares = squares_of(state, seat, partial(_recruits, state, seat))
    return WHOM, squares, units, leaders_of(state, seat)


def leaders_of(state: State, seat: Seat) -> Likely:
    """Return the domain of the leaders that a seat has, in its hand and in its boxes."""
    rows = state.data.charts.markers
    return Likely(
        lambda: dict.fromkeys(marker for marker in returnable(state, seat) if rows[marker].leads),
        rows,
    )


# Legions


def why_not_legion(
    state: State,
    seat: Seat,
    whom: Power = WHOEVER,
    square: Square = "",
    leader: Marker = "",
) -> Refusal | None:
    """23.1, R23: refuse without a veteran army in an unpillaged civilized square of its power, and
    without a general."""
    if not state.has("legions"):
        return no("refusal.no_legions", "23.0")
    if not square:
        return why_not_pay(state, seat, price(state, "legion"))
    if refusal := why_not_friends(state, seat, square):
        return refusal
    power = _veterans_of(state, seat, whom, square)
    if isinstance(power, Refusal):
        return power
    row = state.data.board.squares[square]
    if not row.civilized or row.owner != power:
        return no("refusal.not_of_power", "11.3(6)", square=square, power=power, unit="legion")
    if state.stock_left(power, "legion") <= 0:
        return no("refusal.no_counters", "11.4", unit="legion", power=power)
    if not leader:
        return None
    if state.data.charts.markers[leader].group != "general":
        return no("refusal.needs_general", "23.1", marker=leader)
    found = choose(state, seat, {power: {VETERAN_ARMY: 1}}, leader)
    return found if isinstance(found, Refusal) else None


def _veterans_of(state: State, seat: Seat, whom: Power, square: Square) -> Power | Refusal:
    """The power whose veteran army is meant."""
    there = state.of_seat(seat, square)
    can = {power: {VETERAN_ARMY: 1} for power, stack in there.items() if VETERAN_ARMY in stack}
    if not can:
        return no("refusal.no_veteran_army", "23.1(1)", square=square)
    found = resolve(state.data, can, ((1, "", VETERAN_ARMY),), whom=whom)
    return found if isinstance(found, Refusal) else next(iter(found))


async def raise_legion(
    table: Table, seat: Seat, whom: Power, square: Square, leader: Marker
) -> None:
    """23.1: try to raise a legion: points and leader are spent, whatever the die shows."""
    state = table.state
    power = _veterans_of(state, seat, whom, square)
    assert not isinstance(power, Refusal)
    led = choose(state, seat, {power: {VETERAN_ARMY: 1}}, leader)
    assert not isinstance(led, Refusal)
    take(table, seat, led)
    pay(table, seat, price(state, "legion"), "legion")
    use_up(state, led)
    die = table.draw(f"legion, {square}", DIE)
    value = state.data.charts.markers[leader].value
    table.tell(events.LegionRolled(seat, power, square, leader, die, value, die <= value))
    if die <= value:
        replace_units(table, power, square, VETERAN_ARMY, "legion", 1, "legion")


def _camps(state: State, seat: Seat) -> tuple[Domain, ...]:
    def armed(square: Square) -> bool:
        return any(VETERAN_ARMY in stack for stack in state.of_seat(seat, square).values())

    return WHOM, squares_of(state, seat, armed), leaders_of(state, seat)


# Disbanding


def why_not_disband(
    state: State,
    seat: Seat,
    whom: Power = WHOEVER,
    square: Square = "",
    said: Said | None = None,
) -> Refusal | None:
    """11.5: refuse units that are not there or not one's own."""
    if square and (refusal := why_not_held(state, seat, square)):
        return refusal
    if said is None:
        return None
    found = resolve(state.data, state.of_seat(seat, square), said, whom=whom)
    return found if isinstance(found, Refusal) else None


async def disband(table: Table, seat: Seat, whom: Power, square: Square, said: Said) -> None:
    """11.5: remove units from the map, among like units those ashore first. Units at sea aboard a
    disbanded fleet are lost (18.64) if no other fleet has room for them (R64)."""
    state = table.state
    force = resolve(state.data, state.of_seat(seat, square), said, whom=whom)
    assert not isinstance(force, Refusal)
    for power, stack in force.items():
        lose_units(table, power, square, dict(stack), "disbanded")
    drown_adrift(table, square)


def _stations(state: State, seat: Seat) -> tuple[Domain, ...]:
    def units(_whom: Power, square: Square) -> ForceDomain:
        return ForceDomain(state.of_seat(seat, square))

    return WHOM, squares_of(state, seat), units


ORDERS = (
    Order("legion", "recruiting", why_not_legion, _camps, raise_legion, costs("legion")),
    Order("train", "training", why_not_train, _schools, train, _cost),
    Order("disband", "disbanding", why_not_disband, _stations, disband),
)
