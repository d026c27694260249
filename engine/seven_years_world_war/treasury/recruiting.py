"""Reinforcements (11): units raised, bases that become fortified zones, pillage cleared."""

from collections.abc import Callable, Iterator
from functools import partial

from engine.core.decision import Domain, Refusal, Seat, no
from engine.core.messages import text
from engine.seven_years_world_war.forces import ANY_SAID, EVERY, WHOEVER, WHOM, Likely, Said, meant
from engine.seven_years_world_war.order_entries import Order
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import pay, place_units, replace_units
from engine.seven_years_world_war.tables.names import Power, Sort, Square, Stack, Unit, sort_of
from engine.seven_years_world_war.treasury import events

RAISED: tuple[Sort, ...] = ("army", "horde", "fleet", "base", "fortified_zone")
"""What can be recruited; legions are made of veteran armies (23.1)."""


# Where


def why_not_friends(state: State, seat: Seat, square: Square) -> Refusal | None:
    """11.3: refuse a square without a friendly unit, or with pillage."""
    if state.occupant(square) != seat:
        return no("refusal.no_friends_there", "11.3", square=square)
    if square in state.pillaged:
        return no("refusal.pillaged", "11.3", square=square)
    return None


def why_not_site(state: State, power: Power, unit: Unit, square: Square) -> Refusal | None:
    """11.3, R20: say why a square is no place for such a unit of a power."""
    row = state.data.board.squares[square]
    if unit in ("base", "fortified_zone"):
        return _why_not_base(state, square)
    if not row.civilized:
        return no("refusal.not_civilized", "11.3", square=square, unit=unit)
    if unit == "horde":
        return None
    if row.owner != power:
        return no("refusal.not_of_power", "11.3", square=square, power=power, unit=unit)
    if unit == "fleet" and not row.port:
        return no("refusal.no_port", "11.3(3)", square=square)
    return None


def _why_not_base(state: State, square: Square) -> Refusal | None:
    """11.3(4), (5), (7), R21: only on land, and one base or fortified zone in a square."""
    if not state.data.board.squares[square].has_land:
        return no("refusal.all_sea", "11.3(5)", square=square)
    for stack in state.at(square).values():
        if "base" in stack:
            return no("refusal.base_there", "11.3(5), (7)", square=square)
        if "fortified_zone" in stack:
            return no("refusal.zone_there", "11.3(4), (7)", square=square)
    return None


# What is meant


def _wanted(
    state: State, seat: Seat, whom: Power, square: Square, said: Said
) -> dict[tuple[Power, Unit], int] | Refusal:
    """The units meant, by power, or why they cannot be raised."""
    wanted: dict[tuple[Power, Unit], int] = {}
    for number, of, word in said:
        unit = meant(word, recruits=True)[0]
        if unit not in RAISED:
            return _why_not_raised(state, unit, square)
        if number in (EVERY, 0):
            return no("refusal.say_how_many", "11.11")
        power = _whose(state, seat, of or whom, unit, square)
        if isinstance(power, Refusal):
            return power
        wanted[power, unit] = wanted.get((power, unit), 0) + int(number)
    return wanted


def _why_not_raised(state: State, unit: Unit, square: Square) -> Refusal:
    """11.7, 23.0, 23.1: why veterans are not recruited, and legions only by a general."""
    if sort_of(unit) != "legion":
        return no("refusal.not_recruited", "11.7", unit=unit)
    if not state.has("legions"):
        return no("refusal.no_legions", "23.0")
    return no("refusal.legion_by_general", "23.1", square=square)


