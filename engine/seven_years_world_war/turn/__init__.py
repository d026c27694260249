"""The game turn: initiative (6), player turns (3.1(3)), its end, and the end of the game."""
