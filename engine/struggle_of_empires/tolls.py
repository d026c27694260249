"""Taxation: what an order costs in unrest, told before it is carried out."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core.decision import Choice, Toll
from engine.core.messages import message
from engine.struggle_of_empires.schema import Gold, Power
from engine.struggle_of_empires.state import State, Table

GRAVE = 2
"""From this many taxations on, a seat has to agree first."""
Facts = Mapping[str, Any]


def toll(table: Table, seat: Power, choice: Choice, facts: Facts) -> Toll | None:
    """Deluxe, Taxation: the unrest for the gold that an order has to raise."""
    state = table.state
    if choice[0] not in _COSTS:
        return None
    short = _COSTS[choice[0]](state, choice, facts) - state.gold[seat]
    if short <= 0:
        return None
    times = -(-short // state.taxation(seat))
    drawn, provided = state.rules.unrest_drawn, _IF.get(choice[0], "")
    said = message("gold.takes", times=times, drawn=drawn, provided=provided)
    return Toll(said, times, times >= GRAVE or choice[0] in _UNASKED)


def _of_tile(state: State, choice: Choice, _facts: Facts) -> Gold:
    if choice[1] in state.data.tiles:
        return state.rules.tiles[choice[1]].cost.gold
    return _of_ally(state, choice, _facts)


def _of_ally(state: State, choice: Choice, _facts: Facts) -> Gold:
    return state.rules.local_alliances[choice[1]].cost


_COSTS: Mapping[str, Callable[[State, Choice, Facts], Gold]] = {
    "claim": _of_tile,
    "ally": _of_ally,
    "diplomatic_service": _of_ally,
    "attack": lambda state, _choice, _facts: state.rules.attack_cost,
    "pay": lambda _state, choice, facts: facts["costs"][choice[1]],
    **dict.fromkeys(("bid", "give", "offer"), lambda _state, choice, _facts: choice[1]),
}
_UNASKED = ("give", "offer")
_IF = {"bid": "won", "offer": "joined"}
