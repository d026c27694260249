"""Who is on each side of a combat, how many of them fight, and how they are lost."""

from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.losses import weakest
from engine.seven_years_world_war.events import Cause
from engine.seven_years_world_war.forces import common, fleets_in, minus, only, plus, size
from engine.seven_years_world_war.state import State, Table, land_units
from engine.seven_years_world_war.state_changes import lose_units
from engine.seven_years_world_war.tables.charts import Side
from engine.seven_years_world_war.tables.names import FLEETS, Force


def fighting(state: State, battle: Battle, side: Side) -> Force:
    """15.71, 15.72, 18.64: return the units of a side that fight; at sea, defenders aboard do
    not."""
    if side == "attacker":
        return battle.attacking.get(battle.start, {})
    force = defending(state, battle)
    on_land = state.data.board.squares[battle.target].has_land
    return force if on_land else only(force, FLEETS)


def defending(state: State, battle: Battle) -> Force:
    """15.3: return all units of the defender, including those aboard."""
    there = state.at(battle.target)
    return {p: stack for p, stack in there.items() if state.controller(p) == battle.defender}


def aboard(state: State, battle: Battle, side: Side) -> Force:
    """Return the units of a side that are aboard, whether they fight or not."""
    if side == "attacker":
        return plus(battle.aboard, battle.carried)
    return common(defending(state, battle), state.aboard(battle.target))


def ashore(state: State, battle: Battle) -> Force:
    """Return the land units of the defender that are ashore."""
    return land_units(minus(defending(state, battle), aboard(state, battle, "defender")))


def wholly_minor(state: State, force: Force) -> bool:
    """4.78: tell whether all units of a force are of minor powers."""
    return not any(map(state.data.is_major, force))


def lose(table: Table, battle: Battle, side: Side, lost: Force) -> None:
    """Eliminate units of a side, and units aboard that have no fleet left."""
    _lose(table, battle, side, plus(lost))
    cargo = aboard(table.state, battle, side)
    fleets = _fleets(table.state, battle, side)
    if (over := size(cargo) - fleets) > 0:
        _lose(table, battle, side, weakest(cargo, over), drowned=True)


def _fleets(state: State, battle: Battle, side: Side) -> int:
    return fleets_in(fighting(state, battle, side))


def _lose(table: Table, battle: Battle, side: Side, lost: Force, *, drowned: bool = False) -> None:
    square = battle.square(side)
    cause: Cause = "drowned" if drowned else "combat"
    for power, stack in lost.items():
        lose_units(table, power, square, stack, cause, aboard=stack if drowned else {})
    if side == "attacker":
        idle = common(battle.carried, lost) if drowned else {}
        battle.carried = minus(battle.carried, idle)
        left = minus(battle.attacking.get(square, {}), minus(lost, idle))
        battle.attacking[square] = left
        battle.aboard = common(battle.aboard, left)
