"""Which orders mails suggest: no bid that taxes would have to pay for."""

from engine.core.decision import Choice
from engine.struggle_of_empires.schema import Power
from engine.struggle_of_empires.state import State


def appeal(state: State, seat: Power, choice: Choice) -> int:
    """Tell how good an order is as a suggestion; below 0, it is not suggested."""
    gold = choice[1] if choice[0] == "bid" and len(choice) > 1 else 0
    return -1 if isinstance(gold, int) and gold > state.gold[seat] else 0
