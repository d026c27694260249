"""Campaign markers: buying them (10.32), and playing them in the treasury phase."""

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import of_group, pick
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.order_entries import Order, nothing
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import pay
from engine.seven_years_world_war.tables.names import Power, rebels
from engine.seven_years_world_war.treasury.minor_recruiting import raise_units
from engine.seven_years_world_war.treasury.recruiting import price, why_not_pay
from engine.seven_years_world_war.victory import sum_of

ALLIANCE, RALLIES = "alliance", "rallies"


def why_not_buy(state: State, seat: Seat, number: int | str = 1) -> Refusal | None:
    """10.32: refuse unless the seat can pay for all; it is asked for room when it picks (8.31)."""
    if not isinstance(number, int) or number < 1:
        return no("refusal.say_how_many", "10.32")
    if state.patience == "policy" and state.room(seat) <= 0:  # nobody would be asked
        return no("refusal.hand_full", "8.31", limit=state.limit)
    return why_not_pay(state, seat, number * price(state, "marker"))


def _cost(state: State, _seat: Seat, number: int) -> int:
    return number * price(state, "marker")


async def buy(table: Table, seat: Seat, number: int) -> None:
    """8.2(3): pick markers and pay for those picked."""
    picked = await pick(table, seat, number, "bought")
    pay(table, seat, len(picked) * price(table.state, "marker"), "markers")


def _numbers(state: State, seat: Seat) -> tuple[Domain, ...]:
    most = min(state.treasury[seat] // price(state, "marker"), state.limit)
    return (Likely(range(1, most + 1)),)


def why_not_alliance(state: State, seat: Seat, country: Power = "") -> Refusal | None:
    """4.71, 11.61, R24: refuse without the marker, and refuse a country without land."""
    if not of_group(state, seat, ALLIANCE):
        return no("refusal.no_alliance_marker", "4.7")
    if country and not state.data.country(country):
        return no("refusal.no_land", "11.61", power=country)
    return None


async def alliance(table: Table, seat: Seat, country: Power) -> None:
    """11.61: spend the marker, roll a die, and place its unit."""
    if await play(table, seat, of_group(table.state, seat, ALLIANCE)[0]):
        raised = rebels(country) if table.state.data.is_major(country) else country
        await raise_units(table, seat, [raised])


def _countries(state: State, _seat: Seat) -> tuple[Domain, ...]:
    powers = state.data.powers
    return ((*powers.minors, *powers.majors),)


def why_not_rallies(state: State, seat: Seat) -> Refusal | None:
    """29.7, R12: refuse unless the seat is below its starting sum."""
    if not of_group(state, seat, RALLIES):
        return no("refusal.no_rallies_marker", "29.7")
    now, begun = sum_of(state, seat), state.start_sums.get(seat, 0)
    if now >= begun:
        return no("refusal.not_losing", "29.7", now=now, begun=begun)
    return None


async def rallies(table: Table, seat: Seat) -> None:
    """29.7: let a losing seat pick markers."""
    state = table.state
    if await play(table, seat, of_group(state, seat, RALLIES)[0]):
        await pick(table, seat, state.data.charts.marker_effects.rallies_picks, "rallies")


ORDERS = (
    Order("buy", "recruiting", why_not_buy, _numbers, buy, _cost),
    Order("alliance", "recruiting", why_not_alliance, _countries, alliance),
    Order("rallies", "recruiting", why_not_rallies, nothing, rallies),
)
