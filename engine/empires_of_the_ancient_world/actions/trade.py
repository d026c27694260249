"""Expand Trade Routes."""

from collections.abc import Sequence
from functools import lru_cache

from engine.core.decision import Choice, Decision, Domain, Menu, Refusal, Seat, Verb, kind, no
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import NOBODY, Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import DIE, place_cube, take_up_cubes
from engine.kit.datafile import TABLES_IN_USE

TRADE = "Expand Trade Routes"


def targets(data: Data) -> tuple[Domain, ...]:
    """Return the domains: where a cube goes, and whose cube it replaces."""
    return data.areas, (NOBODY, *data.seats)


def allowance(state: State, seat: Seat) -> int:
    """Expand Trade Routes: two cubes, one more for each Merchant."""
    return state.rules.trade_cubes + state.rules.trade_merchant * state.merchants(seat)


def why_not_trade(state: State, seat: Seat, area: Area = "", replaced: Seat = "") -> Refusal | None:
    """Expand Trade Routes: in or next to an area of one's own or one with a cube of one's own,
    while there is room; in a full area a cube of another player has to be replaced."""
    if not state.warehouse[seat]:
        return no("refusal.empty_warehouse", TRADE)
    if not area:
        return None
    if not _reached(state, seat, area):
        return no("refusal.trade_too_far", TRADE, area=area)
    others = [other for other in state.cubes.get(area, {}) if other != seat]
    if state.cubes_in(area) < state.data.board[area].value:
        if replaced not in ("", NOBODY):
            return no("refusal.room_for_cube", TRADE, area=area)
        return None
    if not others:
        return no("refusal.full_of_own_cubes", TRADE, area=area)
    if replaced == NOBODY:
        return no("refusal.full_area", TRADE, area=area)
    if replaced == seat:
        return no("refusal.own_cube", TRADE)
    if replaced and replaced not in state.seats:
        return no("refusal.does_not_play", TRADE, seat=replaced)
    if replaced and replaced not in others:
        return no("refusal.no_cube_of_seat", TRADE, seat=replaced, area=area)
    return None


def _reached(state: State, seat: Seat, area: Area) -> bool:
    if state.owner(area) == seat or state.borders(seat, area):
        return True
    return any(seat in state.cubes.get(near, ()) for near in (area, *state.data.adjacent[area]))


@lru_cache(maxsize=TABLES_IN_USE)
def _verb(data: Data) -> Verb:
    return Verb("trade", why_not_trade, targets(data))


async def trade(table: Table, seat: Seat, area: Area, replaced: Seat) -> None:
    """Expand Trade Routes: one cube after another."""
    state = table.state
    _place(table, seat, area, replaced)
    while state.placed < allowance(state, seat) and _can_trade(state, seat):
        choice = await table.ask(further_trade, seat)
        if choice[0] == "done":
            return
        _place(table, seat, *choice[1:])


def _can_trade(state: State, seat: Seat) -> bool:
    return any(Menu(_verb(state.data), of=(state, seat)).options())


def _place(table: Table, seat: Seat, area: Area, replaced: Seat) -> None:
    """Expand Trade Routes: in a full area a 5 or more, plus one for each Merchant, replaces."""
    state = table.state
    state.placed += 1
    if replaced == NOBODY:
        place_cube(table, seat, area)
        return
    rules = state.rules
    bonus = rules.trade_merchant * state.merchants(seat)
    die = table.draw(f"trade, {seat} in {area}", DIE, hoped=6)
    success = die + bonus >= rules.replace_on
    table.tell(
        events.Replacing(seat, area, replaced, die, bonus, needed=rules.replace_on, success=success)
    )
    if success:
        take_up_cubes(state, area, replaced, 1)
        state.warehouse[replaced] += rules.replaced_cubes == "warehouse"
        place_cube(table, seat, area)
    else:
        state.warehouse[seat] -= 1


def _why_not_all(table: Table, seat: Seat, choices: Sequence[Choice]) -> Refusal | None:
    """Expand Trade Routes: no more cubes than the action allows, or than there are in the
    warehouse."""
    state = table.state
    rules, stored, cubes = state.rules, state.warehouse[seat], len(choices)
    if cubes > allowance(state, seat) - state.placed:
        return no(
            "refusal.trade_allowance",
            TRADE,
            most=allowance(state, seat),
            cubes=rules.trade_cubes,
            more=rules.trade_merchant,
            merchants=state.merchants(seat),
        )
    if cubes > stored:
        return no("refusal.too_few_stored", TRADE, cubes=stored)
    return None


@kind(role="action", covered_by=("trade",), whole=_why_not_all)
def further_trade(table: Table, seat: Seat) -> Decision:
    """Choose where the next cube of the same action goes."""
    state = table.state
    menu = Menu(_verb(state.data), Verb("done"), of=(state, seat))
    return Decision(menu, ("done",))
