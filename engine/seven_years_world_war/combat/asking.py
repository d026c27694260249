"""What all questions of a combat have in common: their facts, and whether they are waited for."""

from typing import Any

from engine.core.decision import Patience, Seat
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.state import State
from engine.seven_years_world_war.tables.names import MAJORS


def patience(state: State, seat: Seat) -> Patience:
    """Contract 6: wait for the seat whose turn it is; for others only if reactions are waited
    for."""
    return "wait" if seat == state.active else state.patience


def facts_of(state: State, seat: Seat, **more: Any) -> dict[str, Any]:
    """Return the facts of a seat's question in a combat: who fights whom and where, and more.

    `attackers`, `defenders`: the seat and the powers of each side; a standing order may name the
    side by any of them.
    """
    battle = state.battle
    return (_of_battle(state, battle, seat) if battle else {}) | more


def _of_battle(state: State, battle: Battle, seat: Seat) -> dict[str, Any]:
    force = battle.attacking.get(battle.start, {})
    defending = [p for p in state.at(battle.target) if state.controller(p) == battle.defender]
    return {
        "side": battle.side(seat),
        "attacker": battle.attacker,
        "defender": battle.defender,
        "attackers": [battle.attacker, *(p for p in force if p in MAJORS)],
        "defenders": [battle.defender, *defending],
        "from": battle.start,
        "square": battle.target,
        "table": battle.table,
        "manner": battle.manner,
        "leaders": dict(battle.leaders),
    }


def fought(state: State) -> Battle:
    """Return the combat under way. Raises ValueError if there is none."""
    if state.battle is None:
        raise ValueError("there is no combat")
    return state.battle
