"""Enlightenment (27), an optional rule."""
