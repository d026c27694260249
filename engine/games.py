"""The games there are, in the order in which they are listed."""

from engine import empires_of_the_ancient_world, seven_years_world_war, struggle_of_empires
from engine.core.game import Game

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        struggle_of_empires.GAME,
        empires_of_the_ancient_world.GAME,
        seven_years_world_war.GAME,
    )
}
