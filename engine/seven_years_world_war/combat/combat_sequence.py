"""15.1: a combat from its declaration to its end, the same for all who fight."""

from collections.abc import Awaitable, Callable, Mapping

from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.combat.advance import go_in, tell_emptied
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.leading import lead_defence
from engine.seven_years_world_war.combat.losses import choose_losses
from engine.seven_years_world_war.combat.retreat import fall_back
from engine.seven_years_world_war.combat.sides import (
    ashore,
    defending,
    fighting,
    lose,
    wholly_minor,
)
from engine.seven_years_world_war.combat.strength import half, odds, strength, terrain
from engine.seven_years_world_war.combat.upgrades import upgrade_some
from engine.seven_years_world_war.forces import common, minus, size
from engine.seven_years_world_war.markers.leaders import Led, lose_leader, take, use_up
from engine.seven_years_world_war.markers.pool import lose_random, pick
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import DIE, add, mark
from engine.seven_years_world_war.tables.charts import SIDES, Act, Effect, Side
from engine.seven_years_world_war.tables.names import Force, Square


async def fight(table: Table, battle: Battle, led: Led) -> None:
    """15.11: go through declaration, leaders, odds, the die, and the effects of the result in
    order.

    `battle.attacking` are the attackers where they stand; `led`: the attacker's leader.
    """
    state = table.state
    state.battle = battle
    battle.markers = not any(wholly_minor(state, fighting(state, battle, side)) for side in SIDES)
    _declare(table, battle, led)
    _lead(battle, "attacker", led)
    _lead(battle, "defender", await lead_defence(table, battle))
    code = _roll(table, battle)
    for effect in state.data.charts.results[code]:
        await EFFECTS[effect.act](table, battle, effect)
    _end(table, battle)


def _lead(battle: Battle, side: Side, led: Led) -> None:
    battle.leaders[side], battle.boxes[side] = led


def _declare(table: Table, battle: Battle, led: Led) -> None:
    state = table.state
    take(table, battle.attacker, led)
    table.tell(
        events.AttackDeclared(
            battle.attacker,
            battle.start,
            battle.target,
            fighting(state, battle, "attacker"),
            battle.aboard,
            battle.defender,
            defending(state, battle),
            battle.table,
            battle.manner,
            *led,
        )
    )


def _roll(table: Table, battle: Battle) -> str:
    """15.11(4) to (6): roll the die; the result is in the column of the odds."""
    state, charts = table.state, table.state.data.charts
    attack, defence = (
        strength(charts, fighting(state, battle, side), battle.leaders[side]) for side in SIDES
    )
    minor = wholly_minor(state, fighting(state, battle, "defender"))
    added = terrain(state.data.board, battle.target, ashore(state, battle), minor=minor)
    found = odds(charts, attack, defence, added)
    die = table.draw(f"combat, {battle.start} {battle.target}", DIE)
    code = charts.result(battle.table, die, found.column)
    table.tell(
        events.CombatFought(
            battle.attacker,
            battle.defender,
            battle.start,
            battle.target,
            battle.table,
            found.attack,
            found.defence,
            found.terrain,
            charts.columns[found.column],
            die,
            code,
            charts.results[code],
        )
    )
    return code


def _end(table: Table, battle: Battle) -> None:
    """20.41, R33: leaders lie face down, attackers have attacked."""
    state = table.state
    for side in SIDES:
        use_up(state, Led(battle.leaders[side], battle.boxes[side]))
    if not defending(state, battle):
        tell_emptied(table, battle)
        advanced = bool(battle.attacking.get(battle.target))
        won = events.SquareWon(battle.attacker, battle.start, battle.target, advanced)
        table.tell(won)
    for square, force in battle.attacking.items():
        _mark(state, battle, square, force)
    state.battle = None


def _mark(state: State, battle: Battle, square: Square, force: Force) -> None:
    """R33, R40: mark attackers as having attacked. Some in a forced march had done so before; a
    countermarch uses up no attack; units lost to overcrowding are not there."""
    there = state.at(square)
    if battle.manner in ("attack", "alliance"):
        for power, stack in common(force, minus(there, state.attacked.get(square, {}))).items():
            add(state.attacked, square, power, stack)
    elif battle.manner == "forced":
        for power, stack in common(force, there).items():
            mark(state.attacked, square, power, stack)


# What a result does, in its order (15.7)


async def _lose_units(table: Table, battle: Battle, effect: Effect) -> None:
    """15.71, 15.72, R37: lose units, half of them rounded up, or all, by their owner's choice."""
    side, square = effect.side, battle.square(effect.side)
    force = fighting(table.state, battle, side)
    by_act = {"loses_all": size(force), "loses_half": half(size(force))}
    number = by_act.get(effect.act, effect.number)
    lost = await choose_losses(table, battle.seat(side), square, force, number)
    lose(table, battle, side, lost)


async def _lose_leader(table: Table, battle: Battle, effect: Effect) -> None:
    """20.61(1)."""
    side = effect.side
    if battle.leaders[side]:
        lose_leader(table, battle.seat(side), Led(battle.leaders[side], battle.boxes[side]))
        battle.leaders[side] = ""


async def _lose_markers(table: Table, battle: Battle, effect: Effect) -> None:
    """8.5, 4.78."""
    if battle.markers and (seat := battle.seat(effect.side)):
        lose_random(table, seat, effect.number, "combat")


async def _pick_markers(table: Table, battle: Battle, effect: Effect) -> None:
    """8.2(4), 4.78."""
    if battle.markers and (seat := battle.seat(effect.side)):
        await pick(table, seat, effect.number, "combat")


async def _upgrade(table: Table, battle: Battle, effect: Effect) -> None:
    await upgrade_some(table, battle, effect.side, effect.number)


async def _retreat(table: Table, battle: Battle, effect: Effect) -> None:
    await fall_back(table, battle, effect.side)


async def _advance(table: Table, battle: Battle, effect: Effect) -> None:
    """Only the attacker has a square to advance into."""
    if effect.side == "attacker":
        await go_in(table, battle)


EFFECTS: Mapping[Act, Callable[[Table, Battle, Effect], Awaitable[None]]] = {
    "loses_units": _lose_units,
    "loses_half": _lose_units,
    "loses_all": _lose_units,
    "loses_leader": _lose_leader,
    "loses_markers": _lose_markers,
    "picks_markers": _pick_markers,
    "upgrades": _upgrade,
    "retreats": _retreat,
    "advances": _advance,
}
"""By the act of an effect: what is done for it."""
