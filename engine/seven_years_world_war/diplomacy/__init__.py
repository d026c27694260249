"""Diplomacy (9)."""
