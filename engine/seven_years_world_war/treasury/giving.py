"""Points and markers at any time: given, returned, shown (7.2, 8.31, 10.35, 21.1)."""

from typing import Literal

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.diplomacy import events
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.markers.pool import (
    give_back,
    in_order,
    returnable,
    returned_domain,
    why_not_returned,
)
from engine.seven_years_world_war.order_entries import AnytimeOrder
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import Marker

EVERYBODY = "everybody"
"""The receiver of something that is shown to all."""
What = Literal["markers", "treasury", "both"]
SHOWN: tuple[What, ...] = ("both", "markers", "treasury")


def _why_not_to(state: State, seat: Seat, receiver: Seat) -> Refusal | None:
    if receiver == seat:
        return no("refusal.to_yourself", "21.1(3)")
    if receiver not in state.seats:
        return no("refusal.not_at_table", "21.1(3)", seat=receiver)
    return None


def _others(state: State, seat: Seat) -> Likely:
    return Likely(state.others(seat), state.data.powers.majors)


# Points


def why_not_give_points(
    state: State, seat: Seat, points: int = 0, receiver: Seat = ""
) -> Refusal | None:
    """10.35, 10.4, 21.1(3): refuse more points than there are, and any receiver but another
    seat."""
    have = state.treasury[seat]
    if receiver and points < 1:
        return no("refusal.say_how_many", "10.35")
    if receiver and (refusal := _why_not_to(state, seat, receiver)):
        return refusal
    return no("refusal.less_to_give", "10.4", have=have) if not have or points > have else None


def give_points(table: Table, seat: Seat, points: int, receiver: Seat) -> None:
    """10.35: give points; only the two seats are told."""
    table.state.treasury[seat] -= points
    table.state.treasury[receiver] += points
    table.tell(events.PointsGiven(seat, receiver, points))


def _amounts(state: State, seat: Seat) -> tuple[Domain, ...]:
    return Likely(range(1, state.treasury[seat] + 1)), _others(state, seat)


# Markers


def why_not_give_marker(
    state: State, seat: Seat, marker: Marker = "", receiver: Seat = ""
) -> Refusal | None:
    """21.1(3), R11: refuse a marker not in the hand, and a receiver without room for it."""
    if not state.hands[seat]:
        return no("refusal.no_markers", "21.1(3)")
    if marker and marker not in state.hands[seat]:
        return no("refusal.marker_not_held", "21.1(3)", marker=marker)
    if not receiver:
        return None
    if refusal := _why_not_to(state, seat, receiver):
        return refusal
    if state.room(receiver) <= 0:
        return no("refusal.full_hand", "8.3", seat=receiver, limit=state.limit)
    return None


def give_marker(table: Table, seat: Seat, marker: Marker, receiver: Seat) -> None:
    """21.1(3): give a marker; only the two seats are told."""
    state = table.state
    state.hands[seat].remove(marker)
    state.hands[receiver] = in_order(state, [*state.hands[receiver], marker])
    table.tell(events.MarkerGiven(seat, receiver, marker))


def why_not_give_several(
    state: State,
    seat: Seat,
    points: int = 0,
    markers: tuple[Marker, ...] = (),
    receiver: Seat = "",
) -> Refusal | None:
    """10.35, 21.1(3): judge each gift as if it were given alone, and require room for all."""
    if points and (refusal := why_not_give_points(state, seat, points, receiver)):
        return refusal
    held = list(state.hands[seat])
    for marker in markers:
        if refusal := why_not_give_marker(state, seat, marker, receiver):
            return refusal
        if marker not in held:
            return no("refusal.marker_not_held", "21.1(3)", marker=marker)
        held.remove(marker)
    if receiver and state.room(receiver) < len(markers):
        return no("refusal.full_for_all", "8.3", seat=receiver, room=state.room(receiver))
    return None


def give_several(
    table: Table, seat: Seat, points: int, markers: tuple[Marker, ...], receiver: Seat
) -> None:
    """10.35, 21.1(3): give points and markers, one after the other."""
    if points:
        give_points(table, seat, points, receiver)
    for marker in markers:
        give_marker(table, seat, marker, receiver)


def _several(state: State, seat: Seat) -> tuple[Domain, ...]:
    hand = tuple(state.hands[seat])
    return Likely([0], _Points()), Likely([hand] if hand else [], _Markers()), _others(state, seat)


class _Points:
    """All numbers of points."""

    def __contains__(self, said: object) -> bool:
        return isinstance(said, int)


class _Markers:
    """All lists of names of markers that people may write."""

    def __contains__(self, said: object) -> bool:
        return isinstance(said, tuple) and bool(said) and all(isinstance(m, str) for m in said)


def _held(state: State, seat: Seat) -> tuple[Domain, ...]:
    known = state.data.charts.markers
    return Likely(dict.fromkeys(state.hands[seat]), known), _others(state, seat)


def why_not_return(state: State, seat: Seat, markers: tuple[Marker, ...] = ()) -> Refusal | None:
    """8.31: refuse all markers but those in the hand or in own boxes."""
    held = returnable(state, seat)
    return why_not_returned(held, markers) if held else no("refusal.no_markers", "8.31")


def return_markers(table: Table, seat: Seat, markers: tuple[Marker, ...]) -> None:
    """8.31: return markers to the pool, unplayed."""
    give_back(table, seat, markers)


def _returnable(state: State, seat: Seat) -> tuple[Domain, ...]:
    held = returnable(state, seat)
    return (returned_domain(held, 1, len(held)),)


# Showing


def why_not_reveal(state: State, seat: Seat, _what: str = "", receiver: str = "") -> Refusal | None:
    """7.2: refuse any receiver but all or another seat."""
    if receiver in ("", EVERYBODY):
        return None
    return _why_not_to(state, seat, receiver)


def reveal(table: Table, seat: Seat, what: What, receiver: str) -> None:
    """7.2: show what a player wants to show, as it is now."""
    state = table.state
    to = "" if receiver == EVERYBODY else receiver
    markers = list(state.hands[seat]) if what != "treasury" else None
    points = state.treasury[seat] if what != "markers" else None
    table.tell(events.Revealed(seat, to, markers, points))


def _shown(state: State, seat: Seat) -> tuple[Domain, ...]:
    return SHOWN, Likely([EVERYBODY, *state.others(seat)], state.data.powers.majors)


def _receiver(_state: State, _given: object, receiver: Seat) -> list[Seat]:
    return [receiver]


def _receiver_of_all(_state: State, _points: int, _markers: object, receiver: Seat) -> list[Seat]:
    return [receiver]


def _nobody(_state: State, _markers: object) -> list[Seat]:
    return []


def _viewer(_state: State, _what: What, receiver: str) -> list[Seat] | None:
    return None if receiver == EVERYBODY else [receiver]


ANYTIME = (
    AnytimeOrder("give_points", why_not_give_points, _amounts, give_points, _receiver),
    AnytimeOrder("give_marker", why_not_give_marker, _held, give_marker, _receiver),
    AnytimeOrder("give_several", why_not_give_several, _several, give_several, _receiver_of_all),
    AnytimeOrder("return", why_not_return, _returnable, return_markers, _nobody),
    AnytimeOrder("reveal", why_not_reveal, _shown, reveal, _viewer),
)
