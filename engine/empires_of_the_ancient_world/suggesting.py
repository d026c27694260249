"""Which orders of each verb are suggested: attacks that arrive, against weak enemies, and whole
decks."""

from engine.core.decision import Choice, Seat
from engine.empires_of_the_ancient_world.attack.borders import surest
from engine.empires_of_the_ancient_world.schema import NO_CARD
from engine.empires_of_the_ancient_world.state import State

ARRIVING = 100
"""The appeal of an attack that surely arrives; a less certain one has the same part of it as its
chance."""
LAND = 50


def appeal(state: State, seat: Seat, choice: Choice) -> int:
    """Return the appeal of an attack, which grows with its chance of arriving, by land, and against
    few cards; or of a deck, by the number of its cards."""
    if choice[0] == "deck":
        return sum(card != NO_CARD for card in choice[1:])
    if choice[0] != "attack" or (way := surest(state, seat, *choice[1:])) is None:
        return 0
    enemy = state.owner(choice[1])
    cards = state.hand(enemy).total() if enemy else 0
    return max(int(ARRIVING * way.chance) + LAND * (way.means == "land") - cards, 1)
