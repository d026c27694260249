"""Raising minor power units (11.6, 24, 25.3): the die, and where they are placed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.decision import Choice, Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.forces import ANY_SAID, WHOEVER, WHOM, Likely, Said, meant
from engine.seven_years_world_war.markers.minors import places, why_not_raise
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE, drawn, place_units, replace_units
from engine.seven_years_world_war.tables.names import Power, Square, Unit
from engine.seven_years_world_war.treasury import events

CONVERSION = "conversion"
"""The chart's name for a base that becomes a fortified zone (31 Q5)."""


class Raised(NamedTuple):
    """A unit that was placed or converted, its country, and its square."""

    country: Power
    unit: Unit
    square: Square


class Chance(NamedTuple):
    """What the die allows a country: its units, and whether they may rise among major power
    units."""

    country: Power
    units: tuple[str, ...]
    among_majors: bool = False


async def raise_units(
    table: Table,
    seat: Seat,
    countries: Sequence[Power],
    *,
    called: Power = "",
    among_majors: bool = False,
) -> Raised | None:
    """11.61, 29.3: roll a die; the seat places its unit in one of the countries, if there is a
    square for it (R25). Returns what was placed. `called`: the country that the die is rolled for;
    the default is the first."""
    state = table.state
    country = called or countries[0]
    die = table.draw(f"minor recruiting, {state.data.name(country)}", DIE)
    chances = [Chance(each, _brought(state, each, die), among_majors) for each in countries]
    units = sorted({unit for chance in chances for unit in chance.units})
    table.tell(events.MinorsRaised(seat, country, die, units))
    possible = [raised for chance in chances for raised in _possible(state, chance)]
    if not possible:
        table.tell(events.NothingRaised(seat, country))
        return None
    found = possible[0]
    if len(possible) > 1:
        found = await _asked(table, seat, chances)
    if found.unit == CONVERSION:
        replace_units(table, found.country, found.square, "base", "fortified_zone", 1, "converted")
    else:
        place_units(table, found.country, found.square, {found.unit: 1}, "raised")
    return found


async def _asked(table: Table, seat: Seat, chances: Sequence[Chance]) -> Raised:
    verb, *args = await table.ask(settle, seat, [list(chance) for chance in chances])
    if verb == "convert":
        return _converted(table.state, chances, args[1])
    said, square = args
    unit = meant(said[0][2], recruits=True)[0]
    country = next(c.country for c in chances if _fits(table.state, c, unit, square) is None)
    return Raised(country, unit, square)


def _converted(state: State, chances: Sequence[Chance], square: Square) -> Raised:
    country = next(c.country for c in chances if "base" in state.at(square).get(c.country, {}))
    return Raised(country, CONVERSION, square)


def _brought(state: State, country: Power, die: int) -> tuple[str, ...]:
    """29.3: the units that a die allows a country."""
    chart = state.data.charts.minor_recruiting
    row = chart.dice[die]
    board = state.data.board
    has = {
        "": True,
        "army": country in chart.armies_in or _has_army(state, country),
        "port": any(board.squares[square].port for square in state.data.country(country)),
    }
    return row.place if has[row.needs] else row.otherwise


def _has_army(state: State, country: Power) -> bool:
    stacks = (force.get(country, {}) for force in state.units.values())
    return any("army" in stack or "veteran_army" in stack for stack in stacks)


# Where


def _possible(state: State, chance: Chance) -> Iterator[Raised]:
    """All possibilities, the default first: placing before converting, then by square."""
    for unit in sorted(chance.units, key=lambda unit: unit == CONVERSION):
        if unit == CONVERSION:
            for square in state.units_of(chance.country):
                if _why_not_convert(state, chance, square) is None:
                    yield Raised(chance.country, unit, square)
        else:
            for square in places(state, chance.country, unit):
                if _fits(state, chance, unit, square) is None:
                    yield Raised(chance.country, unit, square)


def _fits(state: State, chance: Chance, unit: Unit, square: Square) -> Refusal | None:
    if unit not in chance.units:
        return no("refusal.not_raised", "29.3", unit=unit)
    among = chance.among_majors
    return why_not_raise(state, chance.country, unit, square, among_majors=among)


def _why_not_convert(state: State, chance: Chance, square: Square) -> Refusal | None:
    """31 Q5: only a base of the country itself can be converted."""
    if CONVERSION not in chance.units:
        return no("refusal.no_conversion", "29.3")
    if "base" not in state.at(square).get(chance.country, {}):
        return no("refusal.no_base_of_country", "31 Q5", square=square, country=chance.country)
    return None


@kind(role="action", covered_by=("alliance",), follows=("alliance",))
def settle(
    table: Table, seat: Seat, chances: Sequence[tuple[Power, Sequence[str], bool]]
) -> Decision:
    """11.621: ask where a raised unit goes, or which base is converted."""
    state = table.state
    brought = [Chance(country, tuple(units), among) for country, units, among in chances]
    possible = [raised for chance in brought for raised in _possible(state, chance)]
    placed = [raised for raised in possible if raised.unit != CONVERSION]
    converted = [raised.square for raised in possible if raised.unit == CONVERSION]

    def why_not_place(said: Said = (), square: Square = "") -> Refusal | None:
        if len(said) > 1 or any(number != 1 for number, _, _ in said):
            return no("refusal.one_unit", "11.61")
        unit = meant(said[0][2], recruits=True)[0] if said else ""
        found = [_fits(state, chance, unit, square) for chance in brought] if square else []
        return None if None in found else next(iter(found), None)

    def why_not_convert(_whom: Power = WHOEVER, square: Square = "") -> Refusal | None:
        found = [_why_not_convert(state, chance, square) for chance in brought] if square else []
        return None if None in found else next(iter(found), None)

    units = list(dict.fromkeys(raised.unit for raised in placed))
    squares = Likely(dict.fromkeys(r.square for r in placed), state.data.board.number)
    bases = Likely(converted, state.data.board.number)
    menu = Menu(
        *[Verb("place", why_not_place, (Likely(map(_one, units), ANY_SAID), squares))]
        * bool(placed),
        *[Verb("convert", why_not_convert, (WHOM, bases))] * bool(converted),
    )
    first = possible[0]
    if first.unit == CONVERSION:
        default: Choice = ("convert", WHOEVER, first.square)
    else:
        default = ("place", _one(first.unit), first.square)
    facts = {"country": brought[0].country, "units": units}
    return Decision(menu, default, facts, state.patience)


def _one(unit: Unit) -> Said:
    return ((1, "", unit),)


# Rule 24


async def minor_recruiting(table: Table) -> None:
    """24.1, 24.2, R50: roll once a turn for each minor power with units of players in it."""
    state = table.state
    for country in state.data.powers.minors:
        invaders = {state.occupant(square) for square in state.data.country(country)} - {""}
        if invaders:
            seat = drawn(table, "minor recruiting", _free_to_roll(state, invaders))
            await raise_units(table, seat, [country])


def _free_to_roll(state: State, invaders: set[Seat]) -> list[Seat]:
    """R50: seats that have no units there; if all have some, all seats."""
    return [seat for seat in state.seats if seat not in invaders] or list(state.seats)
