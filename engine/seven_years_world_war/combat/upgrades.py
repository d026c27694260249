"""17.2, 17.6: a recruit that took part becomes a veteran."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat.asking import facts_of, patience
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.losses import Lists, as_said
from engine.seven_years_world_war.combat.sides import fighting, wholly_minor
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    Said,
    common,
    each,
    minus,
    only,
    plus,
    resolve,
    size,
)
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import drawn, replace_units
from engine.seven_years_world_war.tables.charts import Side
from engine.seven_years_world_war.tables.names import MAJORS, Force, Power, Square, Unit

BEST_FIRST = ("legion", "army", "fleet", "horde")
"""Contract 6: the default."""


async def upgrade_some(table: Table, battle: Battle, side: Side, number: int) -> None:
    """17.2: make this number of a side's recruits that took part and are left veterans."""
    state = table.state
    square = battle.square(side)
    can = recruits(state, fighting(state, battle, side))
    if number >= size(can) or (len(list(each(can))) == 1 and not wholly_minor(state, can)):
        chosen = best(can, number)
    elif wholly_minor(state, can):
        chosen = _random(table, square, can, number)
    else:
        chosen = await _choose(table, battle.seat(side), square, can, number)
    for power, unit, n in list(each(chosen)):
        better = state.data.charts.units[unit].veteran
        replace_units(table, power, square, unit, better, n, "combat")
        if side == "attacker":
            _rename(battle, power, unit, better, n)


def recruits(state: State, force: Force) -> Force:
    """17.5: return the units of a force that have a veteran side and do not show it."""
    return only(force, [unit for unit, row in state.data.charts.units.items() if row.veteran])


def best(can: Force, number: int) -> Force:
    """Return this number of recruits, the best first."""
    found: Force = {}
    order = sorted(((p, u) for p, u, _ in each(can)), key=_rank)
    for power, unit in order:
        if taken := min(number - size(found), can[power][unit]):
            found = plus(found, {power: {unit: taken}})
    return found


def _rank(one: tuple[Power, Unit]) -> tuple[int, int, str]:
    power, unit = one
    place = BEST_FIRST.index(unit) if unit in BEST_FIRST else len(BEST_FIRST)
    return place, MAJORS.index(power) if power in MAJORS else len(MAJORS), power


def _random(table: Table, square: Square, can: Force, number: int) -> Force:
    """17.6: for minor power units, draw which ones, unit by unit."""
    found: Force = {}
    for _ in range(number):
        left = [(power, unit) for power, unit, n in each(minus(can, found)) for _ in range(n)]
        kinds = sorted(unit for _, unit in left)
        alike = len(set(kinds)) == 1
        unit = kinds[0] if alike else drawn(table, f"upgrade, {square}", kinds)
        power = next(power for power, kind in left if kind == unit)
        found = plus(found, {power: {unit: 1}})
    return found


async def _choose(table: Table, seat: Seat, square: Square, can: Force, number: int) -> Force:
    verb, *said = await table.ask(upgrade, seat, square, can, number)
    if verb == "no_upgrade":
        return {}
    whom, units = said
    chosen = resolve(table.state.data, can, units, whom=whom, recruits=True)
    return best(can, number) if isinstance(chosen, Refusal) else chosen


def _rename(battle: Battle, power: Power, unit: Unit, better: Unit, number: int) -> None:
    """Turn units of the attack into what they have become, those aboard first as everywhere."""
    old, there = {power: {unit: number}}, battle.attacking[battle.start]
    battle.attacking[battle.start] = plus(minus(there, old), {power: {better: number}})
    if aboard := size(over := common(battle.aboard, old)):
        battle.aboard = plus(minus(battle.aboard, over), {power: {better: aboard}})


@kind(covered_by=("attack", "force_attack", "alliance_attack"))
def upgrade(table: Table, seat: Seat, square: Square, can: Force, number: int) -> Decision:
    """Ask which recruits become veterans."""
    state = table.state

    def why_not(whom: Power = WHOEVER, said: Said | None = None) -> Refusal | None:
        if said is None:
            return None
        chosen = resolve(state.data, can, said, whom=whom, recruits=True)
        if isinstance(chosen, Refusal):
            return chosen
        too_many = size(chosen) > number
        return no("refusal.upgrade_so_many", "17.2", number=number) if too_many else None

    kinds = [(power, unit) for power, unit, _ in each(can)]
    one = [as_said(best({power: {unit: can[power][unit]}}, number), can) for power, unit in kinds]
    default = as_said(best(can, number), can)
    return Decision(
        Menu(
            Verb("upgrade", why_not, (WHOM, Lists(dict.fromkeys([default, *one])))),
            Verb("no_upgrade"),
        ),
        ("upgrade", WHOEVER, default),
        facts_of(state, seat, square=square, units=can, number=number),
        patience(state, seat),
    )
