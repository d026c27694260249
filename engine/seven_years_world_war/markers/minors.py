"""Minor power units (4.7, 11.6): where they are raised, and how many a square holds."""

from collections.abc import Iterator

from engine.core.decision import Refusal, no
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import lose_units
from engine.seven_years_world_war.tables.names import (
    UNITS,
    Force,
    Power,
    Square,
    Unit,
    is_fleet,
)


def minor_units(state: State, square: Square) -> Force:
    """Return the units of minor powers and rebels in a square, by power."""
    there = state.at(square).items()
    return {power: stack for power, stack in there if not state.is_major(power)}


def number(force: Force) -> int:
    """Count the units of a force."""
    return sum(sum(stack.values()) for stack in force.values())


def forage(state: State, square: Square) -> int:
    """4.77, 19.5: return how many minor power units a square holds."""
    return 0 if square in state.pillaged else state.data.board.forage(square, minor=True)


def places(state: State, country: Power, unit: Unit) -> Iterator[Square]:
    """11.62: yield the squares where units of a country may be placed: its own, and for fleets
    those of trade routes that end in it, in the order of the board."""
    board = state.data.board
    own = set(state.data.country(country))
    if is_fleet(unit):
        for route in board.routes.values():
            for line in route.lines:
                if line[0] in own or line[-1] in own:
                    own.update(line)
    return iter(sorted(own, key=board.number.__getitem__))


def why_not_raise(
    state: State, country: Power, unit: Unit, square: Square, *, among_majors: bool = False
) -> Refusal | None:
    """11.62 to 11.624, 4.77: say why a unit cannot be placed there. `among_majors`: it may rise
    where major power units stand, as rebels against taxes do (25.3), if it can attack them
    (R59)."""
    row = state.data.board.squares[square]
    if square not in places(state, country, unit):
        return no("refusal.not_of_country", "11.62", square=square, country=country)
    if not (row.has_water if is_fleet(unit) else row.has_land):
        return no("refusal.wrong_ground", "11.622", square=square, unit=unit)
    if square in state.pillaged:
        return no("refusal.pillaged", "11.622", square=square)
    if any(map(state.is_major, state.at(square))):
        if not among_majors:
            return no("refusal.major_units_there", "11.622", square=square)
        if unit not in state.data.charts.attacking:
            return no("refusal.rebels_must_attack", "25.3", square=square)
    there = minor_units(state, square)
    if unit == "base" and any("base" in s or "fortified_zone" in s for s in there.values()):
        return no("refusal.base_there", "11.3(5)", square=square)
    if number(there) >= forage(state, square):
        return no("refusal.no_forage", "11.622", square=square, forage=forage(state, square))
    if not state.stock_left(country, unit):
        return no("refusal.no_counters", "11.4", unit=unit, power=country)
    return None


def excess(state: State, square: Square) -> int:
    """R8: return how many more minor power units stand there than the square holds."""
    return max(0, number(minor_units(state, square)) - forage(state, square))


def trim_minors(table: Table, square: Square) -> None:
    """4.77, R8: remove minor power units beyond what a square holds at once, the weakest first."""
    state = table.state
    for unit in UNITS:
        for power, stack in list(minor_units(state, square).items()):
            if going := min(excess(state, square), stack.get(unit, 0)):
                lose_units(table, power, square, {unit: going}, "overcrowded")
