"""Which of the orders with one verb are suggested: attacks that arrive, on who is weak, and whole
decks."""

from engine.core.decision import Choice, Seat
from engine.empires_of_the_ancient_world.attack.borders import surest
from engine.empires_of_the_ancient_world.schema import NO_CARD
from engine.empires_of_the_ancient_world.state import State

ARRIVING = 100
"""What an attack is liked by that arrives for sure; one that may not, by that chance of it."""
LAND = 50


def appeal(state: State, seat: Seat, choice: Choice) -> int:
    """Return how much an attack is liked, over land, with few dice, and on few cards; or a deck,
    by the number of its cards."""
    if choice[0] == "deck":
        return sum(card != NO_CARD for card in choice[1:])
    if choice[0] != "attack" or (way := surest(state, seat, *choice[1:])) is None:
        return 0
    enemy = state.owner(choice[1])
    cards = state.hand(enemy).total() if enemy else 0
    return max(int(ARRIVING * way.chance) + LAND * (way.means == "land") - cards, 1)