def _whose(state: State, seat: Seat, said: Power, unit: Unit, square: Square) -> Power | Refusal:
    """The power whose unit is meant: the one named, or else the only one possible there. Among
    several, the square's owner, or else the only one with units there."""
    if said != WHOEVER:
        if state.controller(said) != seat:
            return no("refusal.not_led", "4.2(1)", power=said)
        return why_not_site(state, said, unit, square) or said
    led = state.powers_of(seat)
    fitting = [power for power in led if why_not_site(state, power, unit, square) is None]
    left = [power for power in fitting if state.stock_left(power, unit) > 0] or fitting
    owner = state.data.owner(square)
    there = [power for power in left if power in state.at(square)]
    for found in (left, [owner] if owner in left else [], there):
        if len(found) == 1:
            return found[0]
    if left:
        names = tuple(text(state.data.name(power)) for power in left)
        return no("refusal.which_power", "11.11", unit=unit, powers=names)
    refused = why_not_site(state, owner if owner in led else led[0], unit, square)
    return refused or no("refusal.no_counters", "11.4", unit=unit, power=led[0])


# Recruiting


def why_not_recruit(
    state: State, seat: Seat, _whom: Power = WHOEVER, square: Square = "", said: Said = ()
) -> Refusal | None:
    """11.11 to 11.4, R20, R21: say why not: friends in the square, its own power where needed, and
    no more units than its value, counters and points allow."""
    if square and (refusal := why_not_friends(state, seat, square)):
        return refusal
    if not said:
        return None
    wanted = _wanted(state, seat, _whom, square, said)
    if isinstance(wanted, Refusal):
        return wanted
    return _why_not_room(state, square, wanted) or _why_not_paid(state, seat, wanted)


def _why_not_room(
    state: State, square: Square, wanted: dict[tuple[Power, Unit], int]
) -> Refusal | None:
    """11.2, 11.4: refuse more than the square takes in this recruiting, or than there are
    counters."""
    value, number = state.value(square), sum(wanted.values())
    before = state.recruited.get(square, 0)
    if value and before + number > value:
        slots = {"square": square, "value": value, "placed": before}
        return no("refusal.value_full", "11.2", **slots)
    if sum(n for (_, unit), n in wanted.items() if unit in ("base", "fortified_zone")) > 1:
        return no("refusal.one_base", "11.3(4), (5), (7)", square=square)
    for (power, unit), n in wanted.items():
        left = state.stock_left(power, unit)
        if n > left:
            slots = {"power": power, "unit": unit, "left": max(left, 0)}
            return no("refusal.counters_left", "11.4", **slots)
    return None


def _why_not_paid(
    state: State, seat: Seat, wanted: dict[tuple[Power, Unit], int]
) -> Refusal | None:
    return why_not_pay(state, seat, _price_of(state, wanted))


def _price_of(state: State, wanted: dict[tuple[Power, Unit], int]) -> int:
    return sum(price(state, unit) * n for (_, unit), n in wanted.items())


def _cost(state: State, seat: Seat, whom: Power, square: Square, said: Said) -> int:
    wanted = _wanted(state, seat, whom, square, said)
    return 0 if isinstance(wanted, Refusal) else _price_of(state, wanted)


def why_not_pay(state: State, seat: Seat, cost: int) -> Refusal | None:
    """10.4: refuse to spend more than the treasury holds."""
    have = state.treasury[seat]
    return no("refusal.too_few_points", "10.4", cost=cost, have=have) if cost > have else None


def price(state: State, what: str) -> int:
    """29.2: return the price of a unit, a marker or training."""
    found: int = getattr(state.data.charts.costs, what)
    return found


def costs(what: str) -> Callable[..., int]:
    """Return the cost function of an order that always has this one price."""
    return lambda state, _seat, *_said: price(state, what)


async def recruit(table: Table, seat: Seat, whom: Power, square: Square, said: Said) -> None:
    """11.11: pay for the units and place them; they are recruits (11.7)."""
    state = table.state
    wanted = _wanted(state, seat, whom, square, said)
    assert not isinstance(wanted, Refusal)
    pay(table, seat, _price_of(state, wanted), "recruiting")
    by_power: dict[Power, Stack] = {}
    for (power, unit), number in wanted.items():
        by_power.setdefault(power, {})[unit] = number
    for power, stack in by_power.items():
        place_units(table, power, square, stack, "recruited")
    if state.value(square):
        state.recruited[square] = state.recruited.get(square, 0) + sum(wanted.values())


