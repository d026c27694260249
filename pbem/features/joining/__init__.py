"""Coming to a table, leaving it, and the start of a game."""
