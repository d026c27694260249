"""25.3 (clarification), R51: rebels beside major power units attack them at once."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no
from engine.seven_years_world_war.combat import events
from engine.seven_years_world_war.combat.asking import patience
from engine.seven_years_world_war.combat.attack_orders import defend_neutral
from engine.seven_years_world_war.combat.combat_sequence import fight
from engine.seven_years_world_war.combat.combat_under_way import Battle
from engine.seven_years_world_war.combat.strength import TABLE_LACKS, may_use
from engine.seven_years_world_war.markers.leaders import NOT_LED
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.state_changes import lose_units
from engine.seven_years_world_war.tables.names import Force, Power, Square, Stack


async def rebels_attack(
    table: Table, roller: Seat, power: Power, square: Square, stack: Stack
) -> None:
    """Let rebels attack the major power units in their square; if any of these are left there, all
    rebels are eliminated. `roller`: the seat that rolled for the rebels and leads them."""
    state = table.state
    await defend_neutral(table, roller, square)
    force = {power: dict(stack)}
    (chosen,) = (await table.ask(rebels, roller, square, force))[1:]
    defender = state.occupant(square)
    battle = Battle(roller, defender, square, square, chosen, "rebels", {square: force})
    await fight(table, battle, NOT_LED)
    left = state.at(square)
    if any(map(state.is_major, left)) and power in left:
        lose_units(table, power, square, dict(left[power]), "combat")
        table.tell(events.RebelsBeaten(power, square))


@kind()
def rebels(table: Table, seat: Seat, square: Square, force: Force) -> Decision:
    """Ask by which table the rebels attack."""
    state = table.state

    def why_not(name: str = "") -> Refusal | None:
        if not name or may_use(state.data.charts, name, force):
            return None
        row = state.data.charts.tables[name]
        return no(TABLE_LACKS[row.least], "15.51", table=name, of=row.of)

    tables = list(state.data.charts.tables)
    return Decision(
        Menu(Verb("using", why_not, (tables,))),
        ("using", default_table(state)),
        {"square": square, "force": force},
        patience(state, seat),
    )


def default_table(state: State) -> str:
    """15.52: return the table that every force may use."""
    return next(key for key, row in state.data.charts.tables.items() if row.least == "none")
