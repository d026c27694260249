"""Commands by which a host acts on a game: one small file a command."""
