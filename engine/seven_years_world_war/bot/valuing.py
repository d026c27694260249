"""What an attack can be expected to gain, in hundredths of a victory point."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from engine.core.decision import Seat
from engine.seven_years_world_war.combat.strength import half, may_use, strength
from engine.seven_years_world_war.data import Data
from engine.seven_years_world_war.forces import only, size
from engine.seven_years_world_war.state import State, land_units
from engine.seven_years_world_war.state_changes import DIE
from engine.seven_years_world_war.tables.charts import Effect, Side
from engine.seven_years_world_war.tables.names import FLEETS, Force, Square

POINT = 100
OWN_UNIT, ENEMY_UNIT, MINOR_UNIT, MARKER = 90, 60, 10, 60
"""What units and markers are worth."""
HARM = 50
"""What it is worth, in hundredths, that an enemy loses a point."""


class Position(Protocol):
    """A position as a seat looks at it; nothing that other seats hide is asked for."""

    state: State
    me: Seat
    prospects: dict[Any, Any]
    """Results already worked out."""

    @property
    def data(self) -> Data:
        """The tables of the game."""


class Prospect(NamedTuple):
    """What an attack gains by the best table for it."""

    value: int
    table: str


def prospect(seen: Position, force: Force, target: Square, leader: int = 0) -> Prospect:
    """Return what an attack of these units on a square is worth; `leader`: the value of its
    leader."""
    charts = seen.data.charts
    key = (strength(charts, force) + leader, size(force), target)
    if key not in seen.prospects:
        tables = [table for table in charts.tables if may_use(charts, table, force)]
        found = [Prospect(_expected(seen, key[0], key[1], target, t), t) for t in tables]
        seen.prospects[key] = max(found)
    kept: Prospect = seen.prospects[key]
    return kept if may_use(charts, kept.table, force) else Prospect(0, kept.table)


def _expected(seen: Position, attack: int, units: int, target: Square, table: str) -> int:
    """The mean of what the six faces of the die bring."""
    charts, defenders = seen.data.charts, seen.state.strangers(seen.me, target)
    column = charts.column(attack, defence(seen, target))
    results = (charts.results[charts.result(table, die, column)] for die in DIE)
    return sum(_outcome(seen, effects, units, target, defenders) for effects in results) // len(DIE)


def defence(seen: Position, target: Square) -> int:
    """Return the strength of a square against an attack, without a leader."""
    state, board, charts = seen.state, seen.data.board, seen.data.charts
    force = state.strangers(seen.me, target)
    if not board.squares[target].has_land:
        return strength(charts, only(force, FLEETS))
    minor = not any(map(state.is_major, force))
    return strength(charts, force) + bool(land_units(force)) * board.defence(target, minor=minor)


def _outcome(
    seen: Position, effects: Iterable[Effect], units: int, target: Square, defenders: Force
) -> int:
    """What a result is worth: the square if it is emptied, units and markers on both sides."""
    left: dict[Side, int] = {"attacker": units, "defender": size(defenders)}
    minor = not any(map(seen.state.is_major, defenders))
    price: dict[Side, int] = {
        "attacker": -OWN_UNIT,
        "defender": MINOR_UNIT if minor else ENEMY_UNIT,
    }
    stands, emptied, value = bool(only(defenders, ("fortified_zone",))), False, 0
    for side, act, number in effects:
        lost = {"loses_all": left[side], "loses_half": half(left[side]), "loses_units": number}
        gone = min(lost.get(act, 0), left[side])
        left[side] -= gone
        value += gone * price[side]
        if act == "retreats" and side == "defender" and not stands:
            emptied = True
        if not minor and act in ("picks_markers", "loses_markers"):
            gain = (act == "picks_markers") == (side == "attacker")
            value += number * (MARKER if gain else -MARKER)
    if left["attacker"] and (emptied or not left["defender"]):
        value += prize(seen, target)
    return value


def prize(seen: Position, target: Square) -> int:
    """Return what taking a square is worth."""
    held = bool(seen.state.occupant(target))
    return seen.state.value(target) * (POINT + HARM * held)
