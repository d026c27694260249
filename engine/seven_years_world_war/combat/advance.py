"""15.8, 18.631: the attacker enters the square that he has emptied."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.combat.asking import facts_of, fought, patience
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.entering import come_in
from engine.seven_years_world_war.combat.losses import weakest
from engine.seven_years_world_war.forces import (
    WHOEVER,
    WHOM,
    ForceDomain,
    Said,
    common,
    fleets_in,
    minus,
    plus,
    resolve,
    size,
)
from engine.seven_years_world_war.negotiation.breaches import deed
from engine.seven_years_world_war.state import State, Table, land_units
from engine.seven_years_world_war.state_changes import land, shift
from engine.seven_years_world_war.tables.names import Force, Power


async def go_in(table: Table, battle: Battle) -> None:
    """15.8: let any or all remaining attackers enter the square if nobody else is in it."""
    state = table.state
    can = battle.attacking.get(battle.start, {})
    if battle.manner == "rebels" or not (can and battle.attacker and is_empty(state, battle)):
        return
    tell_emptied(table, battle)
    verb, *said = await table.ask(advance, battle.attacker)
    if verb == "no_advance":
        return
    whom, units = said
    going = resolve(state.data, can, units, whom=whom)
    if not isinstance(going, Refusal):
        await deed(table, battle.attacker, enters=[battle.target])
        await _enter(table, battle, going)


def tell_emptied(table: Table, battle: Battle) -> None:
    """Tell once that no defender is left: what depends on it is known before the advance."""
    if not battle.emptied:
        battle.emptied = True
        table.tell(events.SquareEmptied(battle.attacker, battle.start, battle.target))


def is_empty(state: State, battle: Battle) -> bool:
    """Tell whether nobody is left in the target square who would keep the attackers out."""
    minor = battle.manner == "alliance"
    there = state.at(battle.target) if minor else state.strangers(battle.attacker, battle.target)
    return not there


async def _enter(table: Table, battle: Battle, going: Force) -> None:
    """Units aboard land as they advance. Fleets take along those aboard who would have no fleet
    left."""
    state, start, end = table.state, battle.start, battle.target
    there = battle.attacking[start]
    landing = land_units(minus(going, minus(there, battle.aboard)))
    along = _along(state, battle, going, landing)
    for power, stack in landing.items():
        land(state, start, power, stack)
    for power, stack in plus(going, along).items():
        shift(state, power, start, end, stack, aboard=along.get(power, {}))
    battle.attacking = {end: going, start: minus(there, going)}
    table.tell(events.Advanced(battle.attacker, start, end, plus(going, along)))
    await come_in(table, battle.attacker, end, going)


def _along(state: State, battle: Battle, going: Force, landing: Force) -> Force:
    """The units aboard that do not land and have no room on the fleets that stay."""
    there = state.of_seat(battle.attacker, battle.start)
    cargo = minus(common(there, state.aboard(battle.start)), landing)
    over = size(cargo) - (fleets_in(there) - fleets_in(going))
    return weakest(cargo, over) if over > 0 and fleets_in(going) else {}


@kind(covered_by=("attack", "force_attack", "alliance_attack"))
def advance(table: Table, seat: Seat) -> Decision:
    """Ask which units enter the square that has been won."""
    state, battle = table.state, fought(table.state)
    can = battle.attacking.get(battle.start, {})

    def why_not(whom: Power = WHOEVER, said: Said | None = None) -> Refusal | None:
        if said is None:
            return None
        going = resolve(state.data, can, said, whom=whom)
        return going if isinstance(going, Refusal) else None

    return Decision(
        Menu(Verb("advance", why_not, (WHOM, ForceDomain(can))), Verb("no_advance")),
        ("no_advance",),
        facts_of(state, seat, units=can),
        patience(state, seat),
    )
