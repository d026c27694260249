"""Surrender in a land battle: the defender gives up the marker, and nobody loses units."""

from engine.core.decision import Decision, Menu, Verb, kind
from engine.struggle_of_empires import events
from engine.struggle_of_empires.attack.combat import base_strength
from engine.struggle_of_empires.schema import ARMY, FORT, Power
from engine.struggle_of_empires.state import Battle, State, Table


async def surrendered(table: Table) -> bool:
    """Deluxe, Surrender During Land Battles: once naval support is settled, before the dice."""
    state = table.state
    battle = state.current_battle
    if not state.rules.surrender or not can_gain_by_it(state, battle):
        return False
    seat = battle.defender.power
    if (await table.ask(surrender, seat))[0] == "fight":
        return False
    table.tell(events.Surrendered(seat, battle.region))
    return True


def can_gain_by_it(state: State, battle: Battle) -> bool:
    """Deluxe, Surrender During Land Battles, note: not if the defender's side can lose no unit and
    so risks nothing by fighting."""
    side = battle.defender
    if not state.is_seat(side.power) or not state.markers(side.power, battle.region):
        return False
    lost = side.own(FORT) or any(side.forces.get(seat, {}).get(ARMY) for seat in state.seats)
    return bool(lost) and not battle.withdrawn


@kind()
def surrender(table: Table, seat: Power) -> Decision:
    """Give up the control marker without a land combat, or fight."""
    state = table.state
    battle = state.current_battle
    own, against = (base_strength(state, "land", side) for side in ("defender", "attacker"))
    return Decision(
        Menu(Verb("surrender"), Verb("fight")),
        ("fight",),
        facts={
            "region": battle.region,
            "side": "defender",
            "attacker": battle.attacker.power,
            "own": own,
            "against": against,
        },
    )
