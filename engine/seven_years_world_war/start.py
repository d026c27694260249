"""The first state of a game: what is on the table before anything is drawn."""

from collections.abc import Mapping
from typing import Any

from engine.core.decision import Seat
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import MAJORS, Power


def start(data: Data, options: Mapping[str, Any]) -> State:
    """Return a state before set-up, from complete options with seats in clockwise order."""
    seats: list[Seat] = list(options["seats"])
    leads = coalitions(data, options, seats)
    drafting = any(not powers for powers in leads.values())
    controllers = dict.fromkeys(MAJORS, "") | {seat: seat for seat in seats}
    controllers |= {power: seat for seat, powers in leads.items() for power in powers}
    state = State(
        seats=seats,
        scenario=options["scenario"],
        variants=tuple(options["variants"]),
        reactions=options["reactions"],
        phase="setup",
        step="draft" if drafting else data.setups.power[0].key,
        turn=1,
        first=seats[0],
        active=seats[0] if drafting else "",
        controllers=controllers,
        units={},
        embarked={},
        moved={},
        attacked={},
        attacks=[],
        treasury=dict.fromkeys(seats, 0),
        hands={seat: [] for seat in seats},
        leaders={},
        aside=[],
        pool={key: row.number for key, row in data.charts.markers.items()},
        pillaged=[],
        enlightenment=[],
        recruited={},
        tried=[],
        start_sums={},
        offers=[],
        proposals=[],
        agreements=[],
        treaty=[],
        ending=[],
        changing=[],
    )
    state.data = data
    return state


def leads(data: Data, options: Mapping[str, Any]) -> Mapping[Seat, tuple[Power, ...]]:
    """28.51 to 28.57: return what each seat will lead, as far as the options tell before the
    start."""
    chosen = options["seats"]
    players = chosen if isinstance(chosen, int) else len(chosen)
    if row := data.setups.line_up_for(options["scenario"], players):
        return row.powers
    return {seat: tuple(powers) for seat, powers in options["powers"].items()}


def coalitions(
    data: Data, options: Mapping[str, Any], seats: list[Seat]
) -> Mapping[Seat, tuple[Power, ...]]:
    """28.51 to 28.57: return what each seat leads at the start; empty if that is chosen in play."""
    if row := data.setups.line_up_for(options["scenario"], len(seats)):
        return {seat: row.powers[seat] for seat in seats}
    return {seat: tuple(options["powers"].get(seat, ())) for seat in seats}
