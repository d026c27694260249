"""15.5 and 15.6: which table a force may use, how strong the two sides are, and the odds."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.seven_years_world_war.tables.board import Board
from engine.seven_years_world_war.tables.charts import Charts
from engine.seven_years_world_war.tables.names import Force, Marker, Square, Unit


class Odds(NamedTuple):
    """Both strengths with what they are made of, and the column of the tables."""

    attack: int
    defence: int
    terrain: int
    """What the terrain adds to the defence."""
    column: int


def count(force: Force, of: Callable[[Unit], bool] = lambda _: True) -> int:
    """Count the units of a force, or only those that `of` accepts."""
    return sum(n for stack in force.values() for unit, n in stack.items() if of(unit))


TABLE_LACKS: Mapping[str, str] = {"half": "refusal.table_half", "one": "refusal.table_one"}
"""The message on what a force lacks for a table, by how many of its units have to count (15.51)."""


def may_use(charts: Charts, table: str, force: Force) -> bool:
    """15.51: tell whether a force of these units may choose a table."""
    row = charts.tables[table]
    counting = count(force, lambda unit: charts.units[unit].counter in row.of)
    match row.least:
        case "none":
            return True
        case "half":
            return 2 * counting >= count(force)
        case "one":
            return counting > 0


def strength(charts: Charts, force: Force, leader: Marker = "") -> int:
    """15.61(1), 20.41: return the strength of units and of their leader together."""
    units = sum(charts.units[unit].strength * n for s in force.values() for unit, n in s.items())
    return units + (charts.markers[leader].value if leader else 0)


def terrain(board: Board, square: Square, ashore: Force, *, minor: bool) -> int:
    """15.64(2), 18.65, R43: return what the terrain adds to a force with these land units ashore;
    `minor`: all its units are of minor powers."""
    return board.defence(square, minor=minor) if ashore else 0


def odds(charts: Charts, attack: int, defence: int, terrain: int) -> Odds:
    """15.61 to 15.63, R34: return the column for two strengths; the terrain counts with the
    second."""
    column = charts.column(attack, defence + terrain)
    return Odds(attack, defence + terrain, terrain, column)


def half(units: int) -> int:
    """R37: return half of so many units, rounded up."""
    return -(-units // 2)
