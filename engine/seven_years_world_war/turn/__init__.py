"""The game turn: initiative (6), the turn of a player (3.1(3)), its end, and that of the game."""

from engine.seven_years_world_war.turn.ending import end_of_turn
from engine.seven_years_world_war.turn.initiative import initiative
from engine.seven_years_world_war.turn.player_turn import player_turn, turn

__all__ = ["end_of_turn", "initiative", "player_turn", "turn"]
