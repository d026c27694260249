"""The phases of a war: I, II, IV, V and VI (III is `actions/`); the end of the game."""
