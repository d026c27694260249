"""Which of the orders with one verb are suggested: attacks with more units than the enemy has."""

from engine.core.decision import Choice, Seat
from engine.seven_years_world_war.state import State

EVEN = 100
"""What an attack is liked by with as many units as there are against it."""


def appeal(state: State, seat: Seat, choice: Choice) -> int:
    """Return how much an order is liked: an attack by how many more units there are than against
    it; one that gives up units not at all."""
    if choice[0] == "disband":
        return -1
    if choice[0] != "attack":
        return 0
    _, _, target, start, *_ = choice
    own = sum(sum(stack.values()) for stack in state.of_seat(seat, start).values())
    enemies = sum(sum(stack.values()) for stack in state.strangers(seat, target).values())
    return max(EVEN + own - enemies, 1)
