"""Attack: getting there, and what happens on arrival."""

from collections.abc import Collection

from engine.core.decision import Choice, Domain, Refusal, Seat, no
from engine.empires_of_the_ancient_world import events
from engine.empires_of_the_ancient_world.attack.battle import fight
from engine.empires_of_the_ancient_world.attack.borders import MEANS, Means, Way, is_reached, surest
from engine.empires_of_the_ancient_world.data import Data
from engine.empires_of_the_ancient_world.schema import Area
from engine.empires_of_the_ancient_world.state import State, Table
from engine.empires_of_the_ancient_world.state_changes import DIE, conquer, plunder

ATTACK = "Attack"


def why_not_attack(
    state: State, seat: Seat, area: Area = "", means: Means | None = None
) -> Refusal | None:
    """Attack: an area that is not one's own and can be reached."""
    if area and state.owner(area) == seat:
        return no("refusal.own_area", ATTACK, area=area)
    if area and not is_reached(state, seat, area, means or "surest"):
        return no("refusal.out_of_reach", ATTACK, area=area, means=means or "surest")
    if not state.bases_left(seat) and not _holds_base(state, seat, area):
        return no("refusal.no_base_to_take", ATTACK)
    return None


def _holds_base(state: State, seat: Seat, area: Area) -> bool:
    """Tell whether the seat has a base in another player's area; "" for in any of them."""
    there = [area] if area else state.bases
    return any(seat in state.bases.get(a, ()) and state.owner(a) != seat for a in there)


async def attack(table: Table, seat: Seat, area: Area, means: Means) -> None:
    """Attack: across mountains, straits and seas by dice, then fight for the area."""
    state = table.state
    way = surest(state, seat, area, means)
    if way is None:
        raise ValueError(f"{seat} cannot reach {area}")
    target = state.owner(area)
    table.tell(events.AttackDeclared(seat, area, target, way.origin, dice=list(way.rolls)))
    if not _cross(table, seat, way):
        table.tell(events.AttackFailed(seat, area))
    elif target:
        await fight(table, seat, area, target)
    else:
        _take_neutral(table, seat, area)


def _cross(table: Table, seat: Seat, way: Way) -> bool:
    """Attack: a die for each obstacle; the first failure ends the attack."""
    for roll in way.rolls:
        die = table.draw(f"crossing, {seat} to {roll.at}", DIE)
        success = die >= roll.needed
        table.tell(events.Crossing(seat, roll.obstacle, roll.at, die, roll.needed, success))
        if not success:
            return False
    return True


def _take_neutral(table: Table, seat: Seat, area: Area) -> None:
    """Attack: an area without an owner falls on a 3 or more."""
    state = table.state
    die = table.draw(f"attack on neutral {area}", DIE)
    needed = state.rules.neutral_attack_on
    success = die >= needed
    table.tell(events.NeutralAttacked(seat, area, die, needed, success))
    if not success:
        return
    conquer(table, seat, area)
    if state.rules.plunder_neutrals:
        plunder(table, seat, area, [other for other in state.seats if other != seat])


def starts(state: State, seat: Seat, choice: Choice) -> Collection[Area]:
    """Return the area from which an attack goes by the surest way; for bases and diplomacy, the
    seat's areas beside the target; no area for other actions."""
    if choice[0] == "attack":
        way = surest(state, seat, *choice[1:])
        return (way.origin,) if way else ()
    beside = state.data.adjacent[choice[1]] if choice[0] in ("base", "diplomacy") else ()
    return [each for each in beside if state.owner(each) == seat]


def targets(data: Data) -> tuple[Domain, ...]:
    """Return the domains: what is attacked, and by what way."""
    return data.areas, MEANS
