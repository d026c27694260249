"""Phase V, Assess Control for Victory Points."""

from typing import Any

from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Region
from engine.struggle_of_empires.state import State, Table


async def scoring(table: Table) -> None:
    """Deluxe, Assess Control for Victory Points: region by region."""
    state = table.state
    table.tell(events.PhaseBegun(state.war, "scoring"))
    points = dict.fromkeys(state.seats, 0)
    for region in state.data.regions:
        places = ranking(state, region)
        for place in places:
            for seat in place["seats"]:
                points[seat] += place["points"]
        table.tell(events.RegionScored(state.war, region, list(state.rules.values[region]), places))
    for seat, gained in points.items():
        state.victory_points[seat] += gained
    table.tell(events.WarScored(state.war, points, state.victory_points))


def ranking(state: State, region: Region) -> list[dict[str, Any]]:
    """Return who scores what in a region: all those tied for a place get its full value, but if a
    power that nobody plays is among them, that of the next lower place.

    Deluxe, Assess Control for Victory Points, 2 and 3 player games.
    """
    owners = {power: number for power, number in state.control.get(region, {}).items() if number}
    totals = sorted(dict.fromkeys(owners.values()), reverse=True)
    values = state.rules.values[region]
    places = []
    for place, total in enumerate(totals[: len(values)], 1):
        seats = [seat for seat in state.seats if owners.get(seat) == total]
        unplayed = [power for power in state.unplayed if owners.get(power) == total]
        lower = place if unplayed else place - 1
        if seats:
            places.append(
                {
                    "place": place,
                    "points": values[lower] if lower < len(values) else 0,
                    "markers": total,
                    "seats": seats,
                    "unplayed": unplayed,
                }
            )
    return places
