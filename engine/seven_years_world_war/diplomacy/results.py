"""Results of diplomacy (9.6, 29.1): control, espionage, coup, reaction."""

from collections.abc import Awaitable, Callable, Mapping

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.control.changing import change_hands
from engine.seven_years_world_war.diplomacy import events
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import lose_random, pick, unbox
from engine.seven_years_world_war.state import FACE_DOWN, State, Table
from engine.seven_years_world_war.state_changes import drawn
from engine.seven_years_world_war.tables.charts_schema import DiplomacyResult
from engine.seven_years_world_war.tables.names import MAJORS, Power


def effect_on(state: State, power: Power, result: DiplomacyResult) -> str:
    """29.1, R1, R15: return what a result does to a power; a main power never leaves its player."""
    if state.is_neutral(power):
        return result.neutral
    if result.enemy in ("gained", "neutral") and power in state.seats:
        return "coup"
    return result.enemy


async def gain(table: Table, seat: Seat, power: Power, _markers: int) -> None:
    """4.42(1), 4.6: give the power to the player, with all its units."""
    await change_hands(table, power, seat, "diplomacy")


async def to_neutrality(table: Table, _seat: Seat, power: Power, _markers: int) -> None:
    """4.5: make the power neutral."""
    await change_hands(table, power, "", "diplomacy")


async def espionage(table: Table, seat: Seat, power: Power, _markers: int) -> None:
    """7.1, 9.6(2): show all markers and the treasury of one player."""
    state = table.state
    target = state.others(seat)[0]
    if len(state.seats) > 2:
        _, target = await table.ask(spy, seat, power)
    points = state.treasury[target]
    table.tell(events.SpiedOn(seat, target))
    table.tell(events.Spied(seat, target, list(state.hands[target]), points))


@kind(covered_by=("diplomacy",))
def spy(table: Table, seat: Seat, power: Power) -> Decision:
    """29.1: ask whose markers and treasury are seen; by default those of the power's leader."""
    state = table.state
    others = state.others(seat)

    def why_not(target: Seat = "") -> Refusal | None:
        if target and target not in state.seats:
            return no("refusal.not_at_table", "7.1", seat=target)
        return no("refusal.spy_on_yourself", "7.1") if target == seat else None

    leader = state.controller(power)
    default = leader if leader in others else others[0]
    return Decision(
        Menu(Verb("spy", why_not, (Likely(state.seats, MAJORS),))),
        ("spy", default),
        {"power": power, "others": others},
    )


async def coup(table: Table, _seat: Seat, power: Power, _markers: int) -> None:
    """9.6(3), 20.61(2): take a random marker from the power's player, and a leader from its box."""
    state = table.state
    controller = state.controller(power)
    lose_random(table, controller, 1, "coup")
    lost = ""
    if box := state.leaders.get(power):
        lying = drawn(table, f"leader lost, {state.data.name(power)}", list(box))
        lost = lying.removesuffix(FACE_DOWN)
        unbox(state, power, lying)
    table.tell(events.CoupStruck(power, controller, lost))


async def reaction(table: Table, seat: Seat, power: Power, markers: int) -> None:
    """9.6(4), 29.1: let the power's leader pick markers; if it is neutral, another player at
    random."""
    state = table.state
    label = f"reaction, {state.data.name(power)}"
    other = state.controller(power) or drawn(table, label, state.others(seat))
    await pick(table, other, markers, "reaction")


async def nothing(_table: Table, _seat: Seat, _power: Power, _markers: int) -> None:
    """29.1: do nothing."""


EFFECTS: Mapping[str, Callable[[Table, Seat, Power, int], Awaitable[None]]] = {
    "gained": gain,
    "neutral": to_neutrality,
    "espionage": espionage,
    "coup": coup,
    "reaction": reaction,
    "nothing": nothing,
}
"""What is done for each effect of the charts."""
