"""Minor powers move for a player who plays an alliance marker: 4.72, R7."""

from functools import partial
from typing import Any, NamedTuple

from engine.core.decision import Domain, Refusal, Seat, no
from engine.seven_years_world_war.forces import (
    WHOM,
    ForceDomain,
    Likely,
    Said,
    fleets_in,
    minus,
    only,
    resolve,
    resolve_among,
    size,
)
from engine.seven_years_world_war.markers.minors import minor_units, places, trim_minors
from engine.seven_years_world_war.markers.sturm import play
from engine.seven_years_world_war.movement.carrying_out_a_move import travel_within
from engine.seven_years_world_war.movement.ground import ground_within
from engine.seven_years_world_war.movement.loading import allowance
from engine.seven_years_world_war.movement.path_search import Ground, reached
from engine.seven_years_world_war.movement.way_said_or_cheapest import Wanted, find_way
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.board import Means
from engine.seven_years_world_war.tables.names import Force, Marker, Power, Square

ALLIANCE: Marker = "minor_power_alliance"


class March(NamedTuple):
    """A move of a minor power's force."""

    force: Force
    squares: tuple[Square, ...]


def why_not_alliance_move(state: State, seat: Seat, *said: Any) -> Refusal | None:
    """4.72: say why not, given the arguments so far: whose, from where, which, where to, by which
    squares."""
    if ALLIANCE not in state.hands[seat]:
        return no("refusal.no_marker", "4.72", marker=ALLIANCE)
    if len(said) < 2:
        return None
    if said[1] not in state.data.board.squares:
        return no("refusal.no_such_square", "2.1", square=said[1])
    if not able(state, said[1]):
        return no("refusal.no_minor_units", "4.72", square=said[1])
    found = march(state, *said) if len(said) in (4, 5) else None
    return found if isinstance(found, Refusal) else None


def able(state: State, start: Square) -> Force:
    """14.12: return the minor power units there that can move and have not moved yet."""
    return minus(_mobile(state, start), state.moved.get(start, {}))


def _mobile(state: State, start: Square) -> Force:
    return only(minor_units(state, start), state.data.charts.mobile)


def march(
    state: State, _whom: Power, start: Square, said: Said, end: Square, via: tuple[Square, ...] = ()
) -> March | Refusal:
    """Return the move that an order means: by units of one country, which stay in it (4.721)."""
    force = resolve_among(state.data, _mobile(state, start), able(state, start), said)
    if isinstance(force, Refusal):
        return force
    if len(force) > 1:
        return no("refusal.one_country", "4.72", powers=tuple(force))
    country = next(iter(force))
    if fleets_in(force) not in (0, size(force)):
        return no("refusal.minors_carry_none", "4.72")
    ground = _ground(state, country, force)
    if start not in places(state, country, _unit(force)):
        return no("refusal.minor_abroad", "4.721", power=country, square=start)
    if end in state.data.board.squares and end not in places(state, country, _unit(force)):
        return no("refusal.minor_crosses_border", "4.721", power=country, square=end)
    wanted = Wanted(list(dict.fromkeys((start, end))), via or (), end)
    way = find_way(state, (country,), ground, wanted, allowance(state, force))
    return way if isinstance(way, Refusal) else March(force, way.squares)


def _unit(force: Force) -> str:
    return next(iter(next(iter(force.values()))))


def _ground(state: State, country: Power, force: Force) -> Ground:
    means: Means = "sea" if fleets_in(force) else "land"
    within = frozenset(places(state, country, _unit(force)))
    return ground_within(state, country, means, within)


async def alliance_move(table: Table, seat: Seat, *said: Any) -> None:
    """4.72: move one force, unless the marker is cancelled (R13); R8 applies where it ends."""
    made = march(table.state, *said)
    assert not isinstance(made, Refusal)
    if await play(table, seat, ALLIANCE, against=next(iter(made.force))):
        travel_within(table, seat, made.squares, made.force)
        trim_minors(table, made.squares[-1])


def alliance_domains(state: State, _seat: Seat) -> tuple[Domain, ...]:
    """Return the domains: whose units, from where, which, where to, by which squares."""
    squares = state.data.board.squares

    def starts(_whom: Power) -> Likely:
        return Likely(partial(_starts, state), squares)

    def units(_whom: Power, start: Square) -> ForceDomain:
        return ForceDomain(able(state, start) if start in squares else {})

    def ends(_whom: Power, start: Square, said: Said) -> Likely:
        return Likely(partial(_ends, state, start, said), squares)

    return WHOM, starts, units, ends, Likely([()])


def _starts(state: State) -> list[Square]:
    there = [square for square in state.units if able(state, square)]
    return sorted(there, key=state.data.board.number.__getitem__)


def _ends(state: State, start: Square, said: Said) -> list[Square]:
    force = resolve(state.data, able(state, start), said)
    if isinstance(force, Refusal) or len(force) > 1 or fleets_in(force) not in (0, size(force)):
        return []
    ground = _ground(state, next(iter(force)), force)
    return reached(state.data.board, ground, start, allowance(state, force))
