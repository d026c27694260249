"""Phase IV, Income and Maintenance and Population Increase."""

from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Power
from engine.struggle_of_empires.state import Table
from engine.struggle_of_empires.state_changes import change_population, pay


async def income(table: Table) -> None:
    """Deluxe, Income and Maintenance and Population Increase: seat by seat clockwise."""
    state = table.state
    table.tell(events.PhaseBegun(state.war, "income"))
    for seat in state.seats:
        _settle(table, seat)
    for seat in state.seats:
        change_population(table, seat, state.rules.population_growth, "growth")


def _settle(table: Table, seat: Power) -> None:
    """Settle A to C: population and markers bring gold, units cost it; none is disbanded."""
    state = table.state
    population, markers = state.population[seat], state.markers_on_map(seat)
    upkeep = state.fielded_all(seat)
    state.gold[seat] += population + markers
    paid = pay(table, seat, upkeep, "maintenance")
    if paid < upkeep:
        table.tell(events.MaintenanceShort(seat, gold=upkeep - paid))
    table.tell(events.Income(seat, population, markers, maintenance=upkeep, gold=state.gold[seat]))
