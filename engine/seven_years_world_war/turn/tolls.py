"""What an order costs besides what it says: a neutral power that it brings in (4.413), a written
agreement that it breaks (21.2, R53), points of the treasury. Attacks also tell their table, if
others could be used (15.52). These are told with the order, which is carried out anyway."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core.decision import Choice, Refusal, Seat, Toll
from engine.core.messages import message
from engine.seven_years_world_war.combat.attack_orders import attack_as_planned
from engine.seven_years_world_war.combat.strength import may_use
from engine.seven_years_world_war.control.changing import invades
from engine.seven_years_world_war.movement.forces_of_an_order import planned
from engine.seven_years_world_war.movement.meaning_of_a_move import Journey
from engine.seven_years_world_war.movement.orders import ordered
from engine.seven_years_world_war.negotiation.breaches import broken_by
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import Power, Square
from engine.seven_years_world_war.treasury.spending import BY_VERB as TREASURY

MOVES = ("move", "force_march")
TARGETS = {"attack": 2, "force_attack": 2, "alliance_attack": 1}
"""The position of the attacked square in such a choice."""


def toll(table: Table, seat: Seat, choice: Choice, _facts: Mapping[str, Any]) -> Toll | None:
    """Return what else a legal order of a turn brings about."""
    state, verb = table.state, choice[0]
    if verb in MOVES:
        found = planned(state, seat, ordered(choice[1:], forced=verb == "force_march"))
        if isinstance(found, Refusal):
            return None
        powers = dict.fromkeys(power for force in found for power in invaded(state, force.made))
        entered = dict.fromkeys(sq for force in found for sq in force.made.squares[1:])
        return _toll(state, seat, list(powers), enters=entered)
    if verb in TARGETS:
        target = choice[TARGETS[verb]]
        neutral = [power for power in state.at(target) if state.is_neutral(power)]
        other = _toll(state, seat, neutral, attacks=filter(None, [state.occupant(target)]))
        return _with_table(state, seat, choice, other)
    if (order := TREASURY.get(verb)) and order.cost and not order.why_not(state, seat, *choice[1:]):
        cost = order.cost(state, seat, *choice[1:])
        left = max(0, state.treasury[seat] - cost)
        return Toll(message("order.costs", cost=cost, left=left), cost, asks=False)
    return None


def _with_table(state: State, seat: Seat, choice: Choice, found: Toll | None) -> Toll | None:
    """15.52: an attack that names no table uses Engagement; the other usable tables are told."""
    planned = attack_as_planned(state, seat, choice)
    tables = state.data.charts.tables
    if planned is None or planned.table != next(iter(tables)):
        return found
    others = [key for key in tables if key != planned.table]
    if not (could := [key for key in others if may_use(state.data.charts, key, planned.force)]):
        return found
    slots = {"table": planned.table, "open": tuple(could), "example": could[0]}
    said = message("order.table", takes=found.said if found else "", **slots)
    return found._replace(said=said) if found else Toll(said, 0, asks=False)


def invaded(state: State, made: Journey) -> list[Power]:
    """4.413(2), 18.4: return the neutral powers that a move violates, in the order of its way."""
    load, last = made.load, made.squares[-1]
    found = [
        invades(state, square, load.force, aboard=load.aboard, ends=square == last)
        for square in made.squares[1:]
    ]
    for stop in made.stops:
        found += [invades(state, stop.square, f, ends=True) for f in (stop.landed, stop.dropped)]
    return list(dict.fromkeys(filter(None, found)))


def _toll(
    state: State,
    seat: Seat,
    powers: list[Power],
    *,
    attacks: Iterable[Seat] = (),
    enters: Iterable[Square] = (),
) -> Toll | None:
    broken = broken_by(state, seat, attacks=attacks, enters=enters)
    if not powers and not broken:
        return None
    numbers = tuple(agreement.n for agreement in broken)
    slots = {"agreements": numbers, "count": len(numbers)}
    said = message("order.takes", powers=tuple(powers), **slots)
    return Toll(said, len(powers) + len(broken), asks=False, lasts=True)
