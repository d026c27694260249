"""Seven Years World War for 2 to 4 players. README.md describes what there is."""

from engine.kit.registration import game_of
from engine.seven_years_world_war.negotiation.anytime import anytime, do_anytime, privy
from engine.seven_years_world_war.turn.tolls import toll

GAME = game_of(
    __name__,
    title="Seven Years World War",
    version="2",
    anytime=anytime,
    do_anytime=do_anytime,
    privy=privy,
    toll=toll,
)
