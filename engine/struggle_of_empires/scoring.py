"""Phase V, Assess Control for Victory Points."""

from __future__ import annotations

from typing import Any

from engine.struggle_of_empires.data import REGIONS
from engine.struggle_of_empires.schema import Power, Region
from engine.struggle_of_empires.state import State
from engine.table import Table


async def scoring(table: Table) -> None:
    """Deluxe, Assess Control for Victory Points: region by region."""
    state: State = table.state
    table.tell("phase_begun", war=state.war, phase="scoring")
    points = dict.fromkeys(state.seats, 0)
    for region in REGIONS:
        places = ranking(state, region)
        for place in places:
            for seat in place["seats"]:
                points[seat] += place["points"]
        table.tell(
            "region_scored",
            war=state.war,
            region=region,
            values=list(state.rules.values[region]),
            places=places,
        )
    for seat, gained in points.items():
        state.victory_points[seat] += gained
    table.tell(
        "war_scored", war=state.war, points=points, victory_points=dict(state.victory_points)
    )


def ranking(state: State, region: Region) -> list[dict[str, Any]]:
    """Who scores what in a region: all tied for a place receive its full value."""
    owners = {seat: number for seat, number in state.control.get(region, {}).items() if number}
    totals = sorted(dict.fromkeys(owners.values()), reverse=True)
    ranked = zip(totals, state.rules.values[region], strict=False)
    return [
        {
            "place": place,
            "points": value,
            "markers": total,
            "seats": _with(state, owners, total),
        }
        for place, (total, value) in enumerate(ranked, 1)
    ]


def _with(state: State, owners: dict[Power, int], total: int) -> list[Power]:
    return [seat for seat in state.seats if owners.get(seat) == total]
