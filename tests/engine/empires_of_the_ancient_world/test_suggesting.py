"""What is suggested to a seat is what a sensible player would do."""

from engine.core.dice import Dice, Seed
from engine.core.session import Session
from engine.empires_of_the_ancient_world import GAME
from engine.empires_of_the_ancient_world.schema import NO_CARD


def test_a_deck_of_more_cards_is_rather_suggested():
    session = Session.start(GAME, Dice(Seed(bytes(32))), GAME.options({"seats": ["red", "blue"]}))
    decks = [("spear", *[NO_CARD] * 4), ("spear", "spear", *[NO_CARD] * 3), ("spear",) * 5]
    liked = [GAME.appeal(session.table.state, "red", ("deck", *cards)) for cards in decks]
    assert liked == sorted(set(liked))