def _sites(state: State, seat: Seat) -> tuple[Domain, ...]:
    """Whose, where, and what: walkers get single units that can be paid for."""

    def units(_whom: Power, square: Square) -> Likely:
        return Likely(_offers(state, seat), ANY_SAID)

    return WHOM, squares_of(state, seat), units


def _offers(state: State, seat: Seat) -> Iterator[Said]:
    led = state.powers_of(seat)
    for power in led:
        for unit in RAISED:
            if price(state, unit) <= state.treasury[seat] and state.stock_left(power, unit) > 0:
                yield ((1, power if len(led) > 1 else "", unit),)


def squares_of(state: State, seat: Seat, fits: Callable[[Square], object] = bool) -> Likely:
    """Return the domain of squares: walkers get those that a seat occupies and that fit."""
    return Likely(
        lambda: [square for square in state.occupied(seat) if fits(square)],
        state.data.board.number,
    )


# Conversion


def why_not_convert(
    state: State, seat: Seat, whom: Power = WHOEVER, square: Square = ""
) -> Refusal | None:
    """11.3(8): refuse unless there is a friendly base and the full price of a fortified zone."""
    if refusal := why_not_pay(state, seat, price(state, "fortified_zone")):
        return refusal
    if square and (whose := _base_of(state, seat, square)) not in (whom, "") and whom != WHOEVER:
        return no("refusal.base_of_other", "11.3(8)", square=square, power=whose)
    if square and not _base_of(state, seat, square):
        return no("refusal.no_base_there", "11.3(8)", square=square)
    return None


def _base_of(state: State, seat: Seat, square: Square) -> Power:
    """The power whose base a seat has in a square; "": none. There is never more than one."""
    there = state.of_seat(seat, square).items()
    return next((power for power, stack in there if "base" in stack), "")


async def convert(table: Table, seat: Seat, _whom: Power, square: Square) -> None:
    """11.3(8): flip the base over; the square gains no unit (R21)."""
    state = table.state
    pay(table, seat, price(state, "fortified_zone"), "conversion")
    power = _base_of(state, seat, square)
    replace_units(table, power, square, "base", "fortified_zone", 1, "converted")


def _bases(state: State, seat: Seat) -> tuple[Domain, ...]:
    return WHOM, squares_of(state, seat, partial(_base_of, state, seat))


# Pillage


def why_not_clear(state: State, seat: Seat, square: Square = "") -> Refusal | None:
    """10.33, 26.3: refuse any square but a pillaged one with a friendly unit."""
    if refusal := why_not_pay(state, seat, price(state, "clear_pillage")):
        return refusal
    if square and square not in state.pillaged:
        return no("refusal.not_pillaged", "26.3", square=square)
    if square and state.occupant(square) != seat:
        return no("refusal.no_friends_there", "26.3", square=square)
    return None


async def clear(table: Table, seat: Seat, square: Square) -> None:
    """26.3, 26.4: remove the marker; the square is as it was before."""
    state = table.state
    pay(table, seat, price(state, "clear_pillage"), "clearing")
    state.pillaged.remove(square)
    table.tell(events.PillageCleared(seat, square))


def _pillaged(state: State, seat: Seat) -> tuple[Domain, ...]:
    held = [square for square in state.pillaged if state.occupant(square) == seat]
    return (Likely(held, state.data.board.number),)


ORDERS = (
    Order("recruit", "recruiting", why_not_recruit, _sites, recruit, _cost),
    Order("convert", "recruiting", why_not_convert, _bases, convert, costs("fortified_zone")),
    Order("clear", "recruiting", why_not_clear, _pillaged, clear, costs("clear_pillage")),
)
