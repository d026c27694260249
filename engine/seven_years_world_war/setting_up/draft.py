"""28.57: in free deployment the seats choose their powers, one each in turn."""

from engine.core.decision import Decision, Menu, Refusal, Seat, Verb, kind, no, set_up_over
from engine.seven_years_world_war import events
from engine.seven_years_world_war.forces import Likely
from engine.seven_years_world_war.state import State, Table
from engine.seven_years_world_war.tables.names import MAJORS, Power


def why_not_choose(state: State, seat: Seat, power: Power = "") -> Refusal | None:
    """28.571: say why a seat cannot choose a power: another seat leads it, or it would lead both
    Great Britain and France. Each seat leads its main power from the start (R1)."""
    if not power:
        return None
    if leader := state.controller(power):
        return no("refusal.power_taken", "28.57", power=power, seat=leader)
    apart = state.data.setups.apart
    if power in apart and any(state.controllers[other] == seat for other in apart):
        return no("refusal.powers_apart", "28.571", power=apart[0], other=apart[1])
    return None


@kind(role="action", gone_by=set_up_over)
def draft(table: Table, seat: Seat) -> Decision:
    """Ask for a power to lead."""
    state = table.state
    free = [power for power in MAJORS if why_not_choose(state, seat, power) is None]
    domain = Likely(free, frozenset(MAJORS))
    menu = Menu(Verb("choose", why_not_choose, (domain,)), of=(state, seat))
    facts = {"powers": state.powers_of(seat), "free": free}
    return Decision(menu, ("choose", free[0]), facts)


async def choose_power(table: Table, seat: Seat) -> None:
    """28.57: let one seat choose one power."""
    _, power = await table.ask(draft, seat)
    table.state.controllers[power] = seat
    table.tell(events.PowerChosen(seat, power))


def left_to_choose(state: State) -> Seat:
    """Return whose turn it is to choose while a seat has too few; the seats take turns."""
    most = state.data.setups.chosen[len(state.seats)]
    fewest = min(state.seats, key=lambda seat: len(state.powers_of(seat)))
    return fewest if len(state.powers_of(fewest)) < most else ""
