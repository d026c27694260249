"""Games in a given position, or begun from set-up."""

from engine.core.dice import Dice, ScriptedDice, Seed
from engine.core.session import Session
from engine.seven_years_world_war import GAME
from engine.seven_years_world_war.data import SHIPPED, read

DATA = read(SHIPPED)


def at(dice=(), *, seats=2, scenario="european", variants=(), reactions="policy", **position):
    """A session at a position, with dice written down beforehand."""
    given = {"seats": seats, "scenario": scenario}
    options = GAME.options({**given, "variants": list(variants), "reactions": reactions})
    return Session.of_state(GAME, ScriptedDice(dice), GAME.place(options, position), options)


def begin(name, **options):
    """A new game, with the dice that belong to its name."""
    return Session.start(GAME, Dice(Seed(name.encode().ljust(32))), GAME.options(options))
