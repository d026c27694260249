"""Commands by which a host acts on a game."""
