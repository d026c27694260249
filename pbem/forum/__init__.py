"""Turns reports into forum posts, and talks to forums."""
