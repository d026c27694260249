"""The game turn: initiative (6), the turn of a player (3.1(3)), its end, and that of the game."""
