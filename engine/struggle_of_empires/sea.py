"""Distant Sea Move: the die, and the gold that changes what it says."""

from __future__ import annotations

from functools import partial

from engine.decision import Decision, Menu, Needless, Refusal, Verb, kind
from engine.struggle_of_empires.data import name
from engine.struggle_of_empires.refusals import no
from engine.struggle_of_empires.schema import Place, Power, Unit
from engine.struggle_of_empires.state import State, capacity, distant
from engine.struggle_of_empires.verbs import lose_unit, move_unit, pay
from engine.table import Table

DISTANT = "Distant Sea Move"


async def travel(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> str:
    """Move one unit, over the seas if need be: it has "arrived", "stayed" or is "lost"."""
    outcome = "arrived"
    if distant(origin, destination):
        outcome = await _sail(table, seat, unit, origin, destination)
    if outcome == "arrived":
        move_unit(table, seat, unit, origin, destination)
    elif outcome == "stayed":
        table.tell("unit_stayed", seat=seat, unit=unit, origin=origin, destination=destination)
    else:
        lose_unit(table, seat, unit, origin, "sea")
    return outcome


async def _sail(table: Table, seat: Power, unit: Unit, origin: Place, destination: Place) -> str:
    """Deluxe, Distant Sea Move."""
    state: State = table.state
    label = f"sea die, {seat} {unit} {origin} to {destination}"
    die = table.draw(label, state.rules.sea_die, hoped="success")
    table.tell("sea_die", seat=seat, unit=unit, origin=origin, destination=destination, die=die)
    if die == "success":
        return "arrived"
    remedies = _remedies(state, die)
    choice: tuple[str, ...] = ("accept",)
    if capacity(state, seat) >= min(remedies.values()):
        choice = await table.ask(sea_die, seat, die, unit, origin, destination)
    if choice[0] == "pay":
        pay(table, seat, remedies[choice[1]], "sea-die")
        return "arrived" if choice[1] == "arrive" else "stayed"
    return "stayed" if die == "stay" else "lost"


def _remedies(state: State, die: str) -> dict[str, int]:
    """What it costs to arrive, or to stay, in spite of the die."""
    rules = state.rules
    costs = {"arrive": rules.pay_to_arrive[die]}
    return costs | ({"stay": rules.pay_to_stay[die]} if die in rules.pay_to_stay else {})


@kind()
def sea_die(
    table: Table, seat: Power, die: str, unit: Unit, origin: Place, destination: Place
) -> Decision:
    """Pay to change what the sea die says, or accept it."""
    state: State = table.state
    costs = _remedies(state, die)
    menu = Menu(
        Verb("pay", partial(_why_not_pay, state, seat, die, costs), (("arrive", "stay"),)),
        Verb("accept"),
    )
    fate = "stays where it is" if die == "stay" else "sinks"
    return Decision(
        f"Your {unit} from {name(origin)} to {name(destination)} {fate}: pay, or accept?",
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
        return Needless(*no("The unit stays where it is without payment.", DISTANT))
    if purpose not in costs:
        return no(f"No gold lets a unit {purpose} here.", DISTANT)
    if capacity(state, seat) < costs[purpose]:
        return no(f"You cannot raise {costs[purpose]} gold.", "Taxation")
    return None
