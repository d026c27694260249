"""Increasing taxes (25): who raises them, the dice, rebellions."""

from collections.abc import Callable, Sequence

from engine.core.decision import Decision, Menu, Question, Refusal, Seat, Verb, kind, no
from engine.core.repeated_arguments import Repeated
from engine.seven_years_world_war.combat.rebels import rebels_attack
from engine.seven_years_world_war.income.points import squares_raising
from engine.seven_years_world_war.state import Table
from engine.seven_years_world_war.state_changes import DIE, drawn
from engine.seven_years_world_war.tables.names import MAJORS, Power, Square
from engine.seven_years_world_war.treasury import events
from engine.seven_years_world_war.treasury.minor_recruiting import raise_units

REBELLION = "rebellion"


class Rise:
    """What raising taxes brought a seat: extra points, and squares that pay nothing this turn."""

    def __init__(self) -> None:
        self.points = 0
        self.unpaid: set[Square] = set()


async def raise_taxes(table: Table, seats: Sequence[Seat]) -> dict[Seat, Rise]:
    """25.1: ask all seats together which powers raise taxes; then roll seat by seat, in power
    order."""
    answers = await table.ask_all(*(Question(taxes, seat) for seat in seats))
    rises = {seat: Rise() for seat in seats}
    for seat, choice in answers.items():
        for power in choice[1] if choice[0] == "increase" else ():
            await _raise_for(table, seat, power, choice[1], rises[seat])
    return rises


async def _raise_for(
    table: Table, seat: Seat, power: Power, raising: Sequence[Power], rise: Rise
) -> None:
    """25.2, 29.4: roll a die for one power and the squares that its units hold."""
    state = table.state
    squares = squares_raising(state, seat, power, raising)
    die = table.draw(f"taxes, {state.data.name(power)}", DIE)
    row = state.data.charts.increasing_taxes.dice[die]
    points = row.gain(len(squares)) if row.result == "gain" else 0
    table.tell(events.TaxesRolled(seat, power, die, row.result, squares, points))
    rise.points += points
    if row.result == REBELLION:
        rise.unpaid.update(squares)
        await _rebel(table, seat, power, squares)


async def _rebel(table: Table, seat: Seat, power: Power, squares: Sequence[Square]) -> None:
    """25.3, R51: another player rolls once, and places rebels in any country that was taxed; beside
    major power units they attack at once."""
    state = table.state
    label = f"rebellion, {state.data.name(power)}"
    roller = drawn(table, label, state.others(seat))
    countries = [state.data.rising_in(square) for square in squares if state.data.owner(square)]
    taxed = list(dict.fromkeys(countries))
    if not taxed:
        return
    raised = await raise_units(table, roller, taxed, called=power, among_majors=True)
    if raised and any(map(state.is_major, state.at(raised.square))):
        await rebels_attack(table, roller, raised.country, raised.square, {raised.unit: 1})


@kind(secret=True)
def taxes(table: Table, seat: Seat) -> Decision:
    """25.0: ask for which powers taxes are raised."""
    state = table.state
    led = state.powers_of(seat)

    def why_not(powers: Sequence[Power] = ()) -> Refusal | None:
        for power in powers:
            if power not in led:
                return no("refusal.not_led", "25.0", power=power)
            if not squares_raising(state, seat, power, [power]):
                return no("refusal.nothing_to_tax", "25.1", power=power)
        return None

    rest, known = _rest_of(led), frozenset(MAJORS)
    powers = Repeated(rest, most=len(led), ordered=False, among=known, of="listed.powers")
    return Decision(
        Menu(Verb("normal"), Verb("increase", why_not, (powers,))),
        ("normal",),
        {"powers": {power: len(squares_raising(state, seat, power, [power])) for power in led}},
    )


def _rest_of(led: Sequence[Power]) -> Callable[[Sequence[Power]], list[Power]]:
    def rest(chosen: Sequence[Power]) -> list[Power]:
        return [power for power in led if power not in chosen]

    return rest
