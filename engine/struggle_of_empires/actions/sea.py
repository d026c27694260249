"""Distant Sea Move: the die, and paying gold to change its result."""

from functools import partial

from engine.core.decision import Decision, Menu, Needless, Refusal, Verb, kind, no
from engine.core.messages import message
from engine.struggle_of_empires import events
from engine.struggle_of_empires.ruleset import Die
from engine.struggle_of_empires.schema import Place, Power, Unit
from engine.struggle_of_empires.state import State, Table
from engine.struggle_of_empires.state_changes import lose_unit, move_unit, pay

DISTANT = "Distant Sea Move"
DIE = (1, 2, 3, 4, 5, 6)
SUCCESS: Die = "success"
OUTCOMES = {SUCCESS: "arrived", "stay": "stayed", "sink": "lost"}


async def travel(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> str:
    """Move one unit, by sea if necessary; return "arrived", "stayed" or "lost"."""
    state = table.state
    if not state.distant(origin, destination):
        outcome = "arrived"
    elif state.rules.sea_move == "two dice":
        outcome = _roll_two(table, seat, unit, origin, destination)
    else:
        outcome = await _roll_custom(table, seat, unit, origin, destination)
    if outcome == "arrived":
        move_unit(table, seat, unit, origin, destination)
    elif outcome == "stayed":
        table.tell(events.UnitStayed(seat, unit, origin, destination))
    else:
        lose_unit(table, seat, unit, origin, "sea")
    return outcome


def _roll_two(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> str:
    """Original, Sea Movement; Deluxe, Original Rules Variant Distant Sea Move: a 1 is rolled
    again, and each Navigation tile adds 2 to the second die."""
    state = table.state
    label = f"sea die, {seat} {unit} {origin} to {destination}"
    dice = [table.draw(label, DIE, hoped=DIE[-1])]
    bonus, result = 0, SUCCESS
    if dice[0] == 1:
        dice.append(table.draw(f"second {label}", DIE, hoped=DIE[-1]))
        bonus = state.rules.navigation * state.holds(seat, "navigation")
        result = state.rules.red_die[min(dice[1] + bonus, DIE[-1])]
    table.tell(events.SeaDie(seat, unit, origin, destination, result, dice, bonus))
    return OUTCOMES[result]


async def _roll_custom(
    table: Table, seat: Power, unit: Unit, origin: Place, destination: Place
) -> str:
    """Deluxe, Distant Sea Move."""
    state = table.state
    label = f"sea die, {seat} {unit} {origin} to {destination}"
    die = table.draw(label, state.rules.sea_die, hoped=SUCCESS)
    table.tell(events.SeaDie(seat, unit, origin, destination, die, dice=[], bonus=0))
    if die == SUCCESS:
        return "arrived"
    remedies = _remedies(state, die)
    choice: tuple[str, ...] = ("accept",)
    if state.capacity(seat) >= min(remedies.values()):
        choice = await table.ask(sea_die, seat, die, unit, origin, destination)
    if choice[0] == "pay":
        pay(table, seat, remedies[choice[1]], "sea-die")
        return "arrived" if choice[1] == "arrive" else "stayed"
    return OUTCOMES[die]


def _remedies(state: State, die: str) -> dict[str, int]:
    """Return what it costs to arrive, or to stay, despite the die."""
    rules = state.rules
    costs = {"arrive": rules.pay_to_arrive[die]}
    return costs | ({"stay": rules.pay_to_stay[die]} if die in rules.pay_to_stay else {})


@kind()
def sea_die(
    table: Table, seat: Power, die: str, unit: Unit, origin: Place, destination: Place
) -> Decision:
    """Pay to change the result of the sea die, or accept it."""
    state = table.state
    costs = _remedies(state, die)
    menu = Menu(
        Verb("pay", partial(_why_not_pay, state, seat, die, costs), (("arrive", "stay"),)),
        Verb("accept"),
    )
    return Decision(
        menu,
        ("accept",),
        facts={
            "die": die,
            "unit": unit,
            "origin": origin,
            "destination": destination,
            "costs": costs,
            "gold": state.gold[seat],
        },
    )


def _why_not_pay(
    state: State, seat: Power, die: str, costs: dict[str, int], purpose: str = ""
) -> Refusal | None:
    if not purpose:
        return None
    if purpose == die == "stay":
        return Needless(message("refusal.stays_unpaid"), DISTANT)
    if purpose not in costs:
        return no("refusal.no_gold_for_that", DISTANT, purpose=purpose)
    if state.capacity(seat) < costs[purpose]:
        return no("refusal.cannot_raise", "Taxation", gold=costs[purpose])
    return None
