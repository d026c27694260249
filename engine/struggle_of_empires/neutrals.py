"""Phase I, Draw and Place Neutral Region Markers; drawing from the bag."""

from __future__ import annotations

from engine.core.table import Table
from engine.struggle_of_empires import events
from engine.struggle_of_empires.schema import Marker, Power
from engine.struggle_of_empires.state import State


async def neutrals(table: Table) -> None:
    """Deluxe, Draw and Place Neutral Region Markers: in set-up, then in the 2nd and 3rd wars."""
    state: State = table.state
    if state.phase == "neutrals":
        table.tell(events.PhaseBegun(state.war, "neutrals"))
    number = min(state.rules.neutral_markers[len(state.seats)], len(state.bag))
    placed = [draw_marker(table, "neutral marker") for _ in range(number)]
    for marker in placed:
        region, _, face = marker.partition(":")
        state.neutrals.setdefault(region, []).append(face)
    table.tell(events.NeutralsPlaced(state.war, split(placed)))


def draw_marker(table: Table, label: str, to: list[Power] | None = None) -> Marker:
    """A marker from the bag, by name; `to`: who sees the draw in the record, if not all."""
    state: State = table.state
    marker = table.draw(label, state.bag, to=to)
    state.bag.remove(marker)
    return marker


def return_marker(state: State, marker: Marker) -> None:
    """A marker back into the bag, which lists them in a fixed order."""
    state.bag.append(marker)
    state.bag.sort()


def split(markers: list[Marker]) -> list[list[str]]:
    """Markers as [region, face], as events tell them."""
    return [marker.split(":") for marker in markers]
