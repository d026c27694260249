"""Absences: what happens while a player is away."""
