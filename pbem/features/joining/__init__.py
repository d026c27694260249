"""Joining and leaving a table, and starting a game."""
