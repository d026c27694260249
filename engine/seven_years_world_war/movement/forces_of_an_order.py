"""The forces that an order to move means: one, or for `all` one by land and one by sea (R57)."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.decision import Refusal, Seat, no
from engine.core.messages import Message, message
from engine.seven_years_world_war.combat.losses import as_said
from engine.seven_years_world_war.forces import (
    EVERY,
    common,
    each,
    fleets_in,
    in_order,
    minus,
    only,
    plus,
    size,
)
from engine.seven_years_world_war.movement.loading import aboard_of, fresh_aboard, meant
from engine.seven_years_world_war.movement.meaning_of_a_move import Journey, Ordered, journey
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.tables.names import FLEETS, Force


class Planned(NamedTuple):
    """One force of an order, as an order of its own, and the move that it would make now."""

    order: Ordered
    made: Journey


class Apart(NamedTuple):
    """All units that an order means, grouped by how they could go."""

    ashore: Force
    fleets: Force
    aboard: Force


def planned(state: State, seat: Seat, ordered: Ordered) -> tuple[Planned, ...] | Refusal:
    """R57: return one force if that is possible; else, for `all`, units ashore go by land and
    fleets by sea.

    A forced march is one force (16.12). If land units cannot walk, the order has to name those that
    board.
    """
    whole = journey(state, seat, ordered)
    if isinstance(whole, Journey):
        return (Planned(ordered, whole),)
    apart = _apart(state, seat, ordered)
    if apart is None:
        return whole
    by_land = _alone(state, seat, ordered, apart.ashore)
    by_sea = _alone(state, seat, ordered, apart.fleets)
    if by_land and not (by_sea and ordered.forced):
        return (*by_land, *by_sea)
    forms = tuple(_forms(state, seat, ordered, apart))
    return (
        no("refusal.which_of_all", whole.rule, why=whole.message, forms=forms) if forms else whole
    )


def _apart(state: State, seat: Seat, ordered: Ordered) -> Apart | None:
    """All units meant; None if the order has numbers, or means only land units or only fleets."""
    start, forced = ordered.start, ordered.forced
    if any(number != EVERY for number, _, _ in ordered.said):
        return None
    force = meant(state, seat, ordered.whom, start, ordered.said, forced=forced)
    if isinstance(force, Refusal):
        return None
    aboard = common(force, (aboard_of if forced else fresh_aboard)(state, seat, start))
    ashore, fleets = minus(land_units(force), aboard), only(force, FLEETS)
    return Apart(ashore, fleets, aboard) if ashore and fleets else None


def _alone(state: State, seat: Seat, ordered: Ordered, force: Force) -> tuple[Planned, ...]:
    """The move of these units by themselves, if they can make it."""
    order = ordered._replace(said=as_said(force, state.of_seat(seat, ordered.start)))
    made = journey(state, seat, order)
    return (Planned(order, made),) if isinstance(made, Journey) else ()


def _forms(state: State, seat: Seat, ordered: Ordered, apart: Apart) -> Iterator[Message]:
    """Units that could go, as an order writes them: by land, or fleets with those that find room
    aboard."""
    afloat = plus(apart.fleets, apart.aboard)
    room = fleets_in(apart.fleets) - size(apart.aboard)
    boarding = [{power: {unit: min(n, room)}} for power, unit, n in each(apart.ashore) if room > 0]
    for force in (apart.ashore, afloat, *(plus(afloat, units) for units in boarding)):
        for found in _alone(state, seat, ordered, force):
            said = found.order.said
            units = tuple(in_order(state.data, int(n), of, word) for n, of, word in said)
            yield message("units.all_of", units=units)
