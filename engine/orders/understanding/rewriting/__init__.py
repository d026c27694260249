"""Sentences reworded like orders."""
