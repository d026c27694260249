"""Place a Base, Place a Fort."""

from engine.core.decision import Refusal, Seat, no
from engine.empires_of_the_ancient_world.schema import ENGINEER, Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import pay, place_base, place_fort

BASE = "Place a Base"
FORT = "Place a Fort"


def why_not_base(state: State, seat: Seat, area: Area = "") -> Refusal | None:
    """Place a Base: one more where the player already controls the area."""
    if not state.bases_left(seat):
        return no("refusal.no_base_left", BASE)
    if area and state.owner(area) != seat:
        return no("refusal.not_yours", BASE, area=area)
    return None


async def add_base(table: Table, seat: Seat, area: Area) -> None:
    """Place a Base."""
    place_base(table, seat, area)


def fort_cost(state: State, seat: Seat) -> int:
    """Place a Fort: four cubes, two with an Engineer."""
    rules = state.rules
    return rules.fort_cost_engineer if state.has(seat, ENGINEER) else rules.fort_cost


def why_not_fort(state: State, seat: Seat, area: Area = "") -> Refusal | None:
    """Place a Fort: in a province of one's own without a fort, never at sea."""
    cost, cubes = fort_cost(state, seat), state.warehouse[seat]
    if cubes < cost:
        return no("refusal.fort_cost", FORT, cost=cost, cubes=cubes)
    if not state.forts_left():
        return no("refusal.no_fort_left", FORT)
    if not area:
        return None
    if state.data.is_sea(area):
        return no("refusal.no_fort_at_sea", FORT)
    if state.owner(area) != seat:
        return no("refusal.not_yours", FORT, area=area)
    if area in state.forts:
        return no("refusal.fort_there", FORT, area=area)
    return None


async def build_fort(table: Table, seat: Seat, area: Area) -> None:
    """Place a Fort."""
    pay(table, seat, fort_cost(table.state, seat), "fort")
    place_fort(table, seat, area)
