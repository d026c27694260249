"""Diplomatic Attack: neutral areas for cubes, and with a Diplomat bases of other players."""

from engine.core.decision import Domain, Refusal, Seat, no
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import DIPLOMAT, Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import (
    DIE,
    pay,
    place_base,
    settle,
    take_up_bases,
)

DIPLOMACY = "Diplomatic Attack"


def targets(data: Data) -> tuple[Domain, ...]:
    """Return the domains: where, and how many extra cubes."""
    return data.areas, range(data.most("diplomat_extra") + 1)


def cost(state: State, seat: Seat) -> int:
    """Diplomatic Attack: one cube with a Diplomat; for a neutral area, two without."""
    rules = state.rules
    return rules.diplomat_cost if state.has(seat, DIPLOMAT) else rules.neutral_diplomacy_cost


def why_not_diplomacy(state: State, seat: Seat, area: Area = "", extra: int = 0) -> Refusal | None:
    """Diplomatic Attack: a bordering area that is neutral, or with a Diplomat another player's;
    extra cubes help only against another player."""
    return (area and _why_not_there(state, seat, area)) or _why_not_paid(state, seat, area, extra)


def _why_not_there(state: State, seat: Seat, area: Area) -> Refusal | None:
    target = state.owner(area)
    if target == seat:
        return no("refusal.own_area", DIPLOMACY, area=area)
    if not state.rules.diplomacy_at_sea and state.data.is_sea(area):
        return no("refusal.no_diplomacy_at_sea", DIPLOMACY)
    if not _reached(state, seat, area, target):
        return no("refusal.not_bordering", DIPLOMACY, area=area)
    if target and not state.has(seat, DIPLOMAT):
        return no("refusal.needs_diplomat", DIPLOMACY, area=area, seat=target)
    if not state.bases_left(seat) and _needs_base(state, area, target):
        return no("refusal.no_base_left", DIPLOMACY)
    return None


def _needs_base(state: State, area: Area, target: Seat) -> bool:
    """Tell whether success there places a base of one's own."""
    return not target or state.rules.divided_areas or sum(state.bases[area].values()) == 1


def _why_not_paid(state: State, seat: Seat, area: Area, extra: int) -> Refusal | None:
    due, cubes, most = cost(state, seat), state.warehouse[seat], state.rules.diplomat_extra
    if extra and not state.owner(area):
        return no("refusal.extra_on_neutral", DIPLOMACY)
    if extra > most:
        return no("refusal.extra_too_many", DIPLOMACY, most=most)
    if cubes >= due + extra:
        return None
    if extra:
        return no("refusal.extra_too_dear", DIPLOMACY, cost=due + extra, cubes=cubes)
    return no("refusal.diplomacy_cost", DIPLOMACY, cost=due, cubes=cubes)


def _reached(state: State, seat: Seat, area: Area, target: Seat) -> bool:
    far = target and state.rules.diplomat_reach == "anywhere" and state.has(seat, DIPLOMAT)
    return bool(far) or state.borders(seat, area)


async def negotiate(table: Table, seat: Seat, area: Area, extra: int) -> None:
    """Diplomatic Attack."""
    state = table.state
    target, diplomat = state.owner(area), state.has(seat, DIPLOMAT)
    pay(table, seat, cost(state, seat) + extra, "diplomacy")
    on = state.rules.diplomat_on if target else state.rules.neutral_diplomacy_on
    rolls = bool(target) or not diplomat
    die = table.draw(f"diplomacy, {seat} in {area}", DIE) if rolls else 0
    success = not rolls or die + extra >= on
    table.tell(
        events.Diplomacy(
            seat, area, target, die, bonus=extra, needed=on if rolls else 0, success=success
        )
    )
    if success and target:
        _win_base(table, seat, area, target)
    elif success:
        place_base(table, seat, area)


def _win_base(table: Table, seat: Seat, area: Area, target: Seat) -> None:
    """Diplomatic Attack: replace one enemy base. Trade cubes stay, a fort goes with control."""
    replaced = _needs_base(table.state, area, target)
    take_up_bases(table, area, target, 1, "diplomacy")
    if replaced:
        place_base(table, seat, area)
    else:
        settle(table, area)
