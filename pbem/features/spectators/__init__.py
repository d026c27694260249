"""Public reports for whoever follows a game."""
