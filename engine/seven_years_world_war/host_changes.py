"""What a host can change to fix a mistake; typed, and judged like an order.

Nothing is made up: units come from the counters of their power and go back there. A refusal says
only what every seat can see. Changes are told to all, so points are given and taken: setting a
treasury to a number would reveal it.
"""

from collections.abc import Mapping

from engine.core.decision import Domain, Refusal, Seat, refuse
from engine.kit.host_changes import Change, Changes, sets
from engine.seven_years_world_war.control.occupation import land_fits, water_fits
from engine.seven_years_world_war.events import Cause
from engine.seven_years_world_war.forces import Likely, plus
from engine.seven_years_world_war.negotiation.breaches import find_broken
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import gain_points, lose_units, pay, place_units
from engine.seven_years_world_war.tables.names import UNITS, Power, Square, Unit

MOST_POINTS = 999
MOST_UNITS = 20
MOST_NUMBERED = 1_000
RULING: Cause = "ruling"
"""The cause of everything that a change brings about."""


def _now(state: State) -> Refusal | None:
    """A combat or an attempt counts what was there when it began, so nothing can change
    meanwhile."""
    if state.battle is not None or state.attempt is not None:
        return refuse("refusal.during_combat")
    return None


def _may_stand(
    state: State, power: Power, number: int, unit: Unit, square: Square
) -> Refusal | None:
    """Whether this many units are left, and can stand there."""
    if state.stock_left(power, unit) < number:
        return refuse("refusal.counters_out", power=power, left=state.stock_left(power, unit))
    force = plus(state.at(square), {power: {unit: number}})
    if not (land_fits(state, square, force) and water_fits(state, square, force)):
        return refuse("refusal.cannot_stand", square=square)
    leader = state.controller(power)
    if any(state.controller(other) != leader for other in state.at(square)):
        return refuse("refusal.others_stand", square=square)
    return None


def _give_points(table: Table, seat: Seat, points: int) -> None:
    gain_points(table, seat, points, RULING)


def _take_points(table: Table, seat: Seat, points: int) -> None:
    """Take no more than there are: a refusal would tell the host what the treasury holds (7)."""
    pay(table, seat, min(points, table.state.treasury[seat]), RULING)


def _place(table: Table, power: Power, number: int, unit: Unit, square: Square) -> None:
    place_units(table, power, square, {unit: number}, RULING)


def _are_there(
    state: State, power: Power, number: int, unit: Unit, square: Square
) -> Refusal | None:
    have = state.at(square).get(power, {}).get(unit, 0)
    if have < number:
        return refuse("refusal.not_so_many", power=power, square=square, have=have)
    return None


def _remove(table: Table, power: Power, number: int, unit: Unit, square: Square) -> None:
    lose_units(table, power, square, {unit: number}, RULING)


def _pillage(table: Table, square: Square) -> None:
    table.state.pillaged = sorted([*table.state.pillaged, square])


def _is_unpillaged(state: State, square: Square) -> Refusal | None:
    return refuse("refusal.so_already") if square in state.pillaged else None


def _clear(table: Table, square: Square) -> None:
    table.state.pillaged.remove(square)


def _is_pillaged(state: State, square: Square) -> Refusal | None:
    return None if square in state.pillaged else refuse("refusal.so_already")


def _expire(table: Table, number: int) -> None:
    table.state.agreements = [a for a in table.state.agreements if a.n != number]


def _is_agreed(state: State, number: int) -> Refusal | None:
    known = [agreement.n for agreement in state.agreements]
    return None if number in known else refuse("refusal.no_such_agreement")


def _was_party(state: State, number: int, seat: Seat) -> Refusal | None:
    parties = next(each.parties for each in state.agreements if each.n == number)
    return None if seat in parties else refuse("refusal.no_party", seat=seat)


def _breach(table: Table, number: int, seat: Seat) -> None:
    agreement = next(each for each in table.state.agreements if each.n == number)
    find_broken(table, agreement, seat)


def _domains(state: State) -> Mapping[str, Domain]:
    board = state.data.board
    seats: list[Seat] = state.seats
    return {
        "seat": seats,
        "power": state.data.powers.all,
        "number": range(1, MOST_UNITS + 1),
        "points": range(1, MOST_POINTS + 1),
        "total": range(MOST_POINTS + 1),
        "unit": UNITS,
        "square": board.ids,
        "agreement": Likely([each.n for each in state.agreements], range(1, MOST_NUMBERED)),
    }


_UNITS = ("power", "number", "unit", "square")
CHANGES = Changes(
    _domains,
    {
        "give_points": Change(("seat", "points"), _give_points, (_now,)),
        "take_points": Change(("seat", "points"), _take_points, (_now,)),
        "place": Change(_UNITS, _place, (_now, _may_stand)),
        "remove": Change(_UNITS, _remove, (_now, _are_there)),
        "pillage": Change(("square",), _pillage, (_now, _is_unpillaged)),
        "clear": Change(("square",), _clear, (_now, _is_pillaged)),
        "breach": Change(("agreement", "seat"), _breach, (_now, _is_agreed, _was_party)),
        "end_agreement": Change(("agreement",), _expire, (_now, _is_agreed)),
        "treasury": Change(("seat", "total"), sets("treasury"), (_now,)),
    },
)
"""The last is kept for old records; no form offers it any more."""
changes, do_change = CHANGES.menu, CHANGES.do
