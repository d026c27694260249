"""Leaders (20, 18.8): who can lead a force, whose box he is in, when he is used up or lost."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.decision import Refusal, Seat, no
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.forces import fleets_in, size
from engine.seven_years_world_war.markers.pool import unbox
from engine.seven_years_world_war.state import FACE_DOWN, State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Force, Marker, Power

NOBODY: Marker = ""


class Led(NamedTuple):
    """A leader and the power in whose box he lies, or will lie."""

    leader: Marker
    box: Power


NOT_LED = Led(NOBODY, "")


def available(state: State, seat: Seat, force: Force) -> list[Led]:
    """20.41: return the leaders who can lead these units of a seat: face up in the box of a power
    with a unit among them, or from the hand into such a box (R39)."""
    powers = [power for power in MAJORS if power in force and state.controller(power) == seat]
    boxed = [Led(lying, p) for p in powers for lying in state.leaders.get(p, ())]
    in_hand = [m for m in state.hands[seat] if m in state.data.charts.leaders]
    found = [*boxed, *(Led(leader, power) for leader in in_hand for power in powers)]
    return [
        led
        for led in dict.fromkeys(found)
        if not led.leader.endswith(FACE_DOWN) and fits(state, led.leader, force)
    ]


def fits(state: State, leader: Marker, force: Force) -> bool:
    """18.8, 20.5: tell whether a leader can lead: an admiral needs a fleet, a general a land
    unit."""
    fleets = fleets_in(force)
    naval = state.data.charts.markers[leader].group == "admiral"
    return fleets > 0 if naval else fleets < size(force)


def choose(state: State, seat: Seat, force: Force, leader: Marker, of: Power = "") -> Led | Refusal:
    """Return the leader that is meant: one in a box before one in the hand; `of`: the power whose
    box is named, or ""."""
    if not leader:
        return NOT_LED
    able = [led for led in available(state, seat, force) if led.leader == leader]
    able = [led for led in able if of in ("", led.box)]
    boxed = [led for led in able if leader in state.leaders.get(led.box, ())]
    if len(boxed or able) == 1:
        return (boxed or able)[0]
    if able:
        boxes = tuple(led.box for led in boxed or able)
        return no("refusal.whose_leader", "20.2", leader=leader, powers=boxes)
    return _why_not(state, seat, force, leader)


def _why_not(state: State, seat: Seat, force: Force, leader: Marker) -> Refusal:
    boxes: Mapping[Power, list[Marker]] = {p: state.leaders.get(p, []) for p in MAJORS}
    own = state.powers_of(seat)
    if leader in state.hands[seat] or any(leader in boxes[power] for power in own):
        if not fits(state, leader, force):
            return no("refusal.leader_of_other_kind", "18.8", leader=leader)
        return no("refusal.leader_without_units", "20.41", leader=leader)
    if any(leader + FACE_DOWN in boxes[power] for power in own):
        return no("refusal.leader_used", "20.44", leader=leader)
    return no("refusal.no_such_leader", "20.1", leader=leader)


def is_held(state: State, seat: Seat, led: Led) -> bool:
    """Tell whether a leader is still in the hand, or face up in his box."""
    return led.leader in state.hands[seat] or led.leader in state.leaders.get(led.box, ())


def take(table: Table, seat: Seat, led: Led) -> None:
    """20.1, R39: put a leader who is used into a box, where he stays."""
    state = table.state
    lying = state.leaders.get(led.box, [])
    if led.leader and led.leader not in lying:
        state.hands[seat].remove(led.leader)
        state.leaders[led.box] = sorted([*lying, led.leader])


def use_up(state: State, led: Led) -> None:
    """20.41, 20.44: turn a leader who has been used face down until the end of the turn."""
    lying = state.leaders.get(led.box, [])
    if led.leader in lying:
        lying.remove(led.leader)
        state.leaders[led.box] = sorted([*lying, led.leader + FACE_DOWN])


def lose_leader(table: Table, seat: Seat, led: Led) -> None:
    """20.61: return a leader to the pool."""
    unbox(table.state, led.box, led.leader)
    table.tell(events.LeaderLost(seat, led.leader, led.box))
